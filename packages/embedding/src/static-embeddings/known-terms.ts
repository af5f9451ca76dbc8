import { hashTerm } from '@topicmill/text/hashes';
import { stemWordOfBuiltinV1, WORD, WordNumbers } from '@topicmill/text/words';
import { countWords } from './count-words.js';
import { splitWord } from './split-word.js';
import type { WordRows } from './word-rows.js';

/** What a term adds to the vector of any text, and how often the text at hand has it. */
export interface Term {
  readonly row: number | undefined;
  readonly weight: number;
  readonly stem: Stem;
  count: number;
}

/** What is hashed of the terms that have it. */
export interface Stem {
  readonly hash: number;
  count: number;
  /** The least of those of its terms in the text at hand. */
  weight: number;
}

/** Rank of the word that weighs half. */
const HALF_WEIGHT_RANK = 150;
const FULL_WEIGHT = 256;

const SYMBOL = /[^\s\p{L}\p{N}\p{M}]/gu;

/** Counts the terms of texts. What is found out about a word is kept: texts say the same words again and again. */
export class KnownTerms {
  private readonly numbers = new WordNumbers(WORD);
  /** By the number of a word. */
  private readonly termsByWord: (readonly Term[])[] = [];
  private readonly terms = new Map<string, Term>();
  private readonly stems = new Map<string, Stem>();
  private counted: readonly Term[] = [];

  constructor(private readonly rows: WordRows) {}

  /**
   * Counts the terms of a markdown text. A text without any letter or digit is counted by its symbols, so that only
   * white space has no terms.
   *
   * @returns each term once; counts, also those of its stem, are of this text until another one is counted
   */
  count(text: string): readonly Term[] {
    this.forget();
    const counted: Term[] = [];
    const add = (terms: readonly Term[], weight: number): void => {
      for (const term of terms) {
        if (term.count === 0) counted.push(term);
        term.count += weight;
      }
    };
    const plainText = text.normalize('NFKC');
    countWords(plainText, this.numbers, (word, weight) => add(this.termsOf(word), weight));
    if (counted.length === 0) {
      for (const symbol of plainText.match(SYMBOL) ?? []) add([this.termOf(symbol)], 1);
    }
    countStems(counted);
    this.counted = counted;
    return counted;
  }

  private forget(): void {
    for (const term of this.counted) term.count = term.stem.count = 0;
    this.counted = [];
    if (!this.numbers.isLarge) return;
    this.numbers.clear();
    this.termsByWord.length = 0;
    this.terms.clear();
    this.stems.clear();
  }

  private termsOf(word: number): readonly Term[] {
    const known = this.termsByWord[word];
    if (known !== undefined) return known;
    const terms = splitWord(this.numbers.wordOf(word)).map((term) => this.termOf(term));
    this.termsByWord[word] = terms;
    return terms;
  }

  private termOf(text: string): Term {
    const known = this.terms.get(text);
    if (known !== undefined) return known;
    const row = this.rows.get(text);
    const weight = row === undefined ? FULL_WEIGHT : rankWeight(row);
    const term = { row, weight, stem: this.stemOf(stemWordOfBuiltinV1(text)), count: 0 };
    this.terms.set(text, term);
    return term;
  }

  private stemOf(text: string): Stem {
    const known = this.stems.get(text);
    if (known !== undefined) return known;
    const stem = { hash: hashTerm(text), count: 0, weight: 0 };
    this.stems.set(text, stem);
    return stem;
  }
}

/** A stem is as rare as the most frequent of its terms. */
function countStems(terms: readonly Term[]): void {
  for (const { stem, count, weight } of terms) {
    stem.weight = stem.count === 0 ? weight : Math.min(stem.weight, weight);
    stem.count += count;
  }
}

function rankWeight(row: number): number {
  const rank = row + 1;
  return Math.round((FULL_WEIGHT * rank) / (rank + HALF_WEIGHT_RANK));
}

import { isStopWordName, newTermsOf, wordsOf } from '../analyze-text.js';
import type { FieldTerms } from '../bm25.js';
import { isNumber, pairTerm } from '../term-pairs.js';
import { wholeTerms, wholeTermsOfTitles } from '../whole-terms.js';

/** Terms by number, so that the texts of a large index are kept as numbers. Each word is analyzed once. */
export class TermVocabulary {
  /** By number. */
  readonly terms: string[] = [];
  /** By number: whether the term is digits. */
  private readonly isNumber: boolean[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly numbersOfWord = new Map<string, readonly number[]>();
  /** How often each word of one term was read, by its spelling in lower case. */
  private spellings = new Map<string, number>();
  /** By the number of the first word: the numbers of the pairs that it begins, by those of their second words. */
  private readonly pairs: (Map<number, number> | undefined)[] = [];

  /** Numbers of the words of a text, in order, each as often as it occurs. */
  read(text: string): Uint32Array {
    const numbers: number[] = [];
    for (const word of wordsOf(text)) {
      const own = this.numbersOf(word);
      if (own.length === 1 && !isStopWordName(word)) this.countSpelling(word.toLowerCase());
      for (const number of own) numbers.push(number);
    }
    return Uint32Array.from(numbers);
  }

  /** Numbers of the terms of a text that are not words: see `wholeTerms`. */
  readWholes(text: string): Uint32Array {
    return Uint32Array.from(wholeTerms(text), (term) => this.numberOf(term));
  }

  /** The same of titles, a line each. */
  readWholesOfTitles(titles: string): Uint32Array {
    return Uint32Array.from(wholeTermsOfTitles(titles), (term) => this.numberOf(term));
  }

  has(term: string): boolean {
    return this.numbers.has(term);
  }

  /** The words of one term that were read, in lower case, with how often. */
  readSpellings(): ReadonlyMap<string, number> {
    return this.spellings;
  }

  /** The same of what was read since the last call. */
  takeSpellings(): ReadonlyMap<string, number> {
    const taken = this.spellings;
    this.spellings = new Map();
    return taken;
  }

  /** Makes terms of the neighbours among these words. */
  learnPairs(words: Uint32Array): void {
    this.learnPairsWhere(words, () => true);
  }

  /** The same of those that are a word with a number. */
  learnNumberPairs(words: Uint32Array): void {
    this.learnPairsWhere(words, (first, second) => this.isNumber[first] !== this.isNumber[second]);
  }

  private learnPairsWhere(words: Uint32Array, isLearned: (first: number, second: number) => boolean): void {
    for (let at = 1; at < words.length; at++) {
      const [first, second] = [words[at - 1]!, words[at]!];
      if (!isLearned(first, second)) continue;
      this.pairs[first] ??= new Map();
      const pairs = this.pairs[first];
      if (!pairs.has(second)) pairs.set(second, this.numberOf(pairTerm(this.terms[first]!, this.terms[second]!)));
    }
  }

  /**
   * Words with the pairs among them that were learned.
   *
   * @param wholes terms of their text that are not words
   */
  withPairs(words: Uint32Array, wholes: Uint32Array): FieldTerms {
    const found: number[] = [];
    for (let at = 1; at < words.length; at++) {
      const pair = this.pairs[words[at - 1]!]?.get(words[at]!);
      if (pair !== undefined) found.push(pair);
    }
    const terms = new Uint32Array(words.length + found.length + wholes.length);
    terms.set(words);
    terms.set(found, words.length);
    terms.set(wholes, words.length + found.length);
    return { terms, wordCount: words.length };
  }

  private countSpelling(spelling: string): void {
    this.spellings.set(spelling, (this.spellings.get(spelling) ?? 0) + 1);
  }

  private numbersOf(word: string): readonly number[] {
    let numbers = this.numbersOfWord.get(word);
    if (numbers === undefined) {
      numbers = newTermsOf(word).map((term) => this.numberOf(term));
      this.numbersOfWord.set(word, numbers);
    }
    return numbers;
  }

  private numberOf(term: string): number {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.push(term) - 1;
      this.isNumber.push(isNumber(term));
      this.numbers.set(term, number);
    }
    return number;
  }
}

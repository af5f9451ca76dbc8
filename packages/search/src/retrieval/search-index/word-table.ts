import { compareCodeUnits } from '@topicmill/base/order';
import { sharedLength } from '../shared-length.js';
import { SpellingDistances } from './spelling-distances.js';

/** A word of the docs that a misspelt one may be corrected to. */
export interface KnownWord {
  /** In lower case. */
  readonly spelling: string;
  /** How often it occurs; of a table that was read, the nearest power of 2. */
  readonly count: number;
}

/** A known word, and how many letters of another word differ from it. */
export interface NearWord extends KnownWord {
  readonly distance: number;
}

/** Only this many words are kept, the most frequent ones: a correction has to load them all. */
export const MAX_WORDS = 20_000;
/** Maximum number of words whose near words are remembered. */
const MAX_KNOWN = 100;
const FIRST_LETTER = 'A'.charCodeAt(0);
const MIN_LENGTH = 3;
const MAX_LENGTH = 32;
/** Only words of letters: numbers and codes have no spelling. */
const CORRECTABLE = /^\p{L}[\p{L}\p{M}'-]*$/u;
/** Two letters may be wrong from this length on, none below `MIN_CORRECTED_LENGTH`. */
const LONG_WORD = 8;
const MIN_CORRECTED_LENGTH = 3;

/** The words to be kept, sorted by code unit. */
export function keptWords(words: readonly KnownWord[]): KnownWord[] {
  return words
    .filter(({ spelling }) => isCorrectable(spelling))
    .sort((a, b) => b.count - a.count || compareCodeUnits(a.spelling, b.spelling))
    .slice(0, MAX_WORDS)
    .sort((a, b) => compareCodeUnits(a.spelling, b.spelling));
}

/**
 * Words that `keptWords` returned, as JSON: each preceded by a letter for its frequency. Hosts compress JSON, and the
 * analysis derives the term of a word again.
 */
export function writeWordTable(kept: readonly KnownWord[]): string {
  const lines = kept.map(({ spelling, count }) => `${frequencyLetter(count)}${spelling}`);
  return `${JSON.stringify(lines.join(' '))}\n`;
}

/** Whether a misspelt word may be corrected to it. */
export function isCorrectable(spelling: string): boolean {
  const { length } = spelling;
  return length >= MIN_LENGTH && length <= MAX_LENGTH && CORRECTABLE.test(spelling);
}

/** `A` for 1, and a further letter each time that the number doubles. */
function frequencyLetter(count: number): string {
  return String.fromCharCode(FIRST_LETTER + Math.round(Math.log2(Math.max(1, count))));
}

/** Words of the docs, for finding those with nearly the spelling of another. */
export class WordTable {
  private readonly known = new Map<string, readonly NearWord[]>();
  private frequent: readonly string[] | undefined;

  private constructor(
    private readonly words: readonly KnownWord[],
    /** By word: how many letters it has in common with the one before. */
    private readonly shared: Uint8Array,
  ) {}

  /** The words that occur more than once, sorted: a word that occurs once is often a slip. */
  get spellings(): readonly string[] {
    this.frequent ??= this.words.filter(({ count }) => count > 1).map(({ spelling }) => spelling);
    return this.frequent;
  }

  /** Whether a word of the table begins with this. */
  hasBeginning(beginning: string): boolean {
    return this.words.some(({ spelling }) => spelling.startsWith(beginning));
  }

  static read(text: string): WordTable {
    const lines = (JSON.parse(text) as string).split(' ').filter((line) => line !== '');
    const words = lines.map((line) => ({
      spelling: line.slice(1),
      count: 2 ** (line.charCodeAt(0) - FIRST_LETTER),
    }));
    const shared = Uint8Array.from(words, ({ spelling }, at) => sharedLength(words[at - 1]?.spelling ?? '', spelling));
    return new WordTable(words, shared);
  }

  /**
   * The words nearest to a misspelt one, all at the same distance: insertions, deletions, substitutions and swaps of
   * neighbouring letters (optimal string alignment), one in words of 3 letters, two from 8 on. The most frequent first.
   *
   * @param word lower case
   * @param isPrefix compare it with the beginnings of words
   */
  nearest(word: string, isPrefix: boolean): readonly NearWord[] {
    const key = `${isPrefix ? '*' : ''}${word}`;
    const known = this.known.get(key) ?? this.findNearest(word, isPrefix);
    // While somebody types, the words before the last one stay the same.
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(key, known);
    return known;
  }

  private findNearest(word: string, isPrefix: boolean): NearWord[] {
    if (word.length < MIN_CORRECTED_LENGTH || word.length > MAX_LENGTH) return [];
    const distances = new SpellingDistances(word, MAX_LENGTH);
    let limit = word.length >= LONG_WORD ? 2 : 1;
    let found: NearWord[] = [];
    for (let at = 0; at < this.words.length; at++) {
      const known = this.words[at]!;
      const distance = distances.distanceTo(known.spelling, this.shared[at]!, limit, isPrefix);
      if (distance > limit) continue;
      if (distance < limit) {
        found = [];
        limit = distance;
      }
      found.push({ ...known, distance });
    }
    return found.sort((a, b) => b.count - a.count || compareCodeUnits(a.spelling, b.spelling));
  }
}

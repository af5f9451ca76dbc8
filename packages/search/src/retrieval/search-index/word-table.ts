import { compareCodeUnits } from '@topicmill/base/order';
import { sharedLength } from '../shared-length.js';

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

/** More words, the most frequent ones, are not kept: a correction costs the loading of them all. */
export const MAX_WORDS = 20_000;
/** Words whose neighbours are remembered. */
const MAX_KNOWN = 100;
const FIRST_LETTER = 'A'.charCodeAt(0);
const MIN_LENGTH = 3;
const MAX_LENGTH = 32;
/** Words of letters only: numbers and codes have no spelling. */
const CORRECTABLE = /^\p{L}[\p{L}\p{M}'-]*$/u;
/** From this length on two letters may be wrong, below `MIN_CORRECTED` none. */
const LONG_WORD = 8;
const MIN_CORRECTED = 3;

/** The words to be kept, sorted by code unit. */
export function keptWords(words: readonly KnownWord[]): KnownWord[] {
  return words
    .filter(({ spelling }) => isCorrectable(spelling))
    .sort((a, b) => b.count - a.count || compareCodeUnits(a.spelling, b.spelling))
    .slice(0, MAX_WORDS)
    .sort((a, b) => compareCodeUnits(a.spelling, b.spelling));
}

/**
 * Words that `keptWords` gave, as a JSON text: each after a letter for how frequent it is. Hosts compress JSON, and the
 * analysis makes the term of a word again.
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

/** Words of the docs, for finding those that are spelt nearly like another. */
export class WordTable {
  private readonly known = new Map<string, readonly NearWord[]>();
  private frequent: readonly string[] | undefined;

  private constructor(
    private readonly words: readonly KnownWord[],
    /** By word: how many letters it has in common with the one before. */
    private readonly shared: Uint8Array,
  ) {}

  /** Those that occur more than once, sorted: one alone is often a slip. */
  get spellings(): readonly string[] {
    this.frequent ??= this.words.filter(({ count }) => count > 1).map(({ spelling }) => spelling);
    return this.frequent;
  }

  /** Whether a word of the table is this one or goes on after it. */
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
    if (word.length < MIN_CORRECTED || word.length > MAX_LENGTH) return [];
    let limit = word.length >= LONG_WORD ? 2 : 1;
    let found: NearWord[] = [];
    const rows = Array.from({ length: MAX_LENGTH + 1 }, () => new Uint8Array(word.length + 1));
    for (let column = 0; column <= word.length; column++) rows[0]![column] = column;
    /** Nearest that the beginning of this many letters comes to the word. */
    const best = new Uint8Array(MAX_LENGTH + 1).fill(word.length);
    let deadDepth = MAX_LENGTH + 1;
    for (let at = 0; at < this.words.length; at++) {
      const first = this.shared[at]!;
      const { spelling } = this.words[at]!;
      // What begins like a word that was too far is too far, unless its beginning was near.
      if (first < deadDepth) deadDepth = this.fillRows(rows, best, { first, spelling, word, limit });
      const isDead = deadDepth <= MAX_LENGTH;
      const whole = isDead ? limit + 1 : rows[spelling.length]![word.length]!;
      const distance = isPrefix ? best[isDead ? deadDepth : spelling.length]! : whole;
      if (distance > limit) continue;
      if (distance < limit) {
        found = [];
        limit = distance;
      }
      found.push({ ...this.words[at]!, distance });
    }
    return found.sort((a, b) => b.count - a.count || compareCodeUnits(a.spelling, b.spelling));
  }

  /** Fills the rows of a word's letters; returns after how many of them it is too far, or more than any word has. */
  private fillRows(
    rows: readonly Uint8Array[],
    best: Uint8Array,
    { first, spelling, word, limit }: { first: number; spelling: string; word: string; limit: number },
  ): number {
    for (let depth = first + 1; depth <= spelling.length; depth++) {
      const least = fillRow(rows, depth, spelling, word);
      best[depth] = Math.min(best[depth - 1]!, rows[depth]![word.length]!);
      if (least > limit) return depth;
    }
    return MAX_LENGTH + 1;
  }
}

/** One row of the table of distances, for one more letter of a known word; returns its least value. */
function fillRow(rows: readonly Uint8Array[], depth: number, spelling: string, word: string): number {
  const [row, above] = [rows[depth]!, rows[depth - 1]!];
  const letter = spelling.charCodeAt(depth - 1);
  row[0] = depth;
  let least = depth;
  for (let column = 1; column <= word.length; column++) {
    const isSame = word.charCodeAt(column - 1) === letter;
    let value = Math.min(row[column - 1]! + 1, above[column]! + 1, above[column - 1]! + (isSame ? 0 : 1));
    const isSwap =
      depth > 1 &&
      column > 1 &&
      word.charCodeAt(column - 2) === letter &&
      word.charCodeAt(column - 1) === spelling.charCodeAt(depth - 2);
    if (isSwap) value = Math.min(value, rows[depth - 2]![column - 2]! + 1);
    row[column] = value;
    if (value < least) least = value;
  }
  return least;
}

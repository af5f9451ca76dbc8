import type { WordVectors } from './load-word-vectors.js';
import { CONTINUATION } from './text-pieces.js';
import { unitRow } from './unit-row.js';

/** A word, and the cosine of its vector with that of another. */
export interface NearWord {
  readonly word: string;
  readonly similarity: number;
}

/** Looks in a list of words for those whose meaning is near that of another word. */
export interface NearWordFinder {
  (word: string, among: readonly string[]): readonly NearWord[];
  /** Whether the table has a word, in lower case, as one piece: misspellings are of several. */
  isWord(word: string): boolean;
}

const MAX_FOUND = 12;
/** How many answers are kept for the list that was asked for last. */
const MAX_KNOWN = 200;

interface WordList {
  readonly words: readonly string[];
  /** Vectors of length 1, one after the other. */
  readonly rows: Float32Array;
  readonly known: Map<string, readonly NearWord[]>;
}

/**
 * Makes a function that gives the words of a list whose vectors are nearest to that of a word, the nearest first, 12 at
 * most, without the word itself; a word that the table does not contain has none. A list is read once: pass the same
 * one as long as its words are the same.
 */
export function nearWordFinder(vectors: WordVectors): NearWordFinder {
  const lists = new WeakMap<readonly string[], WordList>();
  const find = (word: string, among: readonly string[]): readonly NearWord[] => {
    const row = vectors.rows.get(word);
    if (row === undefined) return [];
    const list = lists.get(among) ?? readList(vectors, among);
    lists.set(among, list);
    const found = list.known.get(word) ?? findNear(word, unitRow(vectors, row), list);
    if (list.known.size >= MAX_KNOWN) list.known.clear();
    list.known.set(word, found);
    return found;
  };
  return Object.assign(find, { isWord: (word: string) => vectors.rows.has(word) });
}

/** The words that `isWord` knows, the most frequent first. */
export function everydayWords(vectors: WordVectors): string[] {
  return vectors.rows.words().filter((piece) => !piece.startsWith(CONTINUATION));
}

function readList(vectors: WordVectors, among: readonly string[]): WordList {
  const words = among.filter((word) => vectors.rows.has(word));
  const rows = new Float32Array(words.length * vectors.wordDimensions);
  for (const [at, word] of words.entries()) {
    rows.set(unitRow(vectors, vectors.rows.get(word)!), at * vectors.wordDimensions);
  }
  return { words, rows, known: new Map() };
}

function findNear(word: string, vector: Float32Array, { words, rows }: WordList): NearWord[] {
  const found: NearWord[] = [];
  for (let at = 0; at < words.length; at++) {
    let similarity = 0;
    const start = at * vector.length;
    for (let part = 0; part < vector.length; part++) similarity += vector[part]! * rows[start + part]!;
    if (words[at] === word || (found.length === MAX_FOUND && similarity <= found.at(-1)!.similarity)) continue;
    const place = found.findIndex((other) => other.similarity < similarity);
    found.splice(place < 0 ? found.length : place, 0, { word: words[at]!, similarity });
    if (found.length > MAX_FOUND) found.pop();
  }
  return found;
}

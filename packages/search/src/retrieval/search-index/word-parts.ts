import { type KnownWord, writeWordTable } from './word-table.js';

/** Fewer words are loaded all at once: about 10 kB when compressed. */
const MIN_WORDS = 3000;
/** Words of a file before the next letter begins another one. */
const WORDS_PER_FILE = 600;

/**
 * The same words as those of the whole table, in files by their first letter, each with its first word: a mistake in the first
 * letter is rare, so that one file often has the word that was meant. None where the whole table is small.
 *
 * @param kept as `keptWords` gave them
 */
export function writeWordParts(kept: readonly KnownWord[]): { readonly text: string; readonly first: string }[] {
  if (kept.length < MIN_WORDS) return [];
  const parts: KnownWord[][] = [];
  let letter = '';
  for (const word of kept) {
    const own = firstLetter(word.spelling);
    if (parts.length === 0 || (own !== letter && parts.at(-1)!.length >= WORDS_PER_FILE)) parts.push([]);
    parts.at(-1)!.push(word);
    letter = own;
  }
  return parts.map((part) => ({ text: writeWordTable(part), first: part[0]!.spelling }));
}

function firstLetter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0)!);
}

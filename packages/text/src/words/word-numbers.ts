import { FNV_OFFSET_BASIS, FNV_PRIME, fnv1a32, HashTable } from '../hashes/index.js';

/** A list of this many words, or of words of this many UTF-16 units together, is large. */
const LARGE_WORD_COUNT = 30_000;
const LARGE_LENGTH = 1 << 20;
const ASCII_SIZE = 128;

/** Letters and digits of ASCII. */
const IS_PLAIN = asciiTable(/[A-Za-z0-9]/);
/** What ends a word of plain characters under every pattern: ASCII but for these, and the signs of `C#` and `C++`. */
const ENDS_PLAIN = asciiTable(/[^A-Za-z0-9#+]/);

/**
 * Numbers the words of texts: docs say the same words again and again, and what is known of a word is found by its number
 * in an array. A `Map` would need the text of each occurrence, and takes several times as long.
 */
export class WordNumbers {
  private readonly pattern: RegExp;
  private readonly list: string[] = [];
  private length = 0;
  private table = new HashTable();

  /** @param pattern matches words: runs of letters, digits and marks, also with the signs of `C#` and `C++` */
  constructor(pattern: RegExp) {
    this.pattern = new RegExp(pattern.source, 'uy');
  }

  get isLarge(): boolean {
    return this.list.length >= LARGE_WORD_COUNT || this.length >= LARGE_LENGTH;
  }

  wordOf(number: number): string {
    return this.list[number]!;
  }

  /** Forgets all words; their numbers are given again. */
  clear(): void {
    this.list.length = 0;
    this.length = 0;
    this.table = new HashTable();
  }

  /**
   * Calls a function with the number of each word of a text, in order. A word that has none gets the next one.
   *
   * @param start UTF-16 offset; no word may lie across it
   * @param end UTF-16 offset at which a word ends in any case
   */
  read(text: string, start: number, end: number, onWord: (number: number) => void): void {
    for (let at = start; at < end; ) {
      const code = text.charCodeAt(at);
      if (code < ASCII_SIZE && IS_PLAIN[code] === 0) {
        at++;
        continue;
      }
      const wordStart = at;
      let hash = FNV_OFFSET_BASIS;
      for (let unit = code; unit < ASCII_SIZE && IS_PLAIN[unit] === 1; unit = at < end ? text.charCodeAt(at) : 0) {
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        at++;
      }
      const next = at < end ? text.charCodeAt(at) : 0;
      if (at > wordStart && next < ASCII_SIZE && ENDS_PLAIN[next] === 1) {
        onWord(this.numberOf(text, wordStart, at, hash));
        continue;
      }
      at = this.readByPattern(text, wordStart, end, onWord);
    }
  }

  /** @returns where the word at an offset ends, or the character, if none begins there */
  private readByPattern(text: string, start: number, end: number, onWord: (number: number) => void): number {
    this.pattern.lastIndex = start;
    const word = this.pattern.exec(text)?.[0].slice(0, end - start);
    if (word === undefined) return start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
    onWord(this.numberOf(text, start, start + word.length, fnv1a32(word)));
    return start + word.length;
  }

  private numberOf(text: string, start: number, end: number, hash: number): number {
    const { table } = this;
    let slot = table.find(hash);
    for (; table.isTaken(slot); slot = table.findNext(slot)) {
      const number = table.numberAt(slot);
      if (isPart(this.list[number]!, text, start, end)) return number;
    }
    this.list.push(copyOf(text, start, end));
    this.length += end - start;
    return table.add(slot, hash);
  }
}

function isPart(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}

/** A slice of more than twelve units is a view of the text that it was cut from, and would keep all of it in memory. */
function copyOf(text: string, start: number, end: number): string {
  return JSON.parse(JSON.stringify(text.slice(start, end))) as string;
}

function asciiTable(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII_SIZE }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
}

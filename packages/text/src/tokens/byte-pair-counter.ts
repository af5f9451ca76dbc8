import { BytePairRanks, type TokenTable } from './byte-pair-ranks.js';
import { CharacterClass, characterClass, characterWidth } from './character-class.js';
import type { PreTokenEnd } from './pre-token.js';
import type { LocatedTokens, TextTokens, TokenCounter, TokenLocator } from './token-counter.js';
import { TokenMerger } from './token-merger.js';

const ASCII_END = 128;

/** What an encoding does with a single pre-token. */
export interface PreTokenRules {
  readonly end: PreTokenEnd;
  /** Tokens of a pre-token. */
  readonly count: (text: string, start: number, end: number) => number;
}

/**
 * A text whose pre-tokens were counted. A range that starts where one starts shares its pre-tokens with the text, but for
 * the last ones; one that starts elsewhere does so from the first place on where both have a start, since no rule
 * looks back.
 */
export class CountedText implements TextTokens {
  /**
   * @param before by offset, one more than the tokens before it where a pre-token of the text starts and at its end;
   *   else 0
   */
  constructor(
    private readonly text: string,
    private readonly before: Int32Array,
    private readonly rules: PreTokenRules,
    readonly counter: TokenCounter,
  ) {}

  count(start: number, end: number): number {
    const { before } = this;
    let at = start;
    let total = 0;
    while (before[at] === 0) {
      if (at >= end) return total;
      const pieceEnd = this.rules.end(this.text, at, start, end);
      total += this.rules.count(this.text, at, pieceEnd);
      at = pieceEnd;
    }
    if (at >= end) return total;
    const last = this.lastShared(at, end);
    total += before[last]! - before[at]!;
    if (last === end) return total;
    // Every byte is a token, and most blocks end with a full stop.
    if (last === end - 1 && this.text.charCodeAt(last) < ASCII_END) return total + 1;
    return total + this.counter.count(this.text, last, end);
  }

  /** The last start of a pre-token up to which the text and a range that starts at one and ends at `end` are alike. */
  private lastShared(start: number, end: number): number {
    // A run of white space includes all that follows it, except its last character if text follows: hence often twice.
    let last = this.startBefore(end);
    for (let i = 0; i < 2 && last > start && this.isSpace(last - 1); i++) last = this.startBefore(last - 1);
    return last;
  }

  private isSpace(offset: number): boolean {
    return characterClass(this.text, offset, 0, this.text.length) === CharacterClass.Space;
  }

  private startBefore(offset: number): number {
    let at = offset;
    while (this.before[at] === 0) at--;
    return at;
  }
}

/** Padded tables contain runs of several hundred blanks or dashes, and taking one apart is ten times as slow as finding it. */
const MAX_PIECE_LENGTH = 1 << 14;
const MAX_ENTRIES = 1 << 16;
const SLOTS = 1 << 18;
const MAX_PROBES = 16;
const POOL_LENGTH = MAX_ENTRIES * 12;

/**
 * Token counts of short pieces of text, found without cutting the piece out of its text, which would allocate and keep
 * that text in memory. Bounded: when full, it starts anew.
 */
export class PieceCounts {
  /** Index of an entry plus one, 0 for none. */
  private readonly slots = new Int32Array(SLOTS);
  private readonly offsets = new Int32Array(MAX_ENTRIES);
  private readonly lengths = new Uint16Array(MAX_ENTRIES);
  private readonly counts = new Uint16Array(MAX_ENTRIES);
  private readonly pool = new Uint16Array(POOL_LENGTH);
  private entryCount = 0;
  private poolEnd = 0;
  private freeSlot = -1;

  /** The count of `text` from `start` to `end`; 0 when it is not known. */
  find(text: string, start: number, end: number): number {
    this.freeSlot = -1;
    if (end - start > MAX_PIECE_LENGTH) return 0;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
    let slot = (hash ^ (hash >>> 14)) & (SLOTS - 1);
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const entry = this.slots[slot]! - 1;
      if (entry === -1) {
        this.freeSlot = slot;
        return 0;
      }
      if (this.lengths[entry] === end - start && this.isEntry(entry, text, start, end)) return this.counts[entry]!;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return 0;
  }

  /** Keeps the count of the piece that `find` has just not found. */
  add(text: string, start: number, end: number, count: number): void {
    if (this.freeSlot === -1) return;
    if (this.entryCount === MAX_ENTRIES || this.poolEnd + end - start > POOL_LENGTH) this.clear();
    const entry = this.entryCount++;
    this.slots[this.freeSlot] = entry + 1;
    this.offsets[entry] = this.poolEnd;
    this.lengths[entry] = end - start;
    this.counts[entry] = count;
    for (let at = start; at < end; at++) this.pool[this.poolEnd++] = text.charCodeAt(at);
  }

  private isEntry(entry: number, text: string, start: number, end: number): boolean {
    let offset = this.offsets[entry]!;
    for (let at = start; at < end; at++) if (this.pool[offset++] !== text.charCodeAt(at)) return false;
    return true;
  }

  private clear(): void {
    this.slots.fill(0);
    this.entryCount = 0;
    this.poolEnd = 0;
  }
}

/**
 * A counter that gives tiktoken's counts exactly. Words repeat, so it keeps the counts of short pre-tokens; only those
 * in which a token is looked for are taken apart again.
 *
 * @param tokens the encoding's tokens
 */
export function bytePairCounter(name: string, tokens: TokenTable, preTokenEnd: PreTokenEnd): TokenLocator {
  const ranks = new BytePairRanks(tokens);
  const merger = new TokenMerger(ranks);
  const cached = new PieceCounts();

  function countPiece(text: string, start: number, end: number): number {
    const found = cached.find(text, start, end);
    if (found > 0) return found;
    const tokenCount = merger.merge(text, start, end);
    cached.add(text, start, end, tokenCount);
    return tokenCount;
  }

  function count(text: string, start: number, end: number): number {
    let total = 0;
    for (let at = start; at < end; ) {
      const pieceEnd = preTokenEnd(text, at, start, end);
      total += countPiece(text, at, pieceEnd);
      at = pieceEnd;
    }
    return total;
  }

  /** By offset, one more than the tokens before it where a pre-token of the text starts and at its end; else 0. */
  function tokensBefore(text: string): Int32Array {
    const before = new Int32Array(text.length + 1);
    let next = 1;
    for (let at = 0; at < text.length; ) {
      before[at] = next;
      const pieceEnd = preTokenEnd(text, at, 0, text.length);
      next += countPiece(text, at, pieceEnd);
      at = pieceEnd;
    }
    before[text.length] = next;
    return before;
  }

  const rules = { end: preTokenEnd, count: countPiece };
  const counter: TokenLocator = {
    name,
    maxTokenLength: ranks.maxLength,
    read: (text) => new CountedText(text, tokensBefore(text), rules, counter),
    count: (text, start = 0, end = text.length) => count(text, start, end),
    locate: (text, indexes, start = 0, end = text.length) => locateTokens({ text, start, end }, indexes, rules, merger),
  };
  return counter;
}

interface TextRange {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function locateTokens(
  { text, start, end }: TextRange,
  indexes: Iterable<number>,
  rules: PreTokenRules,
  merger: TokenMerger,
): LocatedTokens {
  const wanted = indexes[Symbol.iterator]();
  const offsets: number[] = [];
  let next = wanted.next();
  let tokenCount = 0;
  for (let at = start; at < end; ) {
    const pieceEnd = rules.end(text, at, start, end);
    const countAfter = tokenCount + rules.count(text, at, pieceEnd);
    if (!next.done && next.value === tokenCount) {
      offsets.push(at);
      next = wanted.next();
    }
    if (!next.done && next.value < countAfter) {
      const starts = characterStarts(text.slice(at, pieceEnd), merger);
      for (; !next.done && next.value < countAfter; next = wanted.next()) {
        offsets.push(at + starts[next.value - tokenCount]!);
      }
    }
    tokenCount = countAfter;
    at = pieceEnd;
  }
  return { tokenCount, offsets };
}

/**
 * Where the tokens of one pre-token start, in UTF-16 units; one that starts inside a character is moved to the nearer
 * end of that character, to its start when both are equally near.
 */
export function characterStarts(piece: string, merger: TokenMerger): Int32Array {
  const tokenCount = merger.merge(piece, 0, piece.length);
  const { ends } = merger;
  const starts = new Int32Array(tokenCount);
  let offset = 0;
  let byte = 0;
  let tokenByte = 0;
  for (let token = 0; token < tokenCount; token++) {
    for (;;) {
      const byteLength = utf8Length(piece, offset);
      if (byte + byteLength > tokenByte) {
        starts[token] =
          (tokenByte - byte) * 2 > byteLength ? offset + characterWidth(piece, offset, piece.length) : offset;
        break;
      }
      byte += byteLength;
      offset += characterWidth(piece, offset, piece.length);
    }
    tokenByte = ends[tokenByte]!;
  }
  return starts;
}

/** Bytes of the character at an offset; a lone surrogate is encoded as U+FFFD. */
function utf8Length(text: string, offset: number): number {
  const codePoint = text.codePointAt(offset)!;
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

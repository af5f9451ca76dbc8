const INTS_PER_SLOT = 2;
/** Slots for each token: half of them or more stay empty, so that a search ends soon. */
const SLOTS_PER_TOKEN = 2;
const BYTE_PAIR_COUNT = 1 << 16;
const NO_RANK = -1;

const COUNT_BYTES = 4;
const MAX_PACKED_LENGTH = 255;

const encoder = new TextEncoder();

/**
 * An encoding's tokens by rank: the text of each, or its bytes where they are not valid UTF-8; or all of them as
 * `packTokens` gives them, which takes a third of the time to load.
 */
export type TokenTable = readonly (string | readonly number[])[] | Uint8Array;

/**
 * The ranks of an encoding's tokens by their bytes, in flat arrays: nothing is allocated to look one up, and building
 * them takes a third of the time that a map of strings takes.
 */
export class BytePairRanks {
  /** Bytes of the longest token. */
  readonly maxLength: number;
  /** Of each slot the hash of a token's bytes, and its rank plus one; 0 for none. */
  private readonly slots: Int32Array;
  private readonly slotMask: number;
  /** By rank the offset of a token's bytes in the pool. */
  private readonly offsets: Int32Array;
  private readonly pool: Uint8Array;
  /** By first and second byte: most of what is looked up are two bytes. */
  private readonly pairs = new Int32Array(BYTE_PAIR_COUNT).fill(NO_RANK);

  /** @param tokens no two the same */
  constructor(tokens: TokenTable) {
    const { pool, offsets, maxLength } = readPacked(tokens instanceof Uint8Array ? tokens : packTokens(tokens));
    this.pool = pool;
    this.offsets = offsets;
    this.maxLength = maxLength;
    const tokenCount = offsets.length - 1;
    this.slotMask = 2 ** Math.ceil(Math.log2(Math.max(1, tokenCount * SLOTS_PER_TOKEN))) - 1;
    this.slots = new Int32Array((this.slotMask + 1) * INTS_PER_SLOT);
    for (let rank = 0; rank < tokenCount; rank++) this.add(rank, offsets[rank]!, offsets[rank + 1]!);
  }

  /** The rank of the token with the bytes from `start` to `end`; -1 if they are not a token. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start === 2) return this.pairs[(bytes[start]! << 8) | bytes[start + 1]!]!;
    if (end - start > this.maxLength) return NO_RANK;
    const { slots, slotMask } = this;
    const hash = hashOf(bytes, start, end);
    for (let slot = hash & slotMask; ; slot = (slot + 1) & slotMask) {
      const rank = slots[slot * INTS_PER_SLOT + 1]! - 1;
      if (rank === NO_RANK) return NO_RANK;
      if (slots[slot * INTS_PER_SLOT] === hash && this.isToken(rank, bytes, start, end)) return rank;
    }
  }

  private add(rank: number, start: number, end: number): void {
    const { slots, slotMask, pool } = this;
    if (end - start === 2) this.pairs[(pool[start]! << 8) | pool[start + 1]!] = rank;
    const hash = hashOf(pool, start, end);
    let slot = hash & slotMask;
    while (slots[slot * INTS_PER_SLOT + 1] !== 0) slot = (slot + 1) & slotMask;
    slots[slot * INTS_PER_SLOT] = hash;
    slots[slot * INTS_PER_SLOT + 1] = rank + 1;
  }

  private isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const { pool } = this;
    let at = this.offsets[rank]!;
    if (this.offsets[rank + 1]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (pool[at++] !== bytes[i]) return false;
    return true;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

/**
 * Tokens in one array of bytes: their number in four bytes, the lowest first; the length of each; the bytes of each.
 *
 * @throws RangeError for a token that is empty or of more than 255 bytes
 */
export function packTokens(tokens: readonly (string | readonly number[])[]): Uint8Array {
  const packed = new Uint8Array(COUNT_BYTES + tokens.length + mostBytes(tokens));
  new DataView(packed.buffer).setUint32(0, tokens.length, true);
  let end = COUNT_BYTES + tokens.length;
  for (const [rank, token] of tokens.entries()) {
    const length = writeBytes(token, packed, end);
    if (length === 0 || length > MAX_PACKED_LENGTH) throw new RangeError(`A token has ${length} bytes.`);
    packed[COUNT_BYTES + rank] = length;
    end += length;
  }
  return packed.subarray(0, end);
}

interface PackedTokens {
  readonly pool: Uint8Array;
  readonly offsets: Int32Array;
  readonly maxLength: number;
}

function readPacked(packed: Uint8Array): PackedTokens {
  const tokenCount = new DataView(packed.buffer, packed.byteOffset, COUNT_BYTES).getUint32(0, true);
  const offsets = new Int32Array(tokenCount + 1);
  let maxLength = 0;
  for (let rank = 0; rank < tokenCount; rank++) {
    const length = packed[COUNT_BYTES + rank]!;
    offsets[rank + 1] = offsets[rank]! + length;
    maxLength = Math.max(maxLength, length);
  }
  return { pool: packed.subarray(COUNT_BYTES + tokenCount), offsets, maxLength };
}

function mostBytes(tokens: readonly (string | readonly number[])[]): number {
  let total = 0;
  for (const token of tokens) total += typeof token === 'string' ? 3 * token.length : token.length;
  return total;
}

/** @returns the number of bytes */
function writeBytes(token: string | readonly number[], pool: Uint8Array, start: number): number {
  if (typeof token !== 'string') {
    pool.set(token, start);
    return token.length;
  }
  return writeUtf8(token, 0, token.length, pool, start);
}

/**
 * Writes the UTF-8 bytes of a text from one UTF-16 offset to another; a lone surrogate becomes U+FFFD.
 *
 * @param bytes with room for three bytes for each UTF-16 unit after `at`
 * @returns the number of bytes
 */
export function writeUtf8(text: string, start: number, end: number, bytes: Uint8Array, at = 0): number {
  for (let offset = start, to = at; offset < end; offset++, to++) {
    const code = text.charCodeAt(offset);
    if (code > 0x7f) return encoder.encodeInto(text.slice(start, end), bytes.subarray(at)).written;
    bytes[to] = code;
  }
  return end - start;
}

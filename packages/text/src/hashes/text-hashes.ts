import { FNV_OFFSET_BASIS, FNV_PRIME, fnv1a32, fnv1a64, type Halves } from './fnv-1a.js';
import { mix32, mix64 } from './murmur-mix.js';

/** Where the second half of a content hash starts: the golden ratio. */
const SECOND_START = 0x9e3779b9;

/**
 * Hash of a term for tables, shards and components of vectors: FNV-1a over UTF-16 units, then the finalizer of
 * MurmurHash3, since FNV alone spreads short words badly. Integer operations only.
 *
 * @returns an unsigned 32-bit integer
 */
export function hashTerm(term: string): number {
  return mix32(fnv1a32(term));
}

/** The same with 64 bits over UTF-8 bytes: of weighted features, whose hashes are compared bit by bit. */
export function hashFeature(feature: string): Halves {
  return mix64(fnv1a64(feature));
}

/** FNV-1a of 32 bits as eight hexadecimal digits: distinguishes the names of one folder. */
export function shortHashHex(text: string): string {
  return hex(fnv1a32(text));
}

/**
 * 64 bits as 16 hexadecimal digits, for ids of long texts: two FNV-1a hashes over UTF-16 units side by side, the second
 * fed with the first, each mixed as in MurmurHash3. In JavaScript that takes a fraction of the time of 64-bit FNV-1a.
 */
export function contentHashHex(content: string): string {
  let low = FNV_OFFSET_BASIS;
  let high = SECOND_START;
  for (let at = 0; at < content.length; at++) {
    const code = content.charCodeAt(at);
    low = Math.imul(low ^ code, FNV_PRIME);
    high = Math.imul(high ^ code ^ (low >>> 15), FNV_PRIME);
  }
  return `${hex(mix32(high))}${hex(mix32(low))}`;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

import { sha256 } from '@noble/hashes/sha2.js';

/**
 * Layout of a word table, all integers little-endian:
 *
 *     byte 0   magic `TMWV`
 *          4   format version, uint16
 *          6   dimensions of a word vector, uint16, even
 *          8   number of words, uint32
 *         12   byte length of the word list, uint32
 *         16   SHA-256 of bytes 0–15 followed by everything after byte 48
 *         48   scale of each word, uint16
 *              codes of each word, two to a byte, the lower half first; a code less 8 is a value from −7 to 7
 *              the words in UTF-8, most frequent first, joined by line feeds
 *
 * Component d of a word is `(code[d] − 8) · scale`, an integer: sums of such products are exact in a double, so that
 * neither the order of words nor the machine changes a result.
 */
export const MAGIC = [0x54, 0x4d, 0x57, 0x56] as const;
export const FORMAT_VERSION = 1;
export const DIGEST_OFFSET = 16;
export const BODY_OFFSET = 48;
/** A code of this size stands for the value zero. */
export const CODE_ZERO = 8;
/** Largest size of a value, on both sides of zero. */
export const CODE_LIMIT = 7;

/** SHA-256 over some bytes, one part after another. */
export type Sha256 = (parts: readonly Uint8Array[]) => Uint8Array;

/** The SHA-256 that runs anywhere. */
export function portableSha256(parts: readonly Uint8Array[]): Uint8Array {
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** SHA-256 over a whole word table except the 32 bytes of the digest itself. */
export function tableDigest(table: Uint8Array, digest: Sha256): Uint8Array {
  return digest([table.subarray(0, DIGEST_OFFSET), table.subarray(BODY_OFFSET)]);
}

import { sha256 } from '@noble/hashes/sha2.js';
import { BODY_OFFSET, DIGEST_OFFSET } from './word-table-format.js';

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

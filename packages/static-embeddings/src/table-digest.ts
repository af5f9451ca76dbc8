import { sha256 } from '@noble/hashes/sha2.js';
import { BODY_OFFSET, DIGEST_OFFSET } from './word-table-format.js';

/** SHA-256 over a whole word table but the 32 bytes where the digest itself stands. */
export function tableDigest(table: Uint8Array): Uint8Array {
  return sha256.create().update(table.subarray(0, DIGEST_OFFSET)).update(table.subarray(BODY_OFFSET)).digest();
}

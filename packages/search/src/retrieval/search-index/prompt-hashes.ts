/** Bytes of the hash of a question. */
export const HASH_BYTES = 8;

/** The hashes that some bytes contain, each an unsigned 64-bit integer, the lowest byte first. */
export function readHashes(bytes: Uint8Array): BigUint64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hashes = new BigUint64Array(Math.floor(bytes.length / HASH_BYTES));
  for (let at = 0; at < hashes.length; at++) hashes[at] = view.getBigUint64(at * HASH_BYTES, true);
  return hashes;
}

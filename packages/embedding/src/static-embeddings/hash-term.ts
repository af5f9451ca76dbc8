/**
 * A 32-bit hash of a term's UTF-16 units: FNV-1a, then the finalizer of MurmurHash3, which spreads every bit over the
 * word. Integer operations only.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

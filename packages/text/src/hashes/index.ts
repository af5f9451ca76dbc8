export { FNV_OFFSET_BASIS, FNV_PRIME, fnv1a32 } from './fnv-1a.js';
export { HashTable } from './hash-table.js';
export { contentHashHex, hashFeature, hashTerm, shortHashHex } from './text-hashes.js';

export { setBitCount } from './bit-count.js';
export { dotProduct, exactUnitVector, unitVector, vectorLength } from './vectors.js';

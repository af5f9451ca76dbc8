export { type Nearest, nearestNeighbours } from './nearest-neighbours.js';
export { signBits } from './sign-bits.js';
export { hammingDistance, simHash64 } from './sim-hash.js';
export { cosineSimilarity, fourDecimals, type StripeRounding, stripeFactor, stripeOrder } from './similarity.js';

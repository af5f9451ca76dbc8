export { type Neighbour, nearestNeighbours } from './nearest-neighbours.js';
export { type SignBits, signBits } from './sign-bits.js';
export { hammingDistance, simHash64, simHashOfFeatures } from './sim-hash.js';
export { cosineSimilarity, fourDecimals } from './similarity.js';
export { type StripeRounding, stripeFactor, stripeOrder } from './stripe-order.js';

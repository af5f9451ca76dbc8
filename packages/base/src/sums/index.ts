export { sum } from './sum.js';

export { oneLine, singleSpaces } from './one-line.js';

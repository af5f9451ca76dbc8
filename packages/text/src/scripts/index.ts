export { characterStart, isInsidePair } from './is-inside-pair.js';
export { languageOfScript } from './language-of-script.js';
export { segmenterFor } from './segmenter-for.js';

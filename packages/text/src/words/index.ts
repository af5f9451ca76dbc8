export { stemWord, stemWordOfBuiltinV1 } from './stem-word.js';

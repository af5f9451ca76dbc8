export {
  characterPairs,
  compoundParts,
  splitAtUnspaced,
  UNSPACED,
  WORD,
  WORD_OR_LANGUAGE,
  WORD_WITH_SIGNS,
} from './cut-words.js';
export { lowerCase } from './lower-case.js';
export { stemWord, stemWordOfBuiltinV1 } from './stem-word.js';
export { WordNumbers } from './word-numbers.js';

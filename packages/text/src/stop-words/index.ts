export { SHORT_ENGLISH_LIST } from './short-english-list.js';
export { ENGLISH_STOP_WORDS, stopWordsOf } from './stop-words.js';

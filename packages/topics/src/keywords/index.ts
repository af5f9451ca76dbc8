export { extractTerms, readTerms } from './extract-terms.js';
export { type AuthorityTerm, buildAuthority, findKeywords, keywordFinder, scoreKeywords } from './find-keywords.js';
export { COMMON_STOP_WORD_SHARE, findOtherLanguage } from './find-other-language.js';
export { generalWordsOf, isGeneralTerm } from './general-words.js';
export { chunkKeywords, headingWordsOf, type ShownKeyword, shownKeywords } from './shown-keywords.js';
export { type LocalTerm, typeMultiplierOf } from './term.js';
export { singularsOf } from './vocabulary.js';

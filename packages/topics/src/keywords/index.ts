export { type AuthorityTerm, buildAuthority } from './authority.js';
export { extractTerms, type ReadTerms, readTerms } from './extract-terms.js';
export { findKeywords, keywordFinder } from './find-keywords.js';
export { COMMON_STOP_WORD_SHARE, findOtherLanguage } from './find-other-language.js';
export { generalWordsOf } from './general-words.js';
export { headingWordsOf } from './heading-words.js';
export { scoreKeywords } from './score-keywords.js';
export { chunkKeywords, type ShownKeyword, shownKeywords } from './shown-keywords.js';
export { type LocalTerm, typeMultiplierOf } from './term.js';

export { type Authority, type AuthorityTerm, buildAuthority, type ShareClass } from './authority.js';
export { extractTerms, MIN_LOCAL_SCORE, type ReadTerms, readTerms } from './extract-terms.js';
export { type FoundKeyword, findKeywords, keywordFinder } from './find-keywords.js';
export { COMMON_STOP_WORD_SHARE, findOtherLanguage, type OtherLanguage } from './find-other-language.js';
export { generalWordsOf } from './general-words.js';
export { scoreKeywords } from './score-keywords.js';
export { chunkKeywords, type ShownKeyword, shownKeywords } from './shown-keywords.js';
export { ENGLISH_STOP_WORDS, stopWordsOf } from './stop-words.js';
export { type Keyword, type LocalTerm, type TermType, typeMultiplierOf } from './term.js';

export { extractTerms, type ReadTerms, readTerms } from './extract-terms.js';
export { keywordFinder } from './find-keywords.js';
export { COMMON_STOP_WORD_SHARE, findOtherLanguage } from './find-other-language.js';
export { generalWordsOf, isGeneralTerm } from './general-words.js';
export { type AuthorityTerm, authorityOf, buildAuthority, scoreKeywords } from './score-keywords.js';
export { chunkKeywords, headingWordsOf, type ShownKeyword, shownKeywords } from './shown-keywords.js';
export { type Keyword, type LocalTerm, typeMultiplierOf } from './term.js';
export { singularsOf } from './vocabulary.js';

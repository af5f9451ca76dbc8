export { findHiddenText } from './find-hidden-text.js';
export { HIDDEN_TEXT_KINDS, type HiddenText, type HiddenTextKind } from './hidden-text.js';

export { findHiddenText, HIDDEN_TEXT_KINDS, type HiddenText, type HiddenTextKind } from './find-hidden-text.js';

export {
  findHiddenText,
  HIDDEN_TEXT_KINDS,
  type HiddenText,
  type HiddenTextKind,
  isInShownText,
} from './find-hidden-text.js';

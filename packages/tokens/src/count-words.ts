import type { TokenCounter } from './token-counter.js';

const TOKENS_PER_WORD = 1.3;

/** 1 for the characters below 256 that are white space by Unicode's property `White_Space`. */
const IS_LATIN_SPACE = Uint8Array.from({ length: 256 }, (_, code) =>
  (code >= 9 && code <= 13) || code === 0x20 || code === 0x85 || code === 0xa0 ? 1 : 0,
);

/**
 * Number of words, the runs of characters that are not white space (Unicode's `White_Space`), between two offsets.
 *
 * @param start UTF-16 offset
 * @param end UTF-16 offset behind the last character; a word that it cuts counts as one
 */
export function countWords(text: string, start = 0, end: number = text.length): number {
  let words = 0;
  let wasSpace = 1;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code < 256 ? IS_LATIN_SPACE[code]! : isWideSpace(code);
    words += wasSpace & (isSpace ^ 1);
    wasSpace = isSpace;
  }
  return words;
}

/** Counts floor(words × 1.3): an estimate that hangs on no tokenizer. */
export const wordsCounter: TokenCounter = {
  name: 'words',
  count: (text) => Math.floor(countWords(text) * TOKENS_PER_WORD),
};

function isWideSpace(code: number): 0 | 1 {
  if (code < 0x1680 || code > 0x3000) return 0;
  const isSpace =
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000;
  return isSpace ? 1 : 0;
}

import type { TokenCounter } from './token-counter.js';

const TOKENS_PER_WORD = 1.3;

/** Every character with Unicode's property `White_Space`. */
const WHITE_SPACE =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

/** 1 for the UTF-16 code units that are white space. */
const IS_SPACE = new Uint8Array(0x10000);
for (const character of WHITE_SPACE) IS_SPACE[character.charCodeAt(0)] = 1;

/**
 * Number of words, the runs of characters that are not white space (Unicode's `White_Space`), between two offsets.
 *
 * @param start UTF-16 offset
 * @param end UTF-16 offset behind the last character; a word that it cuts counts as one
 */
export function countWords(text: string, start = 0, end: number = text.length): number {
  let changes = 0;
  let wasSpace = 1;
  for (let at = start; at < end; at++) {
    const isSpace = IS_SPACE[text.charCodeAt(at)]!;
    changes += wasSpace ^ isSpace;
    wasSpace = isSpace;
  }
  return (changes + 1) >> 1;
}

/** Counts floor(words × 1.3): an estimate that hangs on no tokenizer. */
export const wordsCounter: TokenCounter = {
  name: 'words',
  count: (text, start, end) => Math.floor(countWords(text, start, end) * TOKENS_PER_WORD),
};

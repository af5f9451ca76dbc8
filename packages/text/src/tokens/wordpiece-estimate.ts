import { CharacterClass, characterClass, characterWidth } from './character-class.js';
import type { TokenCounter } from './token-counter.js';

const DIGITS_PER_PIECE = 3;
const LETTERS_PER_PIECE = 4;

/**
 * Estimates WordPiece by the length of words: up to four letters 1, up to eight 1.3, else a quarter of the length,
 * rounded up; a third of the digits of a number, rounded up; 1 for each other character but white space. The sum is
 * rounded. docs/concepts/books-in-two-tiers says how far it is from `wordpiece`.
 */
export const wordpieceEstimateCounter: TokenCounter = {
  name: 'wordpiece-estimate',
  count(text, start = 0, end = text.length) {
    // Tenths, so that the sum does not depend on the order.
    let tenths = 0;
    for (let at = start; at < end; ) {
      const kind = runKind(text, at, start, end);
      let runEnd = at + characterWidth(text, at, end);
      if (kind >= CharacterClass.Mark || kind === CharacterClass.Number) {
        while (runEnd < end && runKind(text, runEnd, start, end) === kind) runEnd += characterWidth(text, runEnd, end);
      }
      tenths += estimatedTenths(kind, runEnd - at);
      at = runEnd;
    }
    return Math.round(tenths / 10);
  },
};

function estimatedTenths(kind: number, length: number): number {
  if (kind === CharacterClass.Number) return 10 * Math.ceil(length / DIGITS_PER_PIECE);
  if (kind === CharacterClass.Other) return 10;
  if (kind < CharacterClass.Mark) return 0;
  if (length <= 4) return 10;
  return length <= 8 ? 13 : 10 * Math.ceil(length / LETTERS_PER_PIECE);
}

/** Marks and all letters are of one kind. */
function runKind(text: string, at: number, start: number, end: number): number {
  return Math.min(characterClass(text, at, start, end), CharacterClass.Mark);
}

import type { TokenCounter } from './token-counter.js';
import { readWordRuns, type WordRunSink } from './word-runs.js';

const DIGITS_PER_PIECE = 3;
const LETTERS_PER_PIECE = 4;

/** Adds up tenths of pieces, so that the sum does not depend on the order. */
class EstimateSink implements WordRunSink {
  tenths = 0;

  letters(_text: string, start: number, end: number): void {
    const length = end - start;
    if (length <= 4) this.tenths += 10;
    else if (length <= 8) this.tenths += 13;
    else this.tenths += 10 * Math.ceil(length / LETTERS_PER_PIECE);
  }

  digits(length: number): void {
    this.tenths += 10 * Math.ceil(length / DIGITS_PER_PIECE);
  }

  punctuation(): void {
    this.tenths += 10;
  }
}

/**
 * Estimates WordPiece by the length of words: up to four letters 1, up to eight 1.3, else a quarter of the length,
 * rounded up; a third of the digits of a number, rounded up; 1 for each other character but white space. The sum is
 * rounded. It counts about a sixth to a fourth too much on English prose (decisions/0012-measurements-that-are-done.md).
 */
export const wordpieceEstimateCounter: TokenCounter = {
  name: 'wordpiece-estimate',
  count(text, start = 0, end = text.length) {
    const sink = new EstimateSink();
    readWordRuns(text, start, end, sink);
    return Math.round(sink.tenths / 10);
  },
};

import { TopicmillError } from '@topicmill/base/diagnostics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadWordVectors } from '../../src/static-embeddings/index.js';
import { serializeWordVectors } from '../../src/static-embeddings/serialize-word-vectors.js';
import { TINY_VECTORS, TINY_WORDS, tinyTable } from './tiny-table.js';

const VALUES_PER_ROW = 4;

function refusalOf(bytes: Uint8Array): TopicmillError {
  try {
    loadWordVectors(bytes);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return thrown;
  }
  throw new Error('The bytes were taken for a word table.');
}

describe('a word table', () => {
  it('is read as it was written, up to the rounding of one of fifteen steps', () => {
    const { wordCount, wordDimensions, rows, scales, codes } = loadWordVectors(tinyTable());
    expect([wordCount, wordDimensions]).toEqual([3, 4]);
    expect(rows.words()).toEqual(TINY_WORDS);
    const unit = 1 / 0xffff;
    for (let at = 0; at < TINY_VECTORS.length; at++) {
      const pair = codes[at >> 1]!;
      const code = at % 2 === 0 ? pair & 15 : pair >> 4;
      const row = Math.floor(at / VALUES_PER_ROW);
      const largest = Math.max(...TINY_VECTORS.slice(4 * row, 4 * row + 4).map(Math.abs));
      expect(Math.abs((code - 8) * scales[row]! * unit - TINY_VECTORS[at]!)).toBeLessThanOrEqual(0.25 * largest);
    }
  });

  it('is the same from bytes that start at an odd offset', () => {
    const table = tinyTable();
    const shifted = new Uint8Array(table.length + 1);
    shifted.set(table, 1);
    expect(loadWordVectors(shifted.subarray(1))).toEqual(loadWordVectors(table));
  });

  it('may be empty', () => {
    const empty = serializeWordVectors({ words: [], wordDimensions: 4, vectors: new Float32Array() });
    expect(loadWordVectors(empty).wordCount).toBe(0);
  });

  it('is refused when any byte is another', () => {
    const table = tinyTable();
    fc.assert(
      fc.property(fc.nat(table.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = Uint8Array.from(table);
        altered[at]! ^= change;
        expect(refusalOf(altered).code).toBe('WORD_VECTORS_CORRUPT');
      }),
    );
  });

  it('is refused when it is cut short or goes on', () => {
    const table = tinyTable();
    for (let length = 0; length < table.length; length++) {
      expect(refusalOf(table.subarray(0, length)).code).toBe('WORD_VECTORS_CORRUPT');
    }
    expect(refusalOf(Uint8Array.of(...table, 0)).code).toBe('WORD_VECTORS_CORRUPT');
  });

  it('is not made when two words are the same', () => {
    const twice = { words: ['a', 'a'], wordDimensions: 2, vectors: Float32Array.of(1, 0, 0, 1) };
    expect(() => serializeWordVectors(twice)).toThrow('A word is listed twice.');
  });

  it('is refused when it lists another number of words than it has vectors', () => {
    const split = serializeWordVectors({ words: ['a\nb'], wordDimensions: 2, vectors: Float32Array.of(1, 0) });
    expect(refusalOf(split).code).toBe('WORD_VECTORS_CORRUPT');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeWordTable, removeLeadingComponents } from '../../make-word-table.mjs';

const COLUMN_COUNT = 4;

describe('removeLeadingComponents', () => {
  it('leaves nothing of vectors on a line but rounding', () => {
    const values = Float32Array.from([1, 2, 3, 5, -4].flatMap((size) => [size, 2 * size, -size, 0.5 * size]));
    removeLeadingComponents({ values, columnCount: COLUMN_COUNT }, 1, 5);
    for (const value of values) expect(Math.abs(value)).toBeLessThan(1e-5);
  });

  it('keeps differences that are at right angles to the leading component', () => {
    const values = Float32Array.of(10, 1, 0, 0, -10, 1, 0, 0, 10, -1, 0, 0, -10, -1, 0, 0);
    removeLeadingComponents({ values, columnCount: COLUMN_COUNT }, 1, 4);
    const second = [0, 1, 2, 3].map((row) => values[row * COLUMN_COUNT + 1]!);
    expect(second.map((value) => Math.round(value * 1e5) / 1e5)).toEqual([1, 1, -1, -1]);
    for (let row = 0; row < 4; row++) expect(Math.abs(values[row * COLUMN_COUNT]!)).toBeLessThan(1e-5);
  });

  it('leaves the sample with the mean zero and never with more spread, be all rows the same', () => {
    const component = fc.double({ min: -9, max: 9, noNaN: true });
    const rows = fc.array(fc.tuple(component, component, component, component), { minLength: 6, maxLength: 20 });
    fc.assert(
      fc.property(rows, (vectors) => {
        const values = Float32Array.from(vectors.flat());
        const spread = (numbers: Float32Array): number => numbers.reduce((sum, value) => sum + value * value, 0);
        const before = spread(values);
        removeLeadingComponents({ values, columnCount: COLUMN_COUNT }, 1, vectors.length);
        for (let column = 0; column < COLUMN_COUNT; column++) {
          const mean = vectors.reduce((sum, _, row) => sum + values[row * COLUMN_COUNT + column]!, 0) / vectors.length;
          expect(Math.abs(mean)).toBeLessThan(1e-4);
        }
        expect(spread(values)).toBeLessThanOrEqual(before + 1e-3);
      }),
      { examples: [[Array.from({ length: 6 }, () => [1, 1, 1, 1] as [number, number, number, number])]] },
    );
  });
});

describe('makeWordTable', () => {
  it('takes the most frequent words that a text can ask for', () => {
    const words = ['the', ',', 'cat', 'e-mail', 'dog', 'rare'];
    const vectors = Object.fromEntries(words.map((word, at) => [word, [at, at * at, 1, 2, 99]]));
    const settings = { wordCount: 3, wordDimensions: 4, removedComponentCount: 0, sampleCount: 3 };
    const table = makeWordTable({ words, vectors }, settings);
    expect(table.words).toEqual(['the', 'cat', 'dog']);
    expect([...table.vectors].filter((_, at) => at % 4 === 0)).toEqual([-2, 0, 2]);
  });
});

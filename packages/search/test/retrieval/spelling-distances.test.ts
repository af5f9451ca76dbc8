import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpellingDistances } from '../../src/retrieval/search-index/spelling-distances.js';
import { sharedLength } from '../../src/retrieval/shared-length.js';

const MAX_LENGTH = 8;

test.each([
  ['color', 'colour', 1],
  ['recieve', 'receive', 1],
  ['word', 'ward', 1],
  ['abc', 'xyz', 3],
])('the distance of %s from %s is %i', (word, known, expected) => {
  expect(new SpellingDistances(word, MAX_LENGTH).distanceTo(known, 0, MAX_LENGTH, false)).toBe(expected);
});

test('as a prefix, a word is compared with the nearest beginning', () => {
  expect(new SpellingDistances('confg', 13).distanceTo('configuration', 0, 2, true)).toBe(1);
});

test('distances up to the limit are those that each word has by itself, whatever words came before it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: MAX_LENGTH });
  fc.assert(
    fc.property(
      word,
      fc.uniqueArray(word, { maxLength: 30 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 3 }),
      (misspelt, words, isPrefix, limit) => {
        const table = new SpellingDistances(misspelt, MAX_LENGTH);
        const sorted = words.sort();
        for (const [at, known] of sorted.entries()) {
          const distance = table.distanceTo(known, sharedLength(sorted[at - 1] ?? '', known), limit, isPrefix);
          const alone = new SpellingDistances(misspelt, MAX_LENGTH).distanceTo(known, 0, MAX_LENGTH * 2, isPrefix);
          expect(Math.min(distance, limit + 1)).toBe(Math.min(alone, limit + 1));
        }
      },
    ),
  );
});

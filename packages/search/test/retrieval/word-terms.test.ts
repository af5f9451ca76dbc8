import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyzeText } from '../../src/retrieval/analyze-text.js';
import { WordTerms } from '../../src/retrieval/word-terms.js';

const words = fc.constantFrom(
  'the',
  'Caches',
  'caches',
  'JsonSerializer',
  'C#',
  'notes#',
  '検索',
  'x'.repeat(70),
  '—',
  '\n',
);
const texts = fc.array(words).map((list) => list.join(' '));

it('gives the terms of analyzeText, and each written word once', () => {
  const reader = new WordTerms();
  fc.assert(
    fc.property(texts, (text) => {
      reader.forgetIfLarge();
      const numbers = reader.differentWords(text);
      expect(new Set(numbers).size).toBe(numbers.length);
      const terms = new Set(numbers.flatMap((number) => reader.termsOf(number)));
      expect([...terms]).toEqual([...new Set(analyzeText(text))]);
    }),
  );
});

it('knows many words, and forgets them when told', () => {
  const reader = new WordTerms();
  const text = Array.from({ length: 40_000 }, (_, at) => `w${at}`).join(' ');
  expect(reader.differentWords(text)).toHaveLength(40_000);
  reader.forgetIfLarge();
  expect(reader.differentWords('two two words').map((number) => reader.termsOf(number))).toEqual([['two'], ['word']]);
});

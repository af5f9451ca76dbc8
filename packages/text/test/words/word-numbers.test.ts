import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WORD, WORD_OR_LANGUAGE, WordNumbers } from '../../src/words.js';

function wordsIn(numbers: WordNumbers, text: string, start = 0, end = text.length): string[] {
  const words: string[] = [];
  numbers.read(text, start, end, (number) => words.push(numbers.wordOf(number)));
  return words;
}

const pieces = fc.constantFrom(
  ...[
    'C#',
    'c++',
    'F#9',
    'notes#',
    'a',
    'Json',
    'utf16',
    'é',
    'e\u0301',
    '搜索',
    'ый',
    '𠀀',
    '\ud840',
    '—',
    '#',
    '+',
    ' ',
    '\n',
    '_',
    '٣',
  ],
);
const texts = fc.oneof(
  fc.array(pieces).map((list) => list.join('')),
  fc.string({ unit: 'binary' }),
);

describe('WordNumbers', () => {
  it.each([
    ['WORD', WORD],
    ['WORD_OR_LANGUAGE', WORD_OR_LANGUAGE],
  ])('finds the words that %s matches', (_, pattern) => {
    const numbers = new WordNumbers(pattern);
    fc.assert(
      fc.property(texts, (text) => {
        expect(wordsIn(numbers, text)).toEqual(text.match(pattern) ?? []);
      }),
    );
  });

  it('finds the same words line by line', () => {
    const numbers = new WordNumbers(WORD);
    fc.assert(
      fc.property(texts, (text) => {
        const lines: string[][] = [];
        let start = 0;
        for (const line of text.split('\n')) {
          lines.push(wordsIn(numbers, text, start, start + line.length));
          start += line.length + 1;
        }
        expect(lines.flat()).toEqual(text.match(WORD) ?? []);
      }),
    );
  });

  it('gives each word one number, counted from 0, however many there are', () => {
    const numbers = new WordNumbers(WORD);
    const text = Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(' ');
    const first: number[] = [];
    numbers.read(text, 0, text.length, (number) => first.push(number));
    expect(first).toEqual(Array.from({ length: 20_000 }, (_, at) => at));
    const again: number[] = [];
    numbers.read(text, 0, text.length, (number) => again.push(number));
    expect(again).toEqual(first);
  });

  it('is large by the number of words or by their length, and empty when it is cleared', () => {
    const numbers = new WordNumbers(WORD);
    expect(wordsIn(numbers, 'b a')).toEqual(['b', 'a']);
    expect(numbers.isLarge).toBe(false);
    const long = 'x'.repeat(1 << 20);
    expect(wordsIn(numbers, long)).toEqual([long]);
    expect(numbers.isLarge).toBe(true);
    numbers.clear();
    expect(numbers.isLarge).toBe(false);
    const first: number[] = [];
    numbers.read('a', 0, 1, (number) => first.push(number));
    expect(first.map((number) => [number, numbers.wordOf(number)])).toEqual([[0, 'a']]);
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, loadTokenCounter } from '../../src/tokens/index.js';

const WHITE_SPACE = /\p{White_Space}+/u;
const CHARACTER = fc.oneof(
  fc.constantFrom(' ', '\n', '\t', '\u0085', '\u00a0', '\u1680', '\u2003', '\u202f', '\u3000', '\ufeff', 'a'),
  fc.string({ unit: 'binary', maxLength: 1 }),
);
const TEXT = fc.array(CHARACTER, { maxLength: 40 }).map((characters) => characters.join(''));

test('counts the runs between white space', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      expect(countWords(text)).toBe(text.split(WHITE_SPACE).filter((word) => word !== '').length);
    }),
  );
});

test('agrees with Unicode about every character that is white space', () => {
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    expect(countWords(`a${character}b`), code.toString(16)).toBe(WHITE_SPACE.test(character) ? 2 : 1);
  }
});

test('counts a range as it counts its slice', () => {
  fc.assert(
    fc.property(TEXT, fc.nat(40), fc.nat(40), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(countWords(text, start, end)).toBe(countWords(text.slice(start, end)));
    }),
  );
});

test.each([
  ['', 0],
  [' \n', 0],
  ['one', 1],
  ['one two', 2],
  ['one two three', 3],
  ['one two three four', 5],
  ['1 2 3 4 5 6 7 8 9 10', 13],
])('the counter `words` gives floor(words × 1.3): %j', async (text, count) => {
  const counter = await loadTokenCounter('words');
  expect(counter.name).toBe('words');
  expect(counter.count(text)).toBe(count);
});

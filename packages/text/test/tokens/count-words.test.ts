import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, loadTokenCounter } from '../../src/tokens/index.js';

const WHITE_SPACE = /\p{White_Space}+/u;
/** Scripts that write no spaces between words, and the punctuation that goes with them. */
const SPACELESS =
  /[\uf900-\ufaff\u3400-\u9fff\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}\p{Script=Khmer}\u0e00-\u0eff\u1000-\u109f\u1780-\u19ff\u2e80-\u2fdf\u3001-\u30ff\uff01-\uff9f\ud840-\ud888]/u;
const CHARACTER = fc.oneof(
  fc.constantFrom(' ', '\n', '\t', '\u0085', '\u00a0', '\u1680', '\u2003', '\u202f', '\u3000', '\ufeff', 'a'),
  fc.string({ unit: 'binary', maxLength: 1 }),
);
const TEXT = fc.array(CHARACTER, { maxLength: 40 }).map((characters) => characters.join(''));

test('counts the runs between white space', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      fc.pre(!SPACELESS.test(text));
      expect(countWords(text)).toBe(text.split(WHITE_SPACE).filter((word) => word !== '').length);
    }),
  );
});

test('agrees with Unicode about every character that is white space', () => {
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (SPACELESS.test(character)) continue;
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

test.each([
  ['你好世界', 2.4],
  ['你好，世界。', 2.4],
  ['使用 npm 安装', 3.4],
  ['使用npm安装', 3.4],
  ['ひらがな', 1.6],
  ['カタカナ', 1.6],
  ['𠮷野家', 1.8],
  ['ภาษาไทย', 1.4],
  ['한국어 문서', 2],
  ['हिन्दी में', 2],
  ['（a）', 1],
])('counts what is written without spaces by its characters: %j', (text, count) => {
  expect(countWords(text)).toBeCloseTo(count, 10);
});

test.each([
  ['Thai and Lao', 0x0e01, 0x0eff, 0.2],
  ['Burmese', 0x1000, 0x109f, 0.2],
  ['Khmer', 0x1780, 0x17ff, 0.2],
  ['New Tai Lue and signs of Khmer', 0x1980, 0x19ff, 0.2],
  ['kana of Ainu', 0x31f0, 0x31ff, 0.4],
  ['the first extension of Han', 0x3400, 0x4dbf, 0.6],
  ['Han', 0x4e00, 0x9fff, 0.6],
])(
  'a character of %s counts for so much from the first to the last, and its neighbours are words',
  (_, first, last, words) => {
    const counted = (code: number): number => countWords(String.fromCharCode(code));
    for (let code = first; code <= last; code++) expect(counted(code), code.toString(16)).toBeCloseTo(words, 10);
    expect([counted(first - 1), counted(last + 1)]).toEqual([1, 1]);
  },
);

test.each([
  ['words and spaces', 'a '.repeat(20_000), 20_000],
  ['one word', 'a'.repeat(40_000), 1],
  ['one word before characters without spaces', `${'a'.repeat(16_384)}你好`, 2.2],
  ['spaces before them', `a${' '.repeat(40_000)}你`, 1.6],
  ['nothing but them', '你'.repeat(40_000), 24_000],
])('counts a long text from stretch to stretch: %s', (_, text, count) => {
  expect(countWords(text)).toBeCloseTo(count, 5);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/tokens/index.js';

const estimate = await loadTokenCounter('wordpiece-estimate');
const fitted = await loadTokenCounter('wordpiece-fitted');

describe('wordpiece-estimate', () => {
  it.each([
    ['', 0],
    [' \n\t', 0],
    ['a', 1],
    ['four', 1],
    ['fives', 1],
    ['fives eight eights', 4],
    ['ninechars', 3],
    ['thirteenchars', 4],
    ['1', 1],
    ['123', 1],
    ['1234', 2],
    ['1234567', 3],
    ['...', 3],
    ["don't", 3],
    ['(a, b)', 5],
    ['x86', 2],
  ])('counts %j as %i', (text, count) => {
    expect(estimate.count(text)).toBe(count);
  });
});

describe('wordpiece-fitted', () => {
  it('counts words of running text, of code and in camel case apart', () => {
    const plain = fitted.count('together '.repeat(100));
    const joined = fitted.count('together/'.repeat(100)) - 100;
    const camel = fitted.count('toGether '.repeat(100));
    expect(plain).toBeLessThan(joined);
    expect(joined).toBeLessThan(camel);
  });

  it('counts about a piece for each character of Chinese, Japanese, Russian, and more for Korean', () => {
    for (const text of ['漢字'.repeat(50), 'かな'.repeat(50), 'слово '.repeat(20)]) {
      const characterCount = text.replaceAll(' ', '').length;
      expect(Math.abs(fitted.count(text) - characterCount)).toBeLessThanOrEqual(0.05 * characterCount);
    }
    expect(fitted.count('한글'.repeat(50))).toBeGreaterThan(150);
  });
});

describe.each([estimate, fitted])('$name, whatever the text', (counter) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });

  it('gives a range the count of its text alone', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (source, a, b) => {
        const start = Math.min(a, source.length);
        const end = Math.min(start + b, source.length);
        expect(counter.count(source, start, end)).toBe(counter.count(source.slice(start, end)));
      }),
    );
  });

  it('is whole, and zero for white space only', () => {
    fc.assert(
      fc.property(text, (source) => {
        const count = counter.count(source);
        expect(Number.isSafeInteger(count)).toBe(true);
        expect(count === 0).toBe(!/\S/u.test(source.replace(/[\u0085]/g, ' ').replace(/\ufeff/g, 'x')));
      }),
    );
  });

  it('is at most one off when two texts meet at a blank', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.abs(counter.count(`${a} ${b}`) - counter.count(a) - counter.count(b))).toBeLessThanOrEqual(1);
      }),
    );
  });
});

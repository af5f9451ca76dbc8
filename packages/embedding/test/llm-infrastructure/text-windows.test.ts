import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupWithin } from '../../src/llm-infrastructure/group-within.js';
import { cutIntoWindows, splitInTwo } from '../../src/llm-infrastructure/text-windows.js';

const byLength = (text: string): number => text.length;
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000, size: 'max' }),
  fc.string({ unit: fc.constantFrom('word', ' ', '\n', '\n\n', '😀', 'é'), maxLength: 900, size: 'max' }),
);
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

describe('cutIntoWindows', () => {
  it('leaves out nothing but white space, and keeps every window within the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 64, max: 500 }), (text, limit) => {
        const windows = cutIntoWindows(text, 3, limit, byLength);
        const withoutSpace = (some: string): string => some.replace(/\s+/g, '');
        expect(withoutSpace(windows.map((window) => window.text).join(''))).toBe(withoutSpace(text));
        for (const window of windows) {
          expect(window.tokenCount).toBeLessThanOrEqual(limit);
          expect(window.textIndex).toBe(3);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('leaves a text that fits alone', () => {
    expect(cutIntoWindows('  as it is\n', 0, 20, byLength)).toEqual([
      { textIndex: 0, text: '  as it is\n', tokenCount: 11 },
    ]);
  });

  it('cuts no further than any model needs, whatever the counter says', () => {
    const windows = cutIntoWindows('x'.repeat(1_000), 0, 1, () => 1_000_000);
    expect(windows.map((window) => window.text).join('')).toBe('x'.repeat(1_000));
    expect(windows.length).toBeLessThanOrEqual(32);
  });
});

describe('splitInTwo', () => {
  it('gives two parts that join to the text and break no character', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'binary', minLength: 2, maxLength: 200 })
          .filter((text) => text.length > 2 && isWellFormed(text)),
        (text) => {
          const [left, right] = splitInTwo(text);
          expect(left + right).toBe(text);
          expect([isWellFormed(left), isWellFormed(right)]).toEqual([true, true]);
          expect(left.length).toBeGreaterThan(0);
          expect(left.length).toBeLessThan(text.length);
        },
      ),
    );
  });

  it.each([
    ['a blank line', `${'word '.repeat(10)}\n\n${'word '.repeat(10)}`, `${'word '.repeat(10)}\n\n`],
    ['a line', `${'word '.repeat(10)}\n${'word '.repeat(10)}`, `${'word '.repeat(10)}\n`],
    ['the word nearest to the middle', 'aaaa '.repeat(20), 'aaaa '.repeat(10)],
  ])('prefers to cut after %s', (_, text, left) => {
    expect(splitInTwo(text)[0]).toBe(left);
  });
});

describe('groupWithin', () => {
  it('keeps the order and every limit, and makes no group that could join the one before', () => {
    const limit = { itemCount: 5, tokenCount: 100 };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 150 })), (items) => {
        const groups = groupWithin(items, limit, (tokenCount) => ({ itemCount: 1, tokenCount }));
        const sum = (some: readonly number[]): number => some.reduce((total, item) => total + item, 0);
        expect(groups.flat()).toEqual(items);
        groups.forEach((group, at) => {
          expect(group.length === 1 || (group.length <= 5 && sum(group) <= 100)).toBe(true);
          const before = groups[at - 1];
          if (before !== undefined) expect(before.length === 5 || sum(before) + group[0]! > 100).toBe(true);
        });
      }),
    );
  });
});

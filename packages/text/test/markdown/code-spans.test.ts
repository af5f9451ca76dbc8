import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodeSpans } from '../../src/markdown/code-spans.js';
import { findLinks, inlineReferences } from '../../src/markdown/index.js';

/** Offset after the code span at `at`, by looking at each run after it (CommonMark 0.31, section 6.1). */
function endBySearch(text: string, at: number, blockEnd: number): number {
  const block = text.slice(0, blockEnd);
  const length = /^`+/.exec(block.slice(at))![0].length;
  const after = at + length;
  for (const { 0: run, index } of block.slice(after).matchAll(/`+/g)) {
    if (run.length === length) return after + index + length;
  }
  return after;
}

const pieces = fc.array(fc.constantFrom('`', '``', '```', 'a', ' ', '\n', '\\'), { maxLength: 30 });

test('finds the end that a search of the whole block finds', () => {
  fc.assert(
    fc.property(pieces, fc.nat(40), (parts, cut) => {
      const text = parts.join('');
      const blockEnd = Math.min(text.length, cut);
      const spans = new CodeSpans(text);
      spans.enterBlock(blockEnd);
      for (let at = text.indexOf('`'); at !== -1 && at < blockEnd; ) {
        const end = spans.endAt(at);
        expect(end).toBe(endBySearch(text, at, blockEnd));
        at = text.indexOf('`', end);
      }
    }),
  );
});

test('a run of which a backslash took the first backtick is shorter', () => {
  const text = '\\``a`b``';
  const spans = new CodeSpans(text);
  spans.enterBlock(text.length);
  expect(spans.endAt(2)).toBe('\\``a`'.length);
});

test('a block ends a code span', () => {
  const spans = new CodeSpans('`a\n\nb` `c`');
  spans.enterBlock(3);
  expect(spans.endAt(0)).toBe(1);
  spans.enterBlock(10);
  expect(spans.endAt(5)).toBe(8);
});

test('links: a code span is on one line, and contains no destinations', () => {
  const destinations = (text: string): string[] => findLinks(text).map(({ destination }) => destination);
  expect(destinations('`[a](b)` [c](d)')).toEqual(['d']);
  expect(destinations('`[a](b)\n[c](d)`')).toEqual(['b', 'd']);
  expect(destinations('``[a](b)` [c](d) ``[e](f)')).toEqual(['f']);
  expect(destinations('`` ` [a](b)\n` [c](d)')).toEqual(['b', 'd']);
});

test('two megabytes of runs, each longer than the one before, are read once', () => {
  const runs: string[] = [];
  for (let length = 1; length < 2000; length++) runs.push('`'.repeat(length));
  const text = runs.join(' ');
  expect(findLinks(`${text} [a](b)`).map(({ destination }) => destination)).toEqual(['b']);
  expect(inlineReferences(`${text} [a]\n\n[a]: b\n`).endsWith(' [a](b)\n\n')).toBe(true);
});

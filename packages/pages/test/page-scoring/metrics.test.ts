import { expect, test } from 'vitest';
import {
  answerF1,
  contextRecall,
  integrityScore,
  isExactMatch,
  latencyDelta,
  mean,
  normalizeAnswer,
  requiredTokens,
} from '../../src/page-scoring/index.js';

/** Counts words, so that sums can be done by hand. */
const words = { count: (text: string) => text.split(/\s+/).filter((word) => word !== '').length };

test.each([
  ['The Eiffel-Tower!', 'eiffeltower'],
  ['  An   apple, a day ', 'apple day'],
  ['Theatre than others', 'theatre than others'],
  ['“quoted” – dash', '“quoted” – dash'],
  ['the', ''],
])('normalised as SQuAD does: %j', (answer, normalized) => {
  expect(normalizeAnswer(answer)).toBe(normalized);
});

test.each([
  // 3 of 4 words right, 3 of 6 found: 2 · 0.75 · 0.5 / 1.25
  ['red green blue black', 'red green blue white grey pink', 0.6],
  // A word counts as often as it is expected: 1 of 3, 1 of 1.
  ['yes yes yes', 'yes', 0.5],
  ['The cat.', 'cat', 1],
  ['dog', 'cat', 0],
  ['', '', 1],
  ['the', 'cat', 0],
])('F1 of %j for %j is %d', (answer, expected, f1) => {
  expect(answerF1(answer, expected)).toBeCloseTo(f1, 12);
});

test('exact match compares what is normalised', () => {
  expect(isExactMatch('The 4 cats!', '4 cats')).toBe(true);
  expect(isExactMatch('four cats', '4 cats')).toBe(false);
});

test('recall weighs passages by their tokens', () => {
  // 3 of 3 + 1 tokens.
  const read = requiredTokens(['one two three', 'four'], ['zero one\ntwo  three', 'five'], words);
  expect(read).toEqual({ held: 3, all: 4 });
  expect(contextRecall(read)).toBe(0.75);
  // A passage that two pages share between them is on neither.
  expect(contextRecall(requiredTokens(['one two'], ['one', 'two'], words))).toBe(0);
  expect(contextRecall(requiredTokens([], ['x'], words))).toBe(1);
});

test('integrity is hits over hits and misses in percent', () => {
  expect(integrityScore(49, 1)).toBe(98);
  expect(integrityScore(0, 3)).toBe(0);
  expect(integrityScore(0, 0)).toBe(100);
});

test('latency delta is a share of the control in percent', () => {
  expect(latencyDelta(115, 100)).toBeCloseTo(15, 12);
  expect(latencyDelta(50, 100)).toBe(-50);
  expect(latencyDelta(50, 0)).toBeUndefined();
});

test('no values have no mean', () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(mean([])).toBeUndefined();
});

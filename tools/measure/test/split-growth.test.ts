import { TopicmillError } from '@topicmill/base/diagnostics';
import { MAX_GROWTH, timeGrowth } from '@topicmill/test-support/time-growth';
import { expect, it } from 'vitest';
import { splitGrowth } from '../src/fuzzed-documents/split-growth.js';

const text = (length: number): string => 'a'.repeat(length);

/** Does something for each of some steps. */
function work(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step++) sum = (sum * 31 + step) | 0;
  return sum;
}

it('tells time that grows with a size from time that grows with its square', async () => {
  expect(await timeGrowth((size) => () => work(size * 500))).toBeLessThan(MAX_GROWTH);
  const few = { firstSize: 200, maxSize: 400, warmUps: 2 };
  expect(await timeGrowth((size) => () => work(size * size), few)).toBeGreaterThan(MAX_GROWTH);
});

it('measures again with longer texts where the ratio is too large', async () => {
  expect(await splitGrowth(({ length }) => work(length > 1 << 14 ? 12e7 : 3e7), text)).toBeLessThan(MAX_GROWTH);
});

it('has no ratio and no time of a text that is refused, and throws what is no refusal', async () => {
  const refuse = (): never => {
    throw new TopicmillError('INVALID_OPTION', 'Too long.', { remedy: 'Take a shorter one.' });
  };
  const refuseLong = (given: string): unknown => (given.length > 1 << 14 ? refuse() : work(3e7));
  const growths = Promise.all([refuse, refuseLong].map((split) => splitGrowth(split, text)));
  expect(await growths).toEqual([undefined, undefined]);
  const fail = (): never => {
    throw new Error('A fault.');
  };
  await expect(splitGrowth(fail, text)).rejects.toThrow('A fault.');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calm } from '../../src/viewer/app/data/calm.js';

let doneAt: number[];
/** @param takesMs until what was done has had its effect */
function calmed(takesMs = 0) {
  const made = calm(() => {
    doneAt.push(performance.now());
    setTimeout(() => made.finish(), takesMs);
  });
  return made;
}

beforeEach(() => {
  doneAt = [];
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'], now: 0 });
});
afterEach(() => vi.useRealTimers());

test('a call that is alone is answered at once', () => {
  const { call } = calmed();
  call();
  vi.advanceTimersByTime(1000);
  call();
  vi.advanceTimersByTime(1000);
  expect(doneAt).toEqual([0, 1000]);
});

test('of fifty calls that follow closely the first is answered at once, and the last within a moment', () => {
  const { call } = calmed();
  for (let at = 0; at < 50; at++) {
    call();
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(5000);
  expect(doneAt).toEqual([0, 49 * 20 + 120]);
});

test('calls that do not end are answered now and then', () => {
  const { call } = calmed();
  for (let at = 0; at < 100; at++) {
    call();
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5000);
  expect(doneAt.length).toBeLessThanOrEqual(7);
  for (const [at, each] of doneAt.slice(1).entries()) expect(each - doneAt[at]!).toBeLessThanOrEqual(2120);
});

test('calls of a busy machine are answered as often as it shows them, the last one too', () => {
  const { call } = calmed(700);
  for (let at = 0; at < 20; at++) {
    call();
    vi.advanceTimersByTime(200);
  }
  vi.advanceTimersByTime(5000);
  expect(doneAt.length).toBeLessThanOrEqual(2 + (20 * 200) / 700);
  for (const [at, each] of doneAt.slice(1).entries()) expect(each - doneAt[at]!).toBeGreaterThanOrEqual(700);
  expect(doneAt.at(-1)).toBeGreaterThanOrEqual(19 * 200);
});

test('what never has an effect is done again all the same', () => {
  const { call } = calmed(60_000);
  call();
  vi.advanceTimersByTime(300);
  call();
  vi.advanceTimersByTime(5000);
  expect(doneAt).toEqual([0, 2000]);
});

test('what has ended is not answered', () => {
  const { call, end } = calmed();
  call();
  call();
  end();
  vi.advanceTimersByTime(5000);
  expect(doneAt).toEqual([0]);
});

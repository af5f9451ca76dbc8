import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startProgress } from '../src/report/progress.js';

let lines: string[];
const stderr = { write: (line: string) => lines.push(line) };

beforeEach(() => {
  lines = [];
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => vi.useRealTimers());

test('in CI, a line now and then says how far work is and how long it will take', () => {
  const progress = startProgress('Building', { stderr, env: { CI: 'true' } });
  for (let done = 1; done <= 3120; done++) {
    vi.advanceTimersByTime(10);
    progress.count(done, 14_245, 'page');
  }
  expect(lines).toEqual([
    'Building: 1000 of 14245 pages, about 3 min left\n',
    'Building: 2000 of 14245 pages, about 3 min left\n',
    'Building: 3000 of 14245 pages, about 2 min left\n',
  ]);
});

test('short work, and work that nobody watches, says nothing', () => {
  startProgress('Building', { stderr, env: { CI: 'true' } }).count(1, 2, 'page');
  const unwatched = startProgress('Building', { stderr, env: {} });
  vi.advanceTimersByTime(60_000);
  unwatched.count(1, 2, 'page');
  expect(lines).toEqual([]);
});

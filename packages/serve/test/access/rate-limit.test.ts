import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RateLimit } from '../../src/access/index.js';

const MINUTE_MS = 60_000;

describe('the limit of requests', () => {
  it('never admits more than a minute has, next to the credit of the beginning', () => {
    const steps = fc.array(fc.nat({ max: 5_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 50 }), (pauses, perMinute) => {
        let now = 0;
        const limit = new RateLimit({ perMinute, atOnce: 10 }, () => now);
        let admitted = 0;
        for (const pause of pauses) {
          now += pause;
          const answer = limit.admit('a');
          if ('done' in answer) {
            admitted += 1;
            answer.done();
          } else expect(answer.retrySeconds).toBeGreaterThan(0);
        }
        expect(admitted).toBeLessThanOrEqual(perMinute + (now * perMinute) / MINUTE_MS);
      }),
    );
  });

  it('admits again after the time that it names, and counts every client apart', () => {
    let now = 0;
    const limit = new RateLimit({ perMinute: 2, atOnce: 10 }, () => now);
    const take = (name: string) => limit.admit(name);
    expect([take('a'), take('a')].every((answer) => 'done' in answer)).toBe(true);
    expect(take('a')).toEqual({ retrySeconds: 30 });
    expect(take('b')).toHaveProperty('done');
    now = 30_000;
    expect(take('a')).toHaveProperty('done');
  });

  it('admits no more at once than allowed', () => {
    const limit = new RateLimit({ perMinute: 100, atOnce: 1 }, () => 0);
    const first = limit.admit('a');
    expect(limit.admit('a')).toEqual({ retrySeconds: 1 });
    if ('done' in first) first.done();
    expect(limit.admit('a')).toHaveProperty('done');
  });
});

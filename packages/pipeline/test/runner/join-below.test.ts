import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinBelow } from '../../src/runner/workspace.js';

it('joins whatever paths there are as posix.join does', () => {
  const segment = fc.oneof(
    fc.constantFrom('', '.', '..', '...', '.a', 'a.', 'docs', 'a b'),
    fc.string({ maxLength: 4 }),
  );
  const path = fc.array(segment, { maxLength: 4 }).map((segments) => segments.join('/'));
  fc.assert(
    fc.property(path, path, (directory, below) => {
      expect(joinBelow(directory, below)).toBe(posix.join(directory, below));
    }),
  );
});

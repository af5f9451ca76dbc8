import { expect, test } from 'vitest';
import { requiredTest } from '../../src/store/parse-query.js';

test.each(['phrase', 'prefix'] as const)('a %s of which no pattern can be made is refused', (kind) => {
  expect(() => requiredTest([{ kind, text: 'a'.repeat(200_000) }])).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', remedy: expect.any(String) }),
  );
  expect(requiredTest([{ kind, text: 'a'.repeat(1000) }])('a'.repeat(1000))).toBe(true);
});

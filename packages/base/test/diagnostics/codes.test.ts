import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/index.js';

const codes = Object.keys(DIAGNOSTIC_CODES);

test('the codes are those of fixtures/codes.txt, sorted: a code is added there too, and never removed or renamed', () => {
  const pinned = readFileSync(new URL('fixtures/codes.txt', import.meta.url), 'utf8');
  expect(`${codes.join('\n')}\n`).toBe(pinned);
  expect(codes).toEqual([...codes].sort());
});

test.each(Object.entries(DIAGNOSTIC_CODES))('%s is upper-case and explained in a sentence', (code, explanation) => {
  expect(code).toMatch(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/);
  expect(explanation).toMatch(/^[A-Za-z][^\n]*\.$/);
});

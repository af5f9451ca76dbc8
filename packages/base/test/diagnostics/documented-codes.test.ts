import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/index.js';

const PAGE = join(import.meta.dirname, '../../../../docs/reference/error-codes/golden-reference.md');

it('every code is explained in docs/reference/error-codes', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(Object.keys(DIAGNOSTIC_CODES).filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

import { expect, it } from 'vitest';
import { NumberedSlugs } from '../../src/slugs/index.js';

it('equal headings get numbers, and ids that the document gives are passed over', () => {
  const slugs = new NumberedSlugs();
  slugs.reserve('usage-1');
  expect(['Usage', 'Usage', 'Set-up & run', ''].map((text) => slugs.slugOf(text))).toEqual([
    'usage',
    'usage-2',
    'set-up--run',
    '',
  ]);
});

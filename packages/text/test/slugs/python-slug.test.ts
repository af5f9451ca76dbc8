import { expect, test } from 'vitest';
import { pythonSlug } from '../../src/slugs/slugify.js';

test.each([
  ['unicode', '$&'],
  ['unicode', '$`'],
  ['pymdownx', '$&'],
  ['ascii', ']^-\\'],
] as const)('%s: a separator %j is put in as it is', (slugify, separator) => {
  expect(pythonSlug('One  two', slugify, separator)).toBe(
    slugify === 'pymdownx' ? `one${separator}${separator}two` : `one${separator}two`,
  );
});

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

// As `slugify(case='lower')` of PyMdown Extensions 9.5 gives them.
test.each([
  ['✨ New', '-new'],
  ['Kilns – fired & cold?', 'kilns--fired--cold'],
  ['Ça_va ', 'ça_va'],
])('pymdownx removes white space at the ends of %j, and then characters', (text, slug) => {
  expect(pythonSlug(text, 'pymdownx', '-')).toBe(slug);
});

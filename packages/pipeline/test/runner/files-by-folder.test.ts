import { expect, it } from 'vitest';
import { filesByFolder } from '../../src/runner/index.js';

it('the files of a topic are one text, and a file alone is its path', () => {
  const tea = ['index.json', 'tea.md', '_chunks/tea-0.md', '_keywords/terms.md'].map(
    (name) => `topics/drinks/tea/${name}`,
  );
  expect(filesByFolder([...tea, 'topics/drinks/index.json', 'topics/drinks/coffee/_chunks/coffee-1.md'])).toEqual([
    '4 files in topics/drinks/tea',
    'topics/drinks/index.json',
    'topics/drinks/coffee/_chunks/coffee-1.md',
  ]);
  expect(filesByFolder(['_search/a', '_search/b'])).toEqual(['2 files in .']);
});

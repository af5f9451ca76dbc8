import { describe, expect, test } from 'vitest';
import { readStatements } from '../../src/page-scoring/quoting.js';

const LENGTH = 100_000;

describe('100,000 characters in one line', () => {
  test.each([
    ['spaces in a heading', `# ${' '.repeat(LENGTH)}\u2028x`],
    ['hashes in a heading', `# ${'#'.repeat(LENGTH)}x`],
    ['closing hashes that close nothing', `# ${'# '.repeat(LENGTH / 2)}x`],
    ['ends of sentences', `a${'. '.repeat(LENGTH / 2)}`],
  ])('%s', { timeout: 10_000 }, (_, text) => {
    expect(readStatements(text).length).toBeLessThanOrEqual(LENGTH);
  });
});

test.each([
  ['# Tea ##', ['tea']],
  ['# Tea ## \t', ['tea']],
  ['#   Tea', ['tea']],
  ['# #', []],
])('the words of %j are those of its title', (heading, words) => {
  expect([...readStatements(`${heading}\nText.`)[0]!.headingWords]).toEqual(words);
});

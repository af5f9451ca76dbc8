import { describe, expect, test } from 'vitest';
import { passageText } from '../../src/retrieval/passage-text.js';

const LENGTH = 100_000;

describe('100,000 characters in bounded time', () => {
  test.each([
    ['spaces of a note', `!!! ${' '.repeat(LENGTH)}.`],
    ['spaces of a container', `:::${' '.repeat(LENGTH)}.`],
    ['backticks', `a ${'`'.repeat(LENGTH)}`],
    ['tildes before a backtick', `~~~\n${'~'.repeat(LENGTH)}\`a\n`],
    ['lines that look like notes', '!!! a b .\n'.repeat(LENGTH / 10)],
  ])('%s', { timeout: 10_000 }, (_, text) => {
    expect(passageText(text).length).toBeLessThanOrEqual(text.length + 100);
  });
});

test.each([
  ['!!! note\ntext', 'text'],
  ['!!! note "Mind"\ntext', 'Mind text'],
  ['??? warning inline end "Mind"  \ntext', 'Mind text'],
  ['!!! note"Mind"\ntext', '!!! note"Mind" text'],
  ['!!! a.b\ntext', '!!! a.b text'],
  ['!!!\ntext', '!!! text'],
])('of %j is shown %j', (text, shown) => {
  expect(passageText(text)).toBe(shown);
});

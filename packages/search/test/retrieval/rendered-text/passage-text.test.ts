import { describe, expect, test } from 'vitest';
import { passageText } from '../../../src/retrieval/rendered-text/passage-text.js';
import { renderedMarkdown } from '../../../src/retrieval/rendered-text/rendered-markdown.js';

const LENGTH = 100_000;

describe('100,000 characters in bounded time', () => {
  test.each([
    ['spaces of a note', `!!! ${' '.repeat(LENGTH)}.`],
    ['spaces of a container', `:::${' '.repeat(LENGTH)}.`],
    ['backticks', `a ${'`'.repeat(LENGTH)}`],
    ['tildes before a backtick', `~~~\n${'~'.repeat(LENGTH)}\`a\n`],
    ['braces', '{'.repeat(LENGTH)],
    ['shortcodes that never end', '{{< a '.repeat(LENGTH / 6)],
    ['literal text that never ends', '{% raw %} '.repeat(LENGTH / 10)],
    ['comments that never end', '<!-- '.repeat(LENGTH / 5)],
    ['comments that never end, by line', '<!--\n'.repeat(LENGTH / 5)],
    ['comments of templates that never end', '{% comment %}\n'.repeat(LENGTH / 14)],
    ['scripts that never end', '<script>\n\n'.repeat(LENGTH / 10)],
    ['tags with braces', '<A b={ '.repeat(LENGTH / 7)],
    ['tags that are never closed', '<Aa '.repeat(LENGTH / 4)],
    ['attributes', '{.a '.repeat(LENGTH / 4)],
    ['brackets', '[['.repeat(LENGTH / 2)],
    ['fences that never end', '    ```x\n'.repeat(LENGTH / 9)],
    ['fences of all lengths', Array.from({ length: 440 }, (_, at) => `    ${'`'.repeat(at + 3)}x\n`).join('')],
    ['module code that never ends', 'export default {\n\n'.repeat(LENGTH / 18)],
    ['imports that never end', 'import {a\n'.repeat(LENGTH / 10)],
    ['definitions', '[a]:\n'.repeat(LENGTH / 5)],
    ['colons', ':'.repeat(LENGTH)],
    ['lines that look like notes', '!!! a b .\n'.repeat(LENGTH / 10)],
  ])('%s', { timeout: 10_000 }, (_, text) => {
    expect(passageText(text).length).toBeLessThanOrEqual(text.length + 100);
    expect(renderedMarkdown(text, new Map([['a', 'b']])).length).toBeLessThanOrEqual(2 * text.length + 100);
  });
});

test.each([
  ['!!! note\ntext', 'text'],
  ['Before\n\n{* ../src/kiln.py hl[3] *}\n\nafter', 'Before after'],
  ['Before {!kiln.md!lines=3-4} {! parts/ash.md !} after', 'Before after'],
  ['A set {*a*, b} and {! not a file !}', 'A set {a, b} and {! not a file !}'],
  ['!!! note "Mind"\ntext', 'Mind text'],
  ['??? warning inline end "Mind"  \ntext', 'Mind text'],
  ['!!! note"Mind"\ntext', '!!! note"Mind" text'],
  ['!!! a.b\ntext', '!!! a.b text'],
  ['!!!\ntext', '!!! text'],
  ['a {{#if b}} c {{ d }} {{/if}}', 'a {{#if b}} c {{ d }} {{/if}}'],
])('of %j is shown %j', (text, shown) => {
  expect(passageText(text)).toBe(shown);
});

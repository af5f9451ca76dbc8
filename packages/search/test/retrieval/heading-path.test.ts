import { expect, test } from 'vitest';
import { headingPath } from '../../src/retrieval/index.js';

test.each([
  ['## Green { #green }', 'Green'],
  ['## Green {#green}', 'Green'],
  ['## Green ## {: #green .wide }', 'Green'],
  ['## Green {/* #green */}', 'Green'],
  ['## The type `{ a: 1 }`', 'The type { a: 1 }'],
  ['## Templates with {{ name }}', 'Templates with {{ name }}'],
  ['## {#green}', '{#green}'],
])('the heading %s is %s', (line, shown) => {
  expect(headingPath(`# Tea { #tea }\n${line}\n\nText.`)).toEqual(['Tea', shown]);
});

test.each([
  ['underlined', 'Tea\n===\n\nGreen\ntea\n---\n\nText.\n', ['Tea', 'Green tea']],
  ['after a blank line with spaces', '# Tea\n  \n## Green\nText.\n', ['Tea', 'Green']],
  ['before text only', '# Tea\n\nText.\n\n## Green\n', ['Tea']],
  [
    'of shortcodes alone, which have no text',
    '# Tea\n\n{{< video id="x" title="a > b" >}}\n---\n\n## Green\n',
    ['Tea', 'Green'],
  ],
  ['of a shortcode and text', '# {{< icon tea >}} Tea\n', ['{{< icon tea >}} Tea']],
])('headings %s', (_, text, titles) => {
  expect(headingPath(text)).toEqual(titles);
});

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

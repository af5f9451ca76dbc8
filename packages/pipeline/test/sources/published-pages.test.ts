import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publishedHeadings } from '../../src/sources/index.js';

it('headings are those with the same text, and between them those at the same place', () => {
  expect(publishedHeadings(['One', '**Two** `x()`', 'Three'], ['One', 'Two x()', 'Three'])).toEqual([0, 1, 2]);
  // A title of the page that the source does not have, and a heading from an include.
  expect(publishedHeadings(['One', 'Two'], ['Page', 'One', 'Included', 'Two'])).toEqual([1, 3]);
  expect(publishedHeadings(['One', '{{ macro }}', 'Two'], ['One', 'Made', 'Two'])).toEqual([0, 1, 2]);
  expect(publishedHeadings(['One', 'Not published', 'Two'], ['One', 'Two'])).toEqual([0, undefined, 1]);
  expect(publishedHeadings(['[Link](a.md) {#own}'], ['Link'])).toEqual([0]);
});

it('a heading is never found twice, and never in another order', () => {
  const text = fc.constantFrom('a', 'b', 'c', '{{ x }}');
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (source, html) => {
      const places = publishedHeadings(source, html).flatMap((place) => place ?? []);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    }),
  );
});

it('of a source that is published as it is, every heading is found', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      expect(publishedHeadings(texts, texts)).toEqual(texts.map((_, at) => at));
    }),
  );
});

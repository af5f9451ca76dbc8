import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publishedAnchors } from '../../src/sources/index.js';

const headings = (...texts: string[]) => texts.map((text, at) => ({ text, id: `h${at}` }));

it('headings have the ids of those with the same text, and between them of those at the same place', () => {
  expect(publishedAnchors(['One', '**Two** `x()`', 'Three'], headings('One', 'Two x()', 'Three'))).toEqual([
    'h0',
    'h1',
    'h2',
  ]);
  // A title of the page that the source does not have, and a heading from an include.
  expect(publishedAnchors(['One', 'Two'], headings('Page', 'One', 'Included', 'Two'))).toEqual(['h1', 'h3']);
  expect(publishedAnchors(['One', '{{ macro }}', 'Two'], headings('One', 'Made', 'Two'))).toEqual(['h0', 'h1', 'h2']);
  expect(publishedAnchors(['One', 'Not published', 'Two'], headings('One', 'Two'))).toEqual(['h0', undefined, 'h1']);
  expect(publishedAnchors(['[Link](a.md) {#own}'], [{ text: 'Link' }])).toEqual([undefined]);
});

it('an id is never given twice, and never in another order', () => {
  const text = fc.constantFrom('a', 'b', 'c', '{{ x }}');
  fc.assert(
    fc.property(fc.array(text), fc.array(text), (source, html) => {
      const found = publishedAnchors(source, headings(...html)).flatMap((id) => id ?? []);
      const places = found.map((id) => Number(id.slice(1)));
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    }),
  );
});

it('of a source that is published as it is, every heading has its id', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      expect(publishedAnchors(texts, headings(...texts))).toEqual(texts.map((_, at) => `h${at}`));
    }),
  );
});

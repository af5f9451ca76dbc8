import { expect, test } from 'vitest';
import { countCuts, noCuts } from '../src/passages/measure-cuts.js';
import { readStructure } from '../src/passages/read-structure.js';

const TEXT = `# Guide

First sentence here. Second sentence here.

## Table

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
let x = 1;
let y = 2;
\`\`\`
`;

/** Cuts of the text at these places, with nothing said about headings. */
function countsAt(...places: readonly string[]) {
  const offsets = [0, ...places.map((place) => TEXT.indexOf(place)), TEXT.length];
  const chunks = offsets.slice(1).map((end, i) => ({
    start: offsets[i]!,
    end,
    indexedText: TEXT.slice(offsets[i], end),
  }));
  const counts = noCuts();
  countCuts(counts, { text: TEXT, structure: readStructure(TEXT) }, chunks, {
    size: 400,
    count: (text) => text.length,
  });
  return counts;
}

test('cuts between blocks do no harm but to the heading path', () => {
  expect(countsAt('## Table')).toEqual({ ...noCuts(), chunks: 2, withoutPath: 1 });
});

test('a cut in code, in a row and in a sentence counts for both chunks', () => {
  expect(countsAt('let y')).toMatchObject({ inCode: 2, inFittingCode: 2 });
  expect(countsAt(' 2 |')).toMatchObject({ inRow: 2, withoutTableHeader: 1 });
  expect(countsAt('sentence here. Second')).toMatchObject({ inFittingSentence: 2, withoutHeading: 1 });
  expect(countsAt('Second')).toMatchObject({ inFittingSentence: 0, withoutHeading: 1 });
});

test('a heading that ends a chunk is apart from its text; one in a field of its own is not missing', () => {
  expect(countsAt('| a |')).toMatchObject({ endOnHeading: 1, withoutHeading: 1, withoutPath: 1 });
  const counts = noCuts();
  const start = TEXT.indexOf('| a |');
  const chunk = { start, end: TEXT.length, indexedText: TEXT.slice(start), headings: ['Guide', 'Table'] };
  countCuts(counts, { text: TEXT, structure: readStructure(TEXT) }, [chunk], {
    size: 20,
    count: (text) => text.length,
  });
  expect(counts).toEqual({ ...noCuts(), chunks: 1, overLimit: 1 });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceStartBefore, sentenceStarts } from '../../src/sentences.js';

function sentences(paragraph: string): string[] {
  const starts = [0, ...sentenceStarts(paragraph)];
  return starts.map((start, i) => paragraph.slice(start, starts[i + 1]));
}

test.each([
  ['One. Two? Three! Four', ['One. ', 'Two? ', 'Three! ', 'Four']],
  ['He said "no." Then he left.', ['He said "no." ', 'Then he left.']],
  ['Dr. Who met J. R. Smith, e.g. here. End.', ['Dr. Who met J. R. Smith, e.g. here. ', 'End.']],
  ['Version 1.2.3 is out. 3 items left', ['Version 1.2.3 is out. 3 items left']],
  ['See https://a.b/c?d=E. Next', ['See https://a.b/c?d=E. ', 'Next']],
  ['A line\nwith an end.\nAnother', ['A line\nwith an end.\n', 'Another']],
  ['日本語です。次の文。', ['日本語です。', '次の文。']],
  ['', ['']],
  ['without capitals. e.g. this? and this', ['without capitals. ', 'e.g. this? ', 'and this']],
])('%s', (paragraph, expected) => {
  expect(sentences(paragraph)).toEqual(expected);
});

const piece = fc.constantFrom(
  '.',
  '!',
  '?',
  ' ',
  ' ',
  '\n',
  'a',
  'B',
  '1',
  'word',
  'É',
  'é',
  '"',
  ')',
  '(',
  '”',
  '“',
  ',',
  ':',
  '-',
  '—',
  '*',
  '`',
  '…',
  "'",
  '$',
);

test('are boundaries of Unicode after white space, and all of those but after abbreviations, where there are capitals', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
      const paragraph = `A${pieces.join('')}`;
      const boundaries = [...segmenter.segment(paragraph.replace(/\n/g, ' '))].map(({ index }) => index);
      const expected = boundaries.filter((index) => index > 0 && /\s/.test(paragraph[index - 1]!));
      const found = sentenceStarts(paragraph);
      for (const start of found) expect(boundaries).toContain(start);
      for (const start of expected) {
        const isAbbreviated = /(?:^|[\s("'[])[A-Z]\.\s+$/.test(paragraph.slice(0, start));
        if (!isAbbreviated) expect(found).toContain(start);
      }
    }),
    { numRuns: 3000 },
  );
});

test('are found from the end, and those before an offset of no interest are told from the others', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), fc.nat(30), fc.nat(30), (pieces, offset, least) => {
      const paragraph = `A${pieces.join('')}`;
      const end = Math.min(offset, paragraph.length);
      const last = sentenceStarts(paragraph).findLast((start) => start < end) ?? 0;
      expect(sentenceStartBefore(paragraph, 0, paragraph.length, end)).toBe(last);
      const found = sentenceStartBefore(paragraph, 0, paragraph.length, end, least);
      if (last >= least) expect(found).toBe(last);
      else expect(found).toBeLessThan(least);
    }),
    { numRuns: 3000 },
  );
});

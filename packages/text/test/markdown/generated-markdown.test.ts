import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonmarkLines, remarkOutline, scannedLines, scannedOutline } from './block-outlines.js';
import {
  COMMONMARK_CONTENT,
  COMMONMARK_PREFIXES,
  GFM_CONTENT,
  GFM_PREFIXES,
  markdown,
  REMARK_FAULTS,
} from './generated-markdown.js';

const NUM_RUNS = Number(process.env['TOPICMILL_MARKDOWN_RUNS'] ?? 1000);

test('finds the headings and fences that the reference implementation of CommonMark finds', () => {
  fc.assert(
    fc.property(markdown(COMMONMARK_PREFIXES, COMMONMARK_CONTENT), (text) => {
      expect(scannedLines(text)).toEqual(commonmarkLines(text));
    }),
    { numRuns: NUM_RUNS * 4 },
  );
});

test('finds the headings and fences that remark with GFM finds', () => {
  fc.assert(
    fc.property(markdown(GFM_PREFIXES, GFM_CONTENT), (text) => {
      fc.pre(!REMARK_FAULTS.test(text));
      expect(scannedOutline(text)).toEqual(remarkOutline(text));
    }),
    { numRuns: NUM_RUNS },
  );
});

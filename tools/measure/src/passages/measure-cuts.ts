import type { Chunk } from './measure.js';
import { pathAt, type Structure } from './read-structure.js';
import type { Range } from './score-passages.js';

/** A chunk, with the headings above it if the splitter knows them. */
export interface HeadedChunk extends Chunk {
  /** Texts of headings that are in a separate field. */
  readonly headings?: readonly string[];
}

/** Numbers of chunks. */
export interface CutCounts {
  chunks: number;
  /** Begin or end inside of code. */
  inCode: number;
  /** The same, inside of code that would have fitted into one chunk. */
  inFittingCode: number;
  /** Begin or end inside of a row of a table. */
  inRow: number;
  /** Begin inside a table and do not contain its header. */
  withoutTableHeader: number;
  /** Begin or end inside of a sentence that would have fitted into one chunk. */
  inFittingSentence: number;
  /** Neither contain nor name the nearest heading above their first character. */
  withoutHeading: number;
  /** Neither contain nor name at least one of the headings above it. */
  withoutPath: number;
  /** End with a heading whose text is in the next chunk. */
  endOnHeading: number;
  /** Have more tokens than allowed. */
  overLimit: number;
}

export function noCuts(): CutCounts {
  return {
    chunks: 0,
    inCode: 0,
    inFittingCode: 0,
    inRow: 0,
    withoutTableHeader: 0,
    inFittingSentence: 0,
    withoutHeading: 0,
    withoutPath: 0,
    endOnHeading: 0,
    overLimit: 0,
  };
}

/** A text and its structure. */
export interface StructuredText {
  readonly text: string;
  readonly structure: Structure;
}

/** The maximum size of a chunk, and how sizes are counted. */
export interface SizeLimit {
  readonly size: number;
  readonly count: (text: string) => number;
}

/**
 * Adds what the chunks of one text do to its structure. White space at their ends does not count.
 */
export function countCuts(
  counts: CutCounts,
  { text, structure }: StructuredText,
  chunks: readonly HeadedChunk[],
  { size, count }: SizeLimit,
): void {
  const fits = ({ start, end }: Range) => count(text.slice(start, end)) <= size;
  for (const chunk of chunks) {
    const range = trimmed(text, chunk);
    if (range === undefined) continue;
    const cuts = (units: readonly Range[]) => units.filter((unit) => isCut(unit, range));
    const code = cuts(structure.code);
    const table = structure.tables.find(({ start, end }) => range.start > start && range.start < end);
    const missing = pathAt(structure.headings, range.start).map(
      (heading) =>
        !(heading.start >= range.start && heading.end <= range.end) &&
        !chunk.indexedText.includes(heading.text) &&
        !(chunk.headings ?? []).includes(heading.text),
    );
    counts.chunks++;
    counts.inCode += code.length > 0 ? 1 : 0;
    counts.inFittingCode += code.some(fits) ? 1 : 0;
    counts.inRow += cuts(structure.rows).length > 0 ? 1 : 0;
    counts.withoutTableHeader += table !== undefined && !containsHeader(text, table, chunk) ? 1 : 0;
    counts.inFittingSentence += cuts(structure.sentences).some(fits) ? 1 : 0;
    counts.withoutHeading += missing.at(-1) === true ? 1 : 0;
    counts.withoutPath += missing.includes(true) ? 1 : 0;
    counts.endOnHeading += structure.headings.some(({ start, end }) => end === range.end && start >= range.start)
      ? 1
      : 0;
    counts.overLimit += count(chunk.indexedText) > size ? 1 : 0;
  }
}

function isCut({ start, end }: Range, chunk: Range): boolean {
  return (chunk.start > start && chunk.start < end) || (chunk.end > start && chunk.end < end);
}

function containsHeader(text: string, { start, end }: Range, { indexedText }: Chunk): boolean {
  return indexedText.includes(text.slice(start, end).split('\n')[0]!.trim());
}

function trimmed(text: string, { start, end }: Range): Range | undefined {
  const slice = text.slice(start, end);
  const own = slice.trim();
  if (own === '') return undefined;
  const from = start + slice.indexOf(own[0]!);
  return { start: from, end: from + own.length };
}

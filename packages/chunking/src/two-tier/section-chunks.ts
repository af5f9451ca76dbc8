import { bodyOffsetOf, LineKind, lineNumberAt, scanMarkdown } from '@topicmill/text/markdown';
import { ByteCursor } from '../byte-cursor.js';
import type { BoundaryReason, Chunk, Chunking, SourceDocument } from '../chunk.js';
import { emptyDocumentError } from '../document-diagnostics.js';
import { docNameOf } from '../records/record-schema.js';
import { commonHeadingPath } from './book-sections.js';
import { sectionRuns } from './build-records.js';
import type { TwoTierOptions } from './options.js';
import type { PieceRun } from './pack-pieces.js';
import { readBook } from './read-book.js';
import { PlaceCursor } from './sentences.js';

/** A section and the offset in the source at which it begins. */
interface PlacedSection {
  readonly run: PieceRun;
  readonly startOffset: number;
}

/**
 * The sections of a document as chunk files: each reaches to the start of the next, so that boilerplate, which records leave
 * out, is in the section before it.
 *
 * @throws TopicmillError `EMPTY_DOCUMENT` when there is nothing but white space after the front matter
 */
export function chunkSections(document: SourceDocument, options: TwoTierOptions): Chunking {
  const { text, file, fileTitle, dialect } = document;
  const bodyOffset = bodyOffsetOf(text, dialect);
  if (text.slice(bodyOffset).trim() === '') throw emptyDocumentError(file, lineNumberAt(text, bodyOffset));
  const book = readBook({ text, file, docId: docNameOf(file), title: fileTitle, dialect }, options);
  const places = new PlaceCursor(book.kept, []);
  const sections: PlacedSection[] = [];
  for (const run of sectionRuns(book, options)) {
    const { start } = places.place(run.start, run.end);
    sections.push({ run, startOffset: sections.length === 0 ? bodyOffset : indentedStart(text, start) });
  }
  return { chunks: cutSections(sections, document, bodyOffset, options), diagnostics: book.reading.diagnostics };
}

/** The start of the line, if there is only white space before an offset: what indents a text belongs to it. */
function indentedStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

function cutSections(
  sections: readonly PlacedSection[],
  { text, fileTitle, dialect }: SourceDocument,
  bodyOffset: number,
  { tokenCounter }: TwoTierOptions,
): Chunk[] {
  const bytes = new ByteCursor(text);
  const codeShare = codeShares(text, bodyOffset, dialect);
  const starts = sections.length === 0 ? [bodyOffset] : sections.map(({ startOffset }) => startOffset);
  let line = lineNumberAt(text, bodyOffset);
  return starts.map((startOffset, index): Chunk => {
    const section = sections[index];
    const endOffset = starts[index + 1] ?? text.length;
    const own = text.slice(startOffset, endOffset);
    const startLine = line;
    line += lineEndCount(own);
    return {
      index,
      startOffset,
      endOffset,
      startByte: bytes.byteAt(startOffset),
      endByte: bytes.byteAt(endOffset),
      startLine,
      endLine: Math.max(startLine, /[\r\n]$/.test(own) ? line - 1 : line),
      parents: section === undefined ? [] : parentHeadings(section.run.pieces),
      title: (section && commonHeadingPath(section.run.pieces).at(-1)) || fileTitle,
      isCode: codeShare(startOffset, endOffset) > 0.5,
      oversized: section?.run.isOversized ?? false,
      tokenCount: tokenCounter.count(text, startOffset, endOffset),
      startReason: boundaryReason(section, index),
    };
  });
}

/** The headings above a section; those that it starts with, and others on their level, are its own. */
function parentHeadings(pieces: PieceRun['pieces']): Chunk['parents'] {
  const { inForce } = pieces[0]!.headings;
  const heading = pieces.find(({ kind }) => kind === 'heading');
  const above = heading === undefined ? inForce : inForce.filter(({ level }) => level < heading.headings.firstLevel);
  return above.map(({ level, text }) => ({ level, text }));
}

function boundaryReason(section: PlacedSection | undefined, index: number): BoundaryReason {
  if (index === 0 || section === undefined) return 'document-start';
  return section.run.pieces[0]!.kind === 'heading' ? 'heading' : 'block-over-maximum';
}

function lineEndCount(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** Tells which share of the lines that are not blank belongs to fenced code. Ranges must be asked for in order. */
function codeShares(
  text: string,
  bodyOffset: number,
  dialect: SourceDocument['dialect'],
): (start: number, end: number) => number {
  const { kinds, starts, lineCount } = scanMarkdown(text, { bodyOffset, dialect });
  let line = 0;
  return (start, end) => {
    while (line < lineCount && starts[line + 1]! <= start) line++;
    const range: number[] = [];
    for (let at = line; at < lineCount && starts[at]! < end; at++) range.push(kinds[at]!);
    while (range.at(-1) === LineKind.Blank) range.pop();
    while (range[0] === LineKind.Blank) range.shift();
    return range.filter((kind) => kind === LineKind.Fence).length / Math.max(1, range.length);
  };
}

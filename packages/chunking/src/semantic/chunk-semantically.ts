import type { Diagnostic } from '@topicmill/base/diagnostics';
import {
  bodyOffsetOf,
  type Heading,
  LineKind,
  type LineScan,
  lineNumberAt,
  scanMarkdown,
} from '@topicmill/text/markdown';
import { ByteCursor } from '../byte-cursor.js';
import type { Chunk, Chunking, ParentHeading, SourceDocument } from '../chunk.js';
import { emptyDocumentError, structureDiagnostics } from '../document-diagnostics.js';
import { type FinishedSpans, findSpans, finishTail, type Span } from './boundaries.js';
import type { SemanticOptions } from './options.js';
import { UnitCursor } from './unit-cursor.js';

/** @throws TopicmillError `EMPTY_DOCUMENT` when there is nothing but white space after the front matter */
export function chunkSemantically(document: SourceDocument, options: SemanticOptions): Chunking {
  const { chunks, diagnostics } = draftSemantically(document, options);
  return { chunks, diagnostics };
}

/** The chunks of a document, and the spans that they were cut from. */
export interface SemanticDraft extends Chunking {
  /** One for each chunk. */
  readonly spans: FinishedSpans;
  readonly scan: LineScan;
}

/** @throws TopicmillError `EMPTY_DOCUMENT` when there is nothing but white space after the front matter */
export function draftSemantically(document: SourceDocument, options: SemanticOptions): SemanticDraft {
  const bodyOffset = bodyOffsetOf(document.text, document.dialect);
  const scan = scanMarkdown(document.text, { bodyOffset, dialect: document.dialect });
  const bodyLine = lineNumberAt(document.text, bodyOffset);
  const found = findSpans(new UnitCursor(document.text, scan, options.tokenCounter, options.maxTokens), options);
  if (found.length === 0 || (found.length === 1 && document.text.slice(bodyOffset).trim() === '')) {
    throw emptyDocumentError(document.file, bodyLine);
  }
  const spans = finishTail(found, options);
  const { kept, dropped } = spans;
  const endLine = dropped?.firstLine ?? scan.lineCount;
  const chunks = cutChunks(kept, document, { scan, bodyLine, endLine, maxTokens: options.maxTokens });
  const diagnostics = structureDiagnostics({ text: document.text, scan }, bodyLine, document.file);
  if (dropped !== undefined) diagnostics.push(tailDropped(dropped, document, scan, bodyLine));
  return { chunks, diagnostics, spans, scan };
}

interface ChunkedScan {
  readonly scan: LineScan;
  /** 1-based line of the source on which the scan's first line is. */
  readonly bodyLine: number;
  /** Line of the scan after the last chunk. */
  readonly endLine: number;
  readonly maxTokens: number;
}

function cutChunks(
  spans: readonly Span[],
  document: SourceDocument,
  { scan, bodyLine, endLine, maxTokens }: ChunkedScan,
): Chunk[] {
  const headings = new HeadingWalk(scan.headings);
  const bytes = new ByteCursor(document.text);
  return spans.map((span, index) => {
    const firstLine = firstLineOf(index, span);
    const nextLine = spans[index + 1]?.firstLine ?? endLine;
    const { own, above, parents } = headings.take(span.firstLevel, nextLine);
    const startOffset = scan.starts[firstLine]!;
    const endOffset = scan.starts[nextLine]!;
    return {
      index,
      startOffset,
      endOffset,
      startByte: bytes.byteAt(startOffset),
      endByte: bytes.byteAt(endOffset),
      startLine: bodyLine + firstLine,
      endLine: bodyLine + nextLine - 1,
      parents,
      title: chunkTitle(own, above, document.fileTitle),
      isCode: isMostlyCode(scan, span),
      oversized: span.tokenCount > maxTokens,
      tokenCount: span.tokenCount,
      startReason: span.startReason,
    };
  });
}

/** The first chunk begins with the body, blank lines and all; every other one with its first unit. */
function firstLineOf(index: number, span: Span): number {
  return index === 0 ? 0 : span.firstLine;
}

/** The first own heading below H1, else the own H1, else the nearest heading above, else the file's title. */
function chunkTitle(own: readonly Heading[], above: readonly Heading[], fileTitle: string): string {
  const candidates = [own.find(({ level }) => level > 1), own[0], above.at(-1)];
  return candidates.find((heading) => heading !== undefined && heading.text !== '')?.text ?? fileTitle;
}

function isMostlyCode(scan: LineScan, span: Span): boolean {
  let codeLines = 0;
  for (let line = span.firstLine; line <= span.lastLine; line++) if (scan.kinds[line] === LineKind.Fence) codeLines++;
  return codeLines / (span.lastLine - span.firstLine + 1) > 0.5;
}

function tailDropped(dropped: Span, document: SourceDocument, scan: LineScan, bodyLine: number): Diagnostic {
  const characterCount = scan.starts[scan.lineCount]! - scan.starts[dropped.firstLine]!;
  return {
    severity: 'warning',
    code: 'TAIL_DROPPED',
    message: `The last ${characterCount} characters are in no chunk: they are under the minimum size.`,
    file: document.file,
    line: dropped.firstLine + bodyLine,
    remedy: 'Use `--tail merge` or `--tail keep` to lose nothing.',
  };
}

/** The headings that matter to one chunk. */
interface ChunkHeadings {
  /** Those inside the chunk. */
  readonly own: readonly Heading[];
  /** All in force just before the chunk, outermost first. */
  readonly above: readonly Heading[];
  /** Those of `above` that the chunk's file repeats: of a level above its first heading, or all if it starts with text. */
  readonly parents: readonly ParentHeading[];
}

/** Finds the headings of chunks; chunks must be given in document order. */
class HeadingWalk {
  private next = 0;
  private inForce: Heading[] = [];

  constructor(private readonly headings: readonly Heading[]) {}

  /**
   * @param firstLevel level of the heading that the chunk starts with, or 0 when it starts with text
   * @param endLine 0-based line after the chunk
   */
  take(firstLevel: number, endLine: number): ChunkHeadings {
    const above = [...this.inForce];
    const own: Heading[] = [];
    for (
      let heading = this.headings[this.next];
      heading !== undefined && heading.line < endLine;
      heading = this.headings[++this.next]
    ) {
      own.push(heading);
      this.enter(heading);
    }
    const parents = above
      .filter(({ level }) => firstLevel === 0 || level < firstLevel)
      .map(({ level, text }) => ({ level, text }));
    return { own, above, parents };
  }

  private enter(heading: Heading): void {
    this.inForce = this.inForce.filter(({ level }) => level < heading.level);
    this.inForce.push(heading);
  }
}

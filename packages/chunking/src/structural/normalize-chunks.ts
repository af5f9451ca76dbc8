import { OVERLAP_SEPARATOR, type Overlap } from './overlaps.js';
import type { PackedChunk } from './pack-nodes.js';
import { FenceMarks, holdsFenceMark, missingClosingFence } from './parse-markdown.js';

/** A chunk with its finished text. */
export interface NormalizedChunk extends PackedChunk {
  readonly overlap: Overlap;
  /** UTF-16 offsets of its own text in the source as read. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** Overlap, what is repeated, and its own text, line ends as `\n`. */
  readonly content: string;
  /** Closing fence after the own text that is not of the source; empty when the text needs none. */
  readonly closing: string;
}

/**
 * Sixth stage: joins the parts of each chunk, drops blank lines at both ends and makes every line end `\n`; a fence that
 * is open where the chunk ends is closed.
 *
 * @param overlaps of each chunk
 */
export function normalizeChunks(
  chunks: readonly PackedChunk[],
  overlaps: readonly Overlap[],
  text: string,
): NormalizedChunk[] {
  const hasReturns = text.includes('\r');
  const marks = new FenceMarks(text);
  return chunks.map(({ nodes, section, tokenCount, leavesSection, decision }, i) => {
    const overlap = overlaps[i]!;
    const first = nodes[0]!;
    const last = nodes.at(-1)!;
    const startOffset = writtenStart(text, first.startOffset, last.endOffset);
    const endOffset = Math.max(startOffset, trimmedEnd(text, startOffset, last.endOffset));
    const written = writtenText({
      overlap,
      opening: first.opening?.text ?? '',
      startOffset,
      endOffset,
      text,
      hasReturns,
    });
    const repeated = last.closing?.text ?? '';
    const addsFence = first.opening !== undefined || repeated !== '' || holdsFenceMark(overlap.text);
    const mayHoldFence = addsFence || marks.areIn(startOffset, endOffset);
    const closing = repeated + (mayHoldFence ? missingClosingFence(written + repeated) : '');
    const content = `${written}${closing}`;
    // Named one by one: a spread takes longer than all else here.
    return { nodes, section, tokenCount, leavesSection, decision, overlap, startOffset, endOffset, content, closing };
  });
}

interface ChunkParts {
  readonly overlap: Overlap;
  readonly opening: string;
  readonly startOffset: number;
  readonly endOffset: number;
  readonly text: string;
  /** Whether `text` contains a carriage return. */
  readonly hasReturns: boolean;
}

/** Overlap, what is repeated, and own text: a slice of the source where the overlap is just before the own text. */
function writtenText({ overlap: repeated, opening, startOffset, endOffset, text, hasReturns }: ChunkParts): string {
  const { text: overlap, startOffset: overlapStart } = repeated;
  const isOneSlice = overlapStart >= 0 && overlapStart + overlap.length + OVERLAP_SEPARATOR.length === startOffset;
  if (isOneSlice && opening === '') return text.slice(overlapStart, endOffset);
  const slice = text.slice(startOffset, endOffset);
  const own = hasReturns ? slice.replace(/\r\n?/g, '\n') : slice;
  return overlap === '' ? `${opening}${own}` : `${overlap}${OVERLAP_SEPARATOR}${opening}${own}`;
}

/** Offset of the first line that is not blank. */
function writtenStart(text: string, start: number, end: number): number {
  let lineStart = start;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) lineStart = at + 1;
    else if (code !== 32 && code !== 9) break;
  }
  return lineStart;
}

/** Offset after the last line that is not blank, without its line end. */
function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  let lineEnd = end;
  while (at > start) {
    const code = text.charCodeAt(at - 1);
    if (code === 10 || code === 13) lineEnd = at - 1;
    else if (code !== 32 && code !== 9) break;
    at--;
  }
  return lineEnd;
}

import type { Diagnostic } from '@topicmill/base/diagnostics';
import { bodyOffsetOf, LineNumbers, lineNumberAt } from '@topicmill/text/markdown';
import type { ChunksManifest, ManifestChunk } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { topicDocument } from '../steps/index.js';
import { fault } from './fault.js';
import type { FolderSnapshot, SnapshotFile } from './folder-snapshot.js';

/** What the check of a manifest compares. */
export interface RangeCheck {
  readonly manifest: ChunksManifest;
  readonly manifestText: string;
  readonly source: SnapshotFile;
  readonly snapshot: FolderSnapshot;
  /** Whether text at the end may be in no chunk. */
  readonly mayDropTail: boolean;
  sha256Hex(content: string | Uint8Array): string;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The texts of the chunks, joined, are the source after its byte order mark and front matter. */
export function checkCoverage({ manifest, source, snapshot, mayDropTail }: RangeCheck): Diagnostic[] {
  const found: Diagnostic[] = [];
  const file = snapshot.displayPath(REFERENCE_FILE);
  const { text } = source;
  const isExact = isSemantic(manifest);
  const isLost = (from: number, to: number): boolean => isExact || text.slice(from, to).trim() !== '';
  const incomplete = (message: string, offset: number): void => {
    found.push(fault('CHUNKS_INCOMPLETE', message, file, { line: lineNumberAt(text, offset) }));
  };
  let at = bodyOffsetOf(text, topicDocument(snapshot.folder).dialect);
  for (const { index, start, end } of manifest.chunks) {
    if (start < at) incomplete(`Chunk ${index} starts ${at - start} characters too early.`, start);
    else if (start > at && isLost(at, start)) {
      incomplete(`${start - at} characters before chunk ${index} are in no chunk.`, at);
    }
    at = Math.max(at, end);
  }
  if (at < text.length && isLost(at, text.length) && !mayDropTail) {
    incomplete(`The last ${text.length - at} characters are in no chunk.`, at);
  }
  return found;
}

/** Both pairs of offsets of each chunk slice to the text whose hash the manifest has, and its lines are those of the offsets. */
export function checkRanges(check: RangeCheck): Diagnostic[] {
  const lines = new LineNumbers(check.source.text);
  return check.manifest.chunks.flatMap((chunk) => {
    const kind = wrongRange(chunk, check, lines);
    if (kind === undefined) return [];
    const line = lineNumberAt(check.manifestText, check.manifestText.indexOf(`"index": ${chunk.index},`));
    const message =
      kind === 'line'
        ? `The line numbers of chunk ${chunk.index} are not those of its offsets.`
        : `The ${kind} offsets of chunk ${chunk.index} do not select the text that it was made from.`;
    return [
      fault(
        'CHUNK_RANGE_WRONG',
        message,
        check.snapshot.displayPath(topicDocument(check.snapshot.folder).manifestPath),
        { line },
      ),
    ];
  });
}

/** Whether the chunks are those of the strategy that loses no character and repeats nothing but headings. */
export function isSemantic(manifest: ChunksManifest): boolean {
  return manifest.strategy.startsWith('semantic-');
}

function wrongRange(
  chunk: ManifestChunk,
  { source, sha256Hex }: RangeCheck,
  lines: LineNumbers,
): 'UTF-16' | 'byte' | 'line' | undefined {
  if (sha256Hex(source.text.slice(chunk.start, chunk.end)) !== chunk.sha256) return 'UTF-16';
  const bytes = source.bytes.subarray(chunk.start_byte, chunk.end_byte);
  if (sha256Hex(utf8.decode(bytes)) !== chunk.sha256) return 'byte';
  const hasLines =
    chunk.start_line === lines.lineAt(chunk.start) &&
    chunk.end_line === lines.lineAt(Math.max(chunk.start, chunk.end - 1));
  return hasLines ? undefined : 'line';
}

import type { Diagnostic } from '@topicmill/base/diagnostics';
import { chunkFileText, type ParentHeading, trimBlankLines } from '@topicmill/chunking';
import {
  bodyOffsetOf,
  type Heading,
  isDialectScan,
  LineKind,
  LineNumbers,
  type LineScan,
  lineNumberAt,
  scanMarkdown,
} from '@topicmill/text/markdown';
import { type ChunksManifest, joinChunks, type ManifestChunk, withoutOtherTexts } from '@topicmill/topics/formats';
import { chunkPlace, readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { CHUNKS_DIRECTORY, topicDocument } from '../steps/index.js';
import { type FolderSnapshot, fault, firstDifferentLine, type SnapshotFile } from './folder-snapshot.js';

/** The files are there that the manifest names, and no other. */
export function checkChunkFileNames(manifest: ChunksManifest | undefined, snapshot: FolderSnapshot): Diagnostic[] {
  const expected = new Set(manifest?.chunks.map(({ file }) => chunkPlace(file).file));
  const present = new Set(snapshot.chunkFileNames);
  const show = (name: string): string => snapshot.displayPath(`${CHUNKS_DIRECTORY}/${name}`);
  const missing = [...expected].filter((name) => !present.has(name));
  const surplus = [...present].filter((name) => !expected.has(name));
  return [
    ...missing.map((name) =>
      fault('CHUNK_COUNT_MISMATCH', 'The manifest names this file, and it is not there.', show(name)),
    ),
    ...surplus.map((name) => fault('CHUNK_COUNT_MISMATCH', 'The manifest does not name this file.', show(name))),
  ];
}

/** Each chunk file contains the headings that are in force where its chunk starts, and the chunk's own text. */
export function checkChunkTexts(manifest: ChunksManifest, sourceText: string, snapshot: FolderSnapshot): Diagnostic[] {
  const { dialect } = topicDocument(snapshot.folder);
  const bodyOffset = bodyOffsetOf(sourceText, dialect);
  const parentsAt = parentHeadingsOf(scanMarkdown(sourceText, { bodyOffset, dialect }));
  return manifest.chunks.flatMap((chunk) => {
    const path = `${CHUNKS_DIRECTORY}/${chunk.file}`;
    const place = chunkPlace(path);
    if (snapshot.read(place.file) === undefined) return [];
    const text = withoutOtherTexts(readChunkAmong(path, (file) => snapshot.read(file))?.text ?? '', chunk);
    const line = isSemantic(manifest)
      ? wrongLineOfSemantic(text, chunk, sourceText, parentsAt(chunk.start, chunk.end))
      : wrongLineOfOther(text, chunk, sourceText);
    if (line === undefined) return [];
    const message = 'The file does not contain the parent headings and the text of its chunk.';
    return [fault('CHUNK_FILE_WRONG', message, snapshot.displayPath(path), { line })];
  });
}

function wrongLineOfSemantic(
  text: string,
  { start, end }: ManifestChunk,
  source: string,
  parents: readonly ParentHeading[],
): number | undefined {
  const expected = chunkFileText({ parents, startOffset: start, endOffset: end }, source);
  return text === expected ? undefined : firstDifferentLine(text, expected);
}

/** A page has a copy of its source, or its chunks are the page. */
export function checkCopy(manifest: ChunksManifest, source: SnapshotFile, snapshot: FolderSnapshot): Diagnostic[] {
  const { sourceName, manifestPath } = topicDocument(snapshot.folder);
  if (manifest.page === undefined) return [];
  if (manifest.page.head === undefined) {
    if (snapshot.read(sourceName)?.text === source.text) return [];
    return [fault('OUTPUT_OUTDATED', 'It is not a copy of the page.', `${snapshot.displayPath('')}/${sourceName}`)];
  }
  const texts = manifest.chunks.map(({ file }) => {
    const chunk = readChunkAmong(`${CHUNKS_DIRECTORY}/${file}`, (path) => snapshot.read(path));
    return chunk?.text ?? '';
  });
  if (joinChunks(manifest, texts) === source.text) return [];
  const message = 'The chunks, joined as it says, are not the page.';
  return [fault('CHUNK_RANGE_WRONG', message, snapshot.displayPath(manifestPath))];
}

/** Other strategies may repeat more than headings, so just the text itself is looked for. */
function wrongLineOfOther(text: string, { start, end }: ManifestChunk, source: string): number | undefined {
  return text.includes(trimBlankLines(source.slice(start, end))) ? undefined : 1;
}

/**
 * Finds the headings that a chunk repeats, from the document alone: of those in force where it starts all, when it starts
 * with text, and those of a level above, when it starts with a heading, or with a container that it contains whole and that
 * starts with one.
 *
 * @returns a function of the chunk's UTF-16 offsets, which start lines
 */
export function parentHeadingsOf(scan: LineScan): (startOffset: number, endOffset: number) => ParentHeading[] {
  const offsets = scan.headings.map(({ line }) => scan.starts[line]!);
  const inForceBefore = ancestorsOf(scan.headings);
  return (startOffset, endOffset) => {
    const inForce = inForceBefore[firstIndexFrom(offsets, startOffset)]!;
    const firstLevel = levelOfFirstHeading(scan, offsets, startOffset, endOffset);
    return inForce.filter(({ level }) => firstLevel === undefined || level < firstLevel);
  };
}

/** For each heading, and after the last one, the headings in force before it, outermost first. */
function ancestorsOf(headings: readonly Heading[]): ParentHeading[][] {
  const before: ParentHeading[][] = [[]];
  for (const { level, text } of headings) {
    before.push([...before.at(-1)!.filter((above) => above.level < level), { level, text }]);
  }
  return before;
}

/** Level of the heading in the first line of text; `undefined` when that line starts none. */
function levelOfFirstHeading(
  scan: LineScan,
  offsets: readonly number[],
  startOffset: number,
  endOffset: number,
): number | undefined {
  const { kinds, starts, lineCount } = scan;
  let line = firstIndexFrom(starts, startOffset);
  while (line < lineCount && kinds[line] === LineKind.Blank) line++;
  const regions = isDialectScan(scan) ? scan.regions : [];
  const container = regions.find((each) => each.firstLine === line && starts[each.lastLine + 1]! <= endOffset);
  const isPassed = (kind: number): boolean => kind === LineKind.Markup || kind === LineKind.Blank;
  while (container !== undefined && line < container.lastLine && isPassed(kinds[line]!)) line++;
  const heading = scan.headings[firstIndexFrom(offsets, startOffset)];
  return heading?.line === line ? heading.level : undefined;
}

/** Index of the first of some rising values that is `value` or more; their number when there is none. */
function firstIndexFrom(values: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the check of a manifest compares. */
interface RangeCheck {
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

/** Both pairs of offsets of each chunk slice to the same text, whose hash the manifest may have, and its lines are those of the offsets. */
export function checkRanges(check: RangeCheck): Diagnostic[] {
  const lines = new LineNumbers(check.source.text);
  return check.manifest.chunks.flatMap((chunk) => {
    const kind = wrongRange(chunk, check, lines);
    if (kind === undefined) return [];
    const line = lineOfChunk(check, chunk);
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

/** Manifests of pages have a line for each chunk. */
function lineOfChunk({ manifest, manifestText }: RangeCheck, { index }: ManifestChunk): number {
  const place = manifest.page === undefined ? `"index": ${index},` : '"chunks":';
  const line = lineNumberAt(manifestText, manifestText.indexOf(place));
  return manifest.page === undefined ? line : line + 1 + index;
}

/** Whether the chunks are those of the strategy that loses no character and repeats nothing but headings. */
function isSemantic(manifest: ChunksManifest): boolean {
  return manifest.strategy.startsWith('semantic-');
}

function wrongRange(
  chunk: ManifestChunk,
  { source, sha256Hex }: RangeCheck,
  lines: LineNumbers,
): 'UTF-16' | 'byte' | 'line' | undefined {
  const text = source.text.slice(chunk.start, chunk.end);
  if (chunk.sha256 !== undefined && sha256Hex(text) !== chunk.sha256) return 'UTF-16';
  if (utf8.decode(source.bytes.subarray(chunk.start_byte, chunk.end_byte)) !== text) return 'byte';
  const hasLines =
    chunk.start_line === lines.lineAt(chunk.start) &&
    chunk.end_line === lines.lineAt(Math.max(chunk.start, chunk.end - 1));
  return hasLines ? undefined : 'line';
}

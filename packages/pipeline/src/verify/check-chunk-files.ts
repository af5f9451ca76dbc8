import type { Diagnostic } from '@topicmill/base/diagnostics';
import { chunkFileText, type ParentHeading, trimBlankLines } from '@topicmill/chunking';
import { bodyOffsetOf, scanMarkdown } from '@topicmill/text/markdown';
import type { ChunksManifest, ManifestChunk } from '@topicmill/topics/formats';
import { CHUNKS_DIRECTORY, topicDocument } from '../steps/index.js';
import { isSemantic } from './check-ranges.js';
import { fault, firstDifferentLine } from './fault.js';
import type { FolderSnapshot } from './folder-snapshot.js';
import { parentHeadingsOf } from './parent-headings.js';

/** There is one file for each chunk of the manifest, and no other. */
export function checkChunkFileNames(manifest: ChunksManifest | undefined, snapshot: FolderSnapshot): Diagnostic[] {
  const expected = new Set(manifest?.chunks.map(({ file }) => file));
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
    const text = snapshot.read(path)?.text;
    if (text === undefined) return [];
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
  { start, end, inclusions = [] }: ManifestChunk,
  source: string,
  parents: readonly ParentHeading[],
): number | undefined {
  const expected = chunkFileText({ parents, startOffset: start, endOffset: end }, source);
  const written = withoutInclusions(text, inclusions);
  return written === expected ? undefined : firstDifferentLine(written, expected);
}

/** The text of other files is no part of the page. */
function withoutInclusions(text: string, inclusions: NonNullable<ManifestChunk['inclusions']>): string {
  let written = '';
  let at = 0;
  for (const { start, end } of inclusions) {
    written += text.slice(at, start);
    at = end;
  }
  return written + text.slice(at);
}

/** Other strategies may repeat more than headings, so just the text itself is looked for. */
function wrongLineOfOther(text: string, { start, end }: ManifestChunk, source: string): number | undefined {
  return text.includes(trimBlankLines(source.slice(start, end))) ? undefined : 1;
}

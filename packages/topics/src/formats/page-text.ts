import type { ChunksManifest, ManifestChunk } from './chunks-manifest.js';

/** What the file of a chunk lacks of its own text. */
type BlankEnds = Pick<ManifestChunk, 'blank_start' | 'blank_end'>;

/**
 * What the file of a chunk lacks of its own text.
 *
 * @param own its own text
 * @param trimmed the same as its file has it
 */
export function blankEnds(own: string, trimmed: string): BlankEnds {
  const start = trimmed === '' ? own.length : own.indexOf(trimmed);
  return {
    ...(start === 0 ? {} : { blank_start: own.slice(0, start) }),
    blank_end: own.slice(start + trimmed.length),
  };
}

/**
 * The own text of a chunk of a page whose chunks are the page.
 *
 * @param text of its file
 */
export function ownText(chunk: ManifestChunk, text: string): string {
  const { start, end, blank_start: blankStart = '', blank_end: blankEnd = '' } = chunk;
  const length = end - start - blankStart.length - blankEnd.length;
  // The text of the page in the file ends with its own text and a line end.
  const last = withoutOtherTexts(text, chunk).slice(0, -1);
  return blankStart + last.slice(last.length - length) + blankEnd;
}

/** The text of a chunk's file without that of other files. */
export function withoutOtherTexts(text: string, { inclusions = [], published_text }: ManifestChunk): string {
  let written = '';
  let at = 0;
  for (const { start, end } of published_text === undefined ? inclusions : [...inclusions, published_text]) {
    written += text.slice(at, start);
    at = end;
  }
  return written + text.slice(at);
}

/**
 * The text of a page, front matter included.
 *
 * @param texts of the files of its chunks, in order
 * @returns `undefined` where the chunks are not the page, which has a copy then
 */
export function joinChunks({ page, chunks }: ChunksManifest, texts: readonly string[]): string | undefined {
  if (page?.head === undefined) return undefined;
  return page.head + chunks.map((chunk, at) => ownText(chunk, texts[at] ?? '')).join('');
}

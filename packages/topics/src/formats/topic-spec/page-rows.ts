import { addressBelow, type PageAddress, wholeAddress } from '../chunk-address.js';
import type { ChunkEntry } from './tool-sections.js';

/*
 * What the rows of a page's chunks leave out, since it follows from the page, the index, or the row above.
 */

/** A chunk as a row of a page has it. */
export type PageRow = Omit<ChunkEntry, 'file' | 'startByte'> & {
  readonly file?: string | undefined;
  readonly startByte?: number | undefined;
};

/** Path of the chunk files with `N` in place of the index; `undefined` where one has another name. */
export function filePattern(chunks: readonly Pick<ChunkEntry, 'file'>[]): string | undefined {
  const pattern = chunks[0]?.file.replace(/0(?=(?:\.md)?$)/, 'N');
  return pattern !== undefined && chunks.every(({ file }, at) => file === fileAt(pattern, at)) ? pattern : undefined;
}

function fileAt(pattern: string, index: number): string {
  return pattern.replace(/N(?=(?:\.md)?$)/, String(index));
}

/** The chunks of a page as its rows have them. */
export function rowsOfPage(chunks: readonly ChunkEntry[], page: PageAddress): PageRow[] {
  const isNamed = filePattern(chunks) === undefined;
  return chunks.map((chunk, at) => ({
    ...chunk,
    ...cellsOfAddress(chunk, page),
    file: isNamed ? chunk.file : undefined,
    startByte: chunk.startByte === endBefore(chunks, at) ? undefined : chunk.startByte,
  }));
}

/**
 * What a row of a page leaves out.
 *
 * @param rows all rows of the page, of which it is that at `at`
 * @param pattern as `filePattern` gave it
 */
export function impliedByPage(
  rows: readonly Omit<PageRow, 'keywords' | 'prompts'>[],
  at: number,
  page: PageAddress,
  pattern = '',
): Pick<ChunkEntry, 'file' | 'startByte' | 'id' | 'url'> {
  const { id = '', url, file = fileAt(pattern, at), startByte = endBefore(rows, at) } = rows[at]!;
  return { file, startByte, ...wholeAddress({ id, url: url || undefined }, page) };
}

function endBefore(chunks: readonly Pick<ChunkEntry, 'endByte'>[], at: number): number {
  return chunks[at - 1]?.endByte ?? 0;
}

/** Below the page's. An empty cell says that the address follows from the id. */
function cellsOfAddress({ id, url }: ChunkEntry, page: PageAddress): Pick<ChunkEntry, 'id' | 'url'> {
  if (id === undefined || url === undefined) return {};
  const below = addressBelow({ id, url }, page);
  return { id: below.id || undefined, url: below.url === '' ? page.url : below.url };
}

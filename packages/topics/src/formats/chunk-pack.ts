import { encodePath } from '@topicmill/base/paths';
import { chunksManifestFile } from './file-names.js';

/*
 * The chunks of a page in one file. Its first line has the number of bytes of each chunk's text, in order; the texts follow,
 * one after the other. A chunk in it is named by the file and its index, as in `install.chunks.md#3`.
 */

const HEAD = /^<!-- topicmill:chunks((?: \d{1,15}){0,1000000}) -->\n/;
const HEAD_START = '<!-- topicmill:chunks';
const PACKED_NAME = /^(.*\.chunks\.md)#(\d{1,9})$/s;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Name of the file with all chunks of a document, by the document's name without ending. */
export function chunkPackFile(baseName: string): string {
  return `${baseName}.chunks.md`;
}

/** Name of a chunk in such a file. */
export function packedChunkName(baseName: string, index: number): string {
  return `${chunkPackFile(baseName)}#${index}`;
}

/** The file that has the text of a chunk, and the chunk's place in it where it has several. */
export interface ChunkPlace {
  readonly file: string;
  /** 0-based; `undefined` where the whole file is the chunk's text. */
  readonly at: number | undefined;
}

/**
 * Where the text of a chunk is.
 *
 * @param path of the chunk as manifests, indexes and search results name it; with or without folders, not percent-encoded
 */
export function chunkPlace(path: string): ChunkPlace {
  const [, file, at] = PACKED_NAME.exec(path) ?? [];
  return file === undefined ? { file: path, at: undefined } : { file, at: Number(at) };
}

/** Address of a chunk below the folder of its path: percent-encoded, its place in a file with several chunks as the fragment. */
export function encodeChunkPath(path: string): string {
  const { file, at } = chunkPlace(path);
  return at === undefined ? encodePath(file) : `${encodePath(file)}#${at}`;
}

/** Path of the manifest that lists a chunk, by the path of the chunk. */
export function manifestOfChunk(path: string): string {
  return chunksManifestFile(chunkPlace(path).file.replace(/(?:-\d+|\.chunks)\.md$/, ''));
}

/** The text of a file with several chunks. */
export function formatChunkPack(texts: readonly string[]): string {
  const sizes = texts.map((text) => ` ${encoder.encode(text).length}`);
  return `${HEAD_START}${sizes.join('')} -->\n${texts.join('')}`;
}

/** Whether a text is a file with several chunks of Topicmill, even if it has been damaged since. */
export function isOwnChunkPack(text: string): boolean {
  return text.startsWith(HEAD_START);
}

/**
 * The text of a chunk in the file that has it.
 *
 * @returns UTF-8; `undefined` where the file does not have the chunk, or is not whole
 */
export function chunkIn(bytes: Uint8Array, { at }: Pick<ChunkPlace, 'at'>): Uint8Array | undefined {
  return at === undefined ? bytes : chunksIn(bytes)?.[at];
}

/** What a chunk's file, or its part of one, contains. */
export interface ChunkContent {
  readonly text: string;
  readonly byteCount: number;
}

/**
 * The text of a chunk among the files of its topic.
 *
 * @param path of the chunk as `chunkPlace` takes it
 * @param read reads a file by its path; `undefined` for a missing one
 */
export function readChunkAmong(
  path: string,
  read: (path: string) => { readonly bytes: Uint8Array } | undefined,
): ChunkContent | undefined {
  const place = chunkPlace(path);
  const file = read(place.file);
  const bytes = file && chunkIn(file.bytes, place);
  return bytes && { text: decoder.decode(bytes), byteCount: bytes.length };
}

function chunksIn(bytes: Uint8Array): Uint8Array[] | undefined {
  const lineEnd = bytes.indexOf(0x0a);
  const [line, sizes = ''] = HEAD.exec(decoder.decode(bytes.subarray(0, lineEnd + 1))) ?? [];
  if (line === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  let start = lineEnd + 1;
  for (const size of sizes.split(' ').slice(1)) {
    const end = start + Number(size);
    chunks.push(bytes.subarray(start, end));
    start = end;
  }
  return start === bytes.length ? chunks : undefined;
}

import { sha256Hex } from '@topicmill/base/files';
import { indentedJson, parseJsonIfValid } from '@topicmill/base/json';
import * as z from 'zod';
import { BYTES_PER_NUMBER } from './vector-bytes.js';

/** Name of the file whose presence makes an entry. */
export const METADATA_FILE = 'metadata.json';

const FORMAT_VERSION = 1;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const chunkSchema = z.strictObject({
  file: z.string(),
  text_sha256: sha256,
  byte_length: z.int().positive(),
  sha256,
});

const metadataSchema = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  strategy: z.string(),
  model: z.string(),
  source_sha256: sha256,
  dimensions: z.int().positive(),
  chunk_count: z.int().positive(),
  chunks: z.array(chunkSchema),
  checksum: sha256,
});

/** What `metadata.json` says about one vector: `sha256` and `byte_length` are of the `.bin` file. */
export type ChunkMetadata = Readonly<z.infer<typeof chunkSchema>>;

/** What `metadata.json` says about an entry, apart from its own checksum. */
export interface EntryMetadata {
  readonly strategy: string;
  readonly model: string;
  readonly source_sha256: string;
  readonly dimensions: number;
  readonly chunks: readonly ChunkMetadata[];
}

/** `chunk-<index>.bin`. */
export function chunkFileName(index: number): string {
  return `chunk-${index}.bin`;
}

/** The text of `metadata.json`: keys in a fixed order, the last one the SHA-256 of all before it. */
export function formatMetadata(metadata: EntryMetadata): string {
  const content = {
    format: FORMAT_VERSION,
    strategy: metadata.strategy,
    model: metadata.model,
    source_sha256: metadata.source_sha256,
    dimensions: metadata.dimensions,
    chunk_count: metadata.chunks.length,
    chunks: metadata.chunks.map((chunk) => ({
      file: chunk.file,
      text_sha256: chunk.text_sha256,
      byte_length: chunk.byte_length,
      sha256: chunk.sha256,
    })),
  };
  return indentedJson({ ...content, checksum: sha256Hex(JSON.stringify(content)) });
}

/**
 * Reads the text of `metadata.json`. A text that `formatMetadata` would not have written, to the byte, is damaged.
 *
 * @returns the metadata, or `undefined` when it is damaged or of another format
 */
export function parseMetadata(text: string): EntryMetadata | undefined {
  const parsed = metadataSchema.safeParse(parseJsonIfValid(text));
  if (!parsed.success) return undefined;
  const metadata = parsed.data;
  const consistent = metadata.chunks.every(
    (chunk, index) =>
      chunk.file === chunkFileName(index) && chunk.byte_length === metadata.dimensions * BYTES_PER_NUMBER,
  );
  return consistent && formatMetadata(metadata) === text ? metadata : undefined;
}

/** The text hashes that a `metadata.json` lists, in order, without checking anything else about it. */
export function scanTextSha256s(text: string): string[] {
  return Array.from(text.matchAll(/"text_sha256": "([0-9a-f]{64})"/g), (match) => match[1]!);
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import * as z from 'zod';
import { chunkFactFields, furtherFactFields } from './chunk-fact-fields.js';
import { type ChunkFacts, readChunkFacts } from './chunk-facts.js';
import { formatBySchema, readJson } from './json-text.js';

/** Version of the manifest's form: raised when a key is added, removed or means something else. */
export const CHUNKS_MANIFEST_FORMAT = 3;

const count = z.number().int().nonnegative();
const line = z.number().int().positive();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const manifestLinkSchema = z.strictObject({
  href: z.string().min(1).describe('As written in the chunk.'),
  url: z.string().min(1).describe('Address that it points to.'),
  topic: z.string().optional().describe('Id of the topic that it points to.'),
});

const includedLinesFields = {
  file: z.string().min(1).describe('Path of the included file, relative to the folder of topicmill.yaml.'),
  first_line: line.describe('First line of that file that is included, 1-based.'),
  last_line: line.describe('Last line of that file that is included.'),
};

const manifestInclusionSchema = z.strictObject({
  ...includedLinesFields,
  start: count.describe('UTF-16 offset in the chunk file at which the included text starts.'),
  end: count.describe('UTF-16 offset in the chunk file after the included text.'),
  includes: z
    .array(z.strictObject(includedLinesFields))
    .optional()
    .describe('Lines of other files that the included file includes, in the order of the text.'),
});

const publishedTextSchema = z.strictObject({
  file: z.string().min(1).describe('Path of the HTML, relative to the folder of topicmill.yaml.'),
  start: count.describe('UTF-16 offset in the chunk file at which the text starts.'),
  end: count.describe('UTF-16 offset in the chunk file after the text.'),
});

const manifestChunkSchema = z.strictObject({
  index: count.describe('0-based position of the chunk in the document.'),
  file: z.string().min(1).describe('Name of the chunk file, in the folder of this manifest.'),
  title: z.string(),
  is_code: chunkFactFields.is_code,
  oversized: z.boolean().describe("Whether one line or block alone exceeds the maximum, by the strategy's counter."),
  start: count.describe('UTF-16 offset in the source at which its own text starts.'),
  end: count.describe('UTF-16 offset in the source after its own text.'),
  start_byte: count.describe('Byte offset in the source at which its own text starts.'),
  end_byte: count.describe('Byte offset in the source after its own text.'),
  start_line: line.describe('1-based line of the source on which its own text starts.'),
  end_line: line.describe('Line of the source on which its own text ends.'),
  tokens: count.describe("Tokens of its own text by the strategy's counter."),
  tokens_cl100k: count.describe('Tokens of its own text by cl100k_base.'),
  sha256: sha256.describe('SHA-256 of its own text.'),
  id: z
    .string()
    .optional()
    .describe(
      'Pages only: id of the page, anchor, and place below it; does not change when the rest of the page is edited.',
    ),
  url: z.string().optional().describe('Pages only: address at which people read it.'),
  ...furtherFactFields,
  inclusions: z
    .array(manifestInclusionSchema)
    .optional()
    .describe("Pages only: text of other files in the chunk's file, which is not part of its own text."),
  published_text: publishedTextSchema
    .optional()
    .describe(
      "Pages only: text in the chunk's file that the HTML of its section has and the source lacks, which is not part of its own text.",
    ),
  links: z
    .array(manifestLinkSchema)
    .optional()
    .describe('Pages only: its links to pages of the same site; omitted if there is none.'),
});

/** What the manifest of a page does not say of a chunk for which it is the usual. */
const { is_code, oversized, start_byte, end_byte } = manifestChunkSchema.shape;
const writtenChunkSchema = manifestChunkSchema.extend({
  is_code: is_code.optional().describe(`${is_code.description} Pages: omitted if not.`),
  oversized: oversized.optional().describe(`${oversized.description} Pages: omitted if not.`),
  start_byte: start_byte.optional().describe(`${start_byte.description} Pages: omitted if it is \`start\`.`),
  end_byte: end_byte.optional().describe(`${end_byte.description} Pages: omitted if it is \`end\`.`),
});

const manifestFields = {
  format: z.literal(CHUNKS_MANIFEST_FORMAT).describe('Version of this format.'),
  strategy: z.string().min(1).describe('Key of the chunking strategy with its settings.'),
  source: z.string().min(1).describe('Name of the document that was cut.'),
  source_sha256: sha256.describe('SHA-256 of the document.'),
};

/** Schema of `golden-reference.chunks.json`. */
export const chunksManifestSchema = z
  .strictObject({ ...manifestFields, chunks: z.array(writtenChunkSchema).describe('In document order.') })
  .describe('The chunks of a document. Parent headings are in the chunk files, not in these ranges.');

type WrittenManifest = z.infer<typeof chunksManifestSchema>;

/** One chunk of a manifest. `start` and `end` are UTF-16 offsets, `start_byte` and `end_byte` bytes. */
export type ManifestChunk = z.infer<typeof manifestChunkSchema>;

/** The content of `golden-reference.chunks.json`. */
export type ChunksManifest = Omit<WrittenManifest, 'chunks'> & { chunks: ManifestChunk[] };

/** The facts of a manifest's chunk. */
export function manifestChunkFacts(chunk: ManifestChunk): ChunkFacts {
  return readChunkFacts({ ...chunk, tokens: chunk.tokens_cl100k });
}

const REMEDY = 'Run the chunk step again.';

/**
 * Reads a chunks manifest.
 *
 * @throws TopicmillError `CHUNK_MANIFEST_INVALID` when it is not JSON, does not fit the schema, or its chunks are not
 *   numbered in order
 */
export function readChunksManifest(text: string, file: string): ChunksManifest {
  const written = readJson(
    {
      text,
      file,
      code: 'CHUNK_MANIFEST_INVALID',
      remedy: REMEDY,
      format: CHUNKS_MANIFEST_FORMAT,
    },
    chunksManifestSchema,
  );
  const manifest = { ...written, chunks: written.chunks.map(wholeChunk) };
  for (const [position, chunk] of manifest.chunks.entries()) {
    const reason = faultOf(chunk, position);
    if (reason === undefined) continue;
    throw new TopicmillError('CHUNK_MANIFEST_INVALID', `chunks[${position}]: ${reason}`, { file, remedy: REMEDY });
  }
  return manifest;
}

function wholeChunk(written: WrittenManifest['chunks'][number]): ManifestChunk {
  const {
    is_code = false,
    oversized = false,
    start_byte = written.start,
    end_byte = written.end,
    links = [],
  } = written;
  return { ...written, is_code, oversized, start_byte, end_byte, ...(written.id === undefined ? {} : { links }) };
}

function faultOf(chunk: ManifestChunk, position: number): string | undefined {
  if (chunk.index !== position) return `The index is ${chunk.index}, and should be ${position}.`;
  if (chunk.end < chunk.start || chunk.end_byte < chunk.start_byte || chunk.end_line < chunk.start_line)
    return 'It ends before it starts.';
  return undefined;
}

/**
 * The text of `golden-reference.chunks.json`, keys in the order of the schema. Each chunk of a page is on one line, without
 * what is usual.
 */
export function formatChunksManifest(manifest: ChunksManifest): string {
  if (manifest.chunks.every(({ id }) => id === undefined)) return formatBySchema(manifest, chunksManifestSchema);
  const chunks = manifest.chunks.map(unusualOf);
  return formatBySchema<WrittenManifest>({ ...manifest, chunks }, chunksManifestSchema, (checked) => checked.chunks);
}

function unusualOf(chunk: ManifestChunk): WrittenManifest['chunks'][number] {
  const { is_code, oversized, start_byte, end_byte, links = [], ...others } = chunk;
  return {
    ...others,
    ...(is_code ? { is_code } : {}),
    ...(oversized ? { oversized } : {}),
    ...(start_byte === chunk.start ? {} : { start_byte }),
    ...(end_byte === chunk.end ? {} : { end_byte }),
    ...(links.length === 0 ? {} : { links }),
  };
}

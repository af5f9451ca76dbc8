import { TopicmillError } from '@topicmill/base/diagnostics';
import * as z from 'zod';
import { addressBelow, wholeAddress } from './chunk-address.js';
import { chunkFactFields, furtherFactFields } from './chunk-fact-fields.js';
import { type ChunkFacts, readChunkFacts } from './chunk-facts.js';
import { packedChunkName } from './chunk-pack.js';
import { chunkFile } from './file-names.js';
import { formatBySchema, readJson } from './json-text.js';

/** Version of the manifest's form: raised when a key is added, removed or means something else. */
export const CHUNKS_MANIFEST_FORMAT = 4;
/** The same of the manifest of a page. */
export const PAGE_MANIFEST_FORMAT = 5;

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
  sha256: sha256.optional().describe('SHA-256 of its own text.'),
  id: z.string().optional(),
  url: z.string().optional(),
  ...furtherFactFields,
  inclusions: z
    .array(manifestInclusionSchema)
    .optional()
    .describe("Text of other files in the chunk's file, which is not part of its own text; omitted if there is none."),
  published_text: publishedTextSchema
    .optional()
    .describe(
      "Text in the chunk's file that the HTML of its section has and the source lacks, which is not part of its own text.",
    ),
  links: z
    .array(manifestLinkSchema)
    .optional()
    .describe('Its links to pages of the same site; omitted if there is none.'),
  blank_start: z.string().optional().describe('Blank lines at the beginning of its own text, which its file lacks.'),
  blank_end: z.string().optional().describe('What its own text ends with after its last line, and its file lacks.'),
});

const { shape } = manifestChunkSchema;
const pagesOnly = {
  id: true,
  url: true,
  inclusions: true,
  published_text: true,
  links: true,
  blank_start: true,
  blank_end: true,
} as const;
const referenceChunkSchema = manifestChunkSchema.omit(pagesOnly).extend({ sha256 });

/** Optional, and when it is omitted. */
function usually<Schema extends z.ZodType>(schema: Schema, usual: string): z.ZodOptional<Schema> {
  return schema.optional().describe(`${schema.description ?? ''} Omitted if ${usual}.`.trim());
}

/** A chunk of a page as it is written: without what `usualChunk` says about it. */
const pageChunkSchema = manifestChunkSchema.omit({ sha256: true }).extend({
  index: usually(shape.index, 'it is the place in the list'),
  file: usually(shape.file, 'it is named after source and index'),
  is_code: usually(shape.is_code, 'not'),
  oversized: usually(shape.oversized, 'not'),
  start: usually(shape.start, 'the chunk before ends there'),
  start_byte: usually(shape.start_byte, 'it is as far from the end of the chunk before as `start` is'),
  end_byte: usually(shape.end_byte, 'it is as far from `start_byte` as `end` is from `start`'),
  start_line: usually(shape.start_line, 'the chunk before ends on the line above'),
  id: z
    .string()
    .optional()
    .describe(
      "What its id has after the page's: anchor, and place below it; does not change when the rest of the page is edited.",
    ),
  url: z
    .string()
    .optional()
    .describe("Address at which people read it, the page's left out; omitted if that has the anchor of the id."),
  blank_start: usually(shape.blank_start, 'there is none'),
  blank_end: usually(shape.blank_end, 'it is that of the chunk before, and of the first chunk two line ends'),
});

const pageSchema = z.strictObject({
  id: z.string().describe('Its id.'),
  url: z.string().describe('Address at which people read it.'),
  packed: z.literal(true).optional().describe('Whether all chunks are in one file; omitted if not.'),
  head: z
    .string()
    .optional()
    .describe(
      'What the page has before its first chunk, such as front matter: with it, the own texts of the chunks are the page. Omitted if they are not, and the page has a copy.',
    ),
});

const manifestFields = {
  strategy: z.string().min(1).describe('Key of the chunking strategy with its settings.'),
  source: z.string().min(1).describe('Name of the document that was cut.'),
  source_sha256: sha256.describe('SHA-256 of the document.'),
};

const referenceManifestSchema = z.strictObject({
  format: z.literal(CHUNKS_MANIFEST_FORMAT).describe('Version of this format.'),
  ...manifestFields,
  chunks: z.array(referenceChunkSchema).describe('In document order.'),
});

const pageManifestSchema = z.strictObject({
  format: z.literal(PAGE_MANIFEST_FORMAT).describe('Version of this format.'),
  ...manifestFields,
  page: pageSchema.describe('The page that the document is.'),
  chunks: z.array(pageChunkSchema).describe('In document order, each without what is usual.'),
});

/** Schema of `golden-reference.chunks.json`, and of the manifest of a page. */
export const chunksManifestSchema = z
  .union([referenceManifestSchema, pageManifestSchema])
  .describe('The chunks of a document. Parent headings are in the chunk files, not in these ranges.');

type PageManifest = z.infer<typeof pageManifestSchema>;
type PageChunk = PageManifest['chunks'][number];

/**
 * One chunk of a manifest. `start` and `end` are UTF-16 offsets, `start_byte` and `end_byte` bytes. That of a page that was read
 * lacks `sha256`: `source_sha256` proves what its offsets select.
 */
export type ManifestChunk = z.infer<typeof manifestChunkSchema>;

/** The content of `golden-reference.chunks.json`, or of the manifest of a page, whole. */
export type ChunksManifest = Omit<PageManifest, 'format' | 'page' | 'chunks'> & {
  format: number;
  page?: PageManifest['page'];
  chunks: ManifestChunk[];
};

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
  const source = {
    text,
    file,
    code: 'CHUNK_MANIFEST_INVALID',
    remedy: REMEDY,
  } as const;
  // Within a title, the quotes would be escaped.
  const manifest: ChunksManifest = text.includes('"page":')
    ? wholeManifest(readJson({ ...source, format: PAGE_MANIFEST_FORMAT }, pageManifestSchema))
    : readJson({ ...source, format: CHUNKS_MANIFEST_FORMAT }, referenceManifestSchema);
  for (const [position, chunk] of manifest.chunks.entries()) {
    const reason = chunkFault(chunk, position);
    if (reason === undefined) continue;
    throw new TopicmillError('CHUNK_MANIFEST_INVALID', `chunks[${position}]: ${reason}`, { file, remedy: REMEDY });
  }
  return manifest;
}

function chunkFault(chunk: ManifestChunk, position: number): string | undefined {
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
  const { page, chunks, ...fields } = manifest;
  if (page === undefined) return formatBySchema(manifest, referenceManifestSchema as z.ZodType<typeof manifest>);
  const written = chunks.map((chunk, at) => {
    const { id = '', url = '' } = chunk;
    const {
      sha256: _,
      links = [],
      ...own
    }: PageChunk & { sha256?: unknown } = { ...chunk, ...addressBelow({ id, url }, page) };
    const usual: Partial<PageChunk> = usualChunk({ ...fields, page }, at, chunks[at - 1], own);
    const isUnusual = ([key, value]: [string, unknown]): boolean => value !== usual[key as keyof PageChunk];
    const unusual = Object.fromEntries(Object.entries(own).filter(isUnusual)) as PageChunk;
    return links.length === 0 ? unusual : { ...unusual, links };
  });
  const file: PageManifest = { ...fields, format: PAGE_MANIFEST_FORMAT, page, chunks: written };
  return formatBySchema(file, pageManifestSchema, (each) => each.chunks);
}

function wholeManifest({ chunks, ...manifest }: PageManifest): ChunksManifest {
  const { page } = manifest;
  const whole: ManifestChunk[] = [];
  for (const [at, written] of chunks.entries()) {
    const usual = usualChunk(manifest, at, whole[at - 1], written);
    const { id = '', url, links = [], ...own } = written;
    whole.push({ ...usual, ...own, ...wholeAddress({ id, url }, page), links } as ManifestChunk);
  }
  return { ...manifest, chunks: whole };
}

/** Of a section that another one follows. */
const USUAL_BLANK_END = '\n\n';

/**
 * What a chunk of a page is where nothing else is written.
 *
 * @param before the chunk before it
 * @param written with id and address below those of the page
 */
function usualChunk(
  { source, page }: Pick<PageManifest, 'source' | 'page'>,
  index: number,
  before: Pick<ManifestChunk, 'end' | 'end_byte' | 'end_line' | 'blank_end'> | undefined,
  written: PageChunk,
) {
  const { end: from, end_byte: fromByte, end_line: lastLine } = before ?? { end: 0, end_byte: 0, end_line: 0 };
  const { start = from, start_byte = fromByte + start - from, end } = written;
  const baseName = source.replace(/\.[^.]*$/, '');
  return {
    index,
    file: page.packed ? packedChunkName(baseName, index) : chunkFile(baseName, index),
    is_code: false,
    oversized: false,
    start: from,
    start_byte: fromByte + start - from,
    end_byte: start_byte + end - start,
    start_line: lastLine + 1,
    id: '',
    ...(page.head === undefined ? {} : { blank_end: before?.blank_end ?? USUAL_BLANK_END }),
  };
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import * as z from 'zod';
import { ANALYSIS } from '../analyze-text.js';

/** Folder of the docs root that holds the search index. */
export const SEARCH_DIRECTORY = '_search';
/** The file that names all others; it is written last and is the only one whose content changes under its name. */
export const MANIFEST_FILE = 'manifest.json';
/** How many topics a file of the topic table holds. */
export const TOPICS_PER_BLOCK = 4;

const fileName = z.string().regex(/^[0-9a-f]{16}\.(?:bin|json)$/);
const count = z.number().int().nonnegative();

const manifestSchema = z.strictObject({
  format: z.literal(1),
  analysis: z.string().min(1),
  topicCount: count,
  chunkCount: count,
  core: fileName.describe('Chunks of each topic, which of them are code, how many prompts each has.'),
  ids: fileName.describe('Ids of the topics, sorted by code unit; a topic’s position is its number.'),
  topics: z.array(fileName).describe(`Table of topics and chunks, ${TOPICS_PER_BLOCK} topics a file.`),
  terms: z.array(fileName).describe('Postings; the hash of a term modulo their number says which file holds it.'),
  prompts: fileName.describe('SimHashes, 8 bytes each, chunk by chunk.'),
  vectors: z
    .strictObject({ file: fileName, model: z.string().min(1), dimensions: count.min(1) })
    .optional()
    .describe('A row a chunk: 1 / length as float32, then the components as int8.'),
});

/** What `manifest.json` of a search index holds. Every other file is named by the first 16 hex digits of its SHA-256. */
export type SearchManifest = z.infer<typeof manifestSchema>;

/**
 * Reads a manifest.
 *
 * @throws TopicmillError `SEARCH_INDEX_INVALID` when it is not JSON, does not fit the schema or was made by a release
 *   that takes words apart in another way
 */
export function readManifest(text: string): SearchManifest {
  const manifest = parseManifest(text);
  if (manifest.analysis !== ANALYSIS) {
    throw invalidIndex(MANIFEST_FILE, `Its words are of analysis "${manifest.analysis}", not "${ANALYSIS}".`);
  }
  return manifest;
}

function parseManifest(text: string): SearchManifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw invalidIndex(MANIFEST_FILE, 'It is not the manifest of a search index of this release.', cause);
  }
}

/** A `SEARCH_INDEX_INVALID` about a file of the index. */
export function invalidIndex(file: string, message: string, cause?: unknown): TopicmillError {
  return new TopicmillError('SEARCH_INDEX_INVALID', message, {
    file: `${SEARCH_DIRECTORY}/${file}`,
    remedy: 'Build the search index again.',
    cause,
  });
}

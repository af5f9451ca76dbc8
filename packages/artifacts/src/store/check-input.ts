import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { artifactChunkId, mergeOverlaps } from '@topicmill/chunking/artifacts';
import {
  type Artifact,
  type ArtifactChunk,
  type ArtifactInput,
  type Attributes,
  contentHash,
  hasLoneSurrogate,
  type JsonValue,
} from './artifact.js';

/** An input in the form in which it is stored. What was left out is `undefined`. */
export interface CheckedInput {
  readonly content: string;
  readonly artifactType: string;
  readonly sourceSystem: string;
  readonly sourceId: string | null;
  /** `null`: it has none, whatever it had. */
  readonly title: string | null | undefined;
  readonly sensitivity: string | undefined;
  /** ISO 8601, UTC. */
  readonly ts: string | undefined;
  /** JSON with sorted keys. */
  readonly attributes: string | undefined;
}

/** Longest name, title or other short field, in UTF-16 units. */
const MAX_FIELD_LENGTH = 2_000;

/**
 * Checks what is to be stored.
 *
 * @throws TopicmillError `ARTIFACT_INVALID`
 */
export function checkInput(input: ArtifactInput): CheckedInput {
  if (typeof input.content !== 'string' || !/\S/u.test(input.content)) throw invalid('The artifact has no text.');
  const { sourceId, title, sensitivity, ts } = input;
  return {
    content: input.content,
    artifactType: checkField('artifact type', input.artifactType),
    sourceSystem: checkField('source system', input.sourceSystem),
    sourceId: sourceId === undefined ? null : checkField('source id', sourceId),
    title: title === undefined ? undefined : checkField('title', title),
    sensitivity: sensitivity === undefined ? undefined : checkField('sensitivity', sensitivity),
    ts: ts === undefined ? undefined : parseTime(ts, 'ARTIFACT_INVALID'),
    attributes: input.attributes === undefined ? undefined : canonicalJson(input.attributes),
  };
}

/** JSON with sorted keys, so that equal facts are equal texts. */
function canonicalJson(attributes: Attributes): string {
  return JSON.stringify(sorted(attributes));
}

function checkField(name: string, value: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw invalid(`The ${name} is empty.`);
  if (value.length > MAX_FIELD_LENGTH) throw invalid(`The ${name} is longer than ${MAX_FIELD_LENGTH} characters.`);
  if (hasLoneSurrogate(value)) throw invalid(`The ${name} is not valid Unicode.`);
  return value;
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compareCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('ARTIFACT_INVALID', message, { remedy: 'Correct it, and ingest the artifact again.' });
}

/**
 * A time as ISO 8601 in UTC with milliseconds: texts that sort as the times do.
 *
 * @param time anything that `Date` reads
 * @throws TopicmillError with the code given
 */
export function parseTime(time: string, code: DiagnosticCode): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // Years beyond four digits would not sort.
  if (!Number.isNaN(year) && year >= 0 && year <= 9999) return date.toISOString();
  throw new TopicmillError(code, `${JSON.stringify(time)} is not a time.`, {
    remedy: 'Write it like 2025-12-25T10:30:00Z.',
  });
}

/** What is wrong with an artifact and its chunks as they are stored, a sentence each. */
export function checkArtifact(artifact: Artifact, chunks: readonly ArtifactChunk[]): string[] {
  const { is_chunked, num_chunks, content_hash } = artifact.metadata;
  const problems: string[] = [];
  if (!/^art_(?:[0-9a-f]{4}){2,}$/.test(artifact.id)) problems.push('Its id is not of the form of ids.');
  if (chunks.length !== num_chunks) problems.push(`It has ${chunks.length} chunks instead of ${num_chunks}.`);
  if (is_chunked !== num_chunks > 0)
    problems.push('It is marked as chunked and has no chunks, or the other way round.');
  if (is_chunked && artifact.content !== '') problems.push('It is chunked and has a text of its own.');
  let coveredEnd = 0;
  for (const [index, chunk] of chunks.entries()) {
    problems.push(...checkChunk(artifact.id, chunk, index));
    const { start_char, end_char } = chunk.metadata;
    if (start_char > coveredEnd || end_char <= coveredEnd)
      problems.push(`Chunk ${index} does not follow the one before.`);
    coveredEnd = end_char;
  }
  // A text put together from faulty chunks says nothing new.
  if (problems.length === 0 && contentHash(textOf(artifact, chunks)) !== content_hash) {
    problems.push('Its text does not have its hash.');
  }
  return problems;
}

/** The whole text of an artifact. */
export function textOf(artifact: Artifact, chunks: readonly ArtifactChunk[]): string {
  if (!artifact.metadata.is_chunked) return artifact.content;
  return mergeOverlaps(
    chunks.map(({ content, metadata }) => ({
      content,
      startChar: metadata.start_char,
      endChar: metadata.end_char,
    })),
  );
}

function checkChunk(artifactId: string, { id, content, metadata }: ArtifactChunk, index: number): string[] {
  const problems: string[] = [];
  if (metadata.chunk_index !== index) problems.push(`Chunk ${index} has the index ${metadata.chunk_index}.`);
  if (metadata.artifact_id !== artifactId) problems.push(`Chunk ${index} belongs to ${metadata.artifact_id}.`);
  if (content.length !== metadata.end_char - metadata.start_char) {
    problems.push(`Chunk ${index} is not as long as its offsets say.`);
  }
  const hash = contentHash(content);
  if (hash !== metadata.content_hash) problems.push(`The text of chunk ${index} does not have its hash.`);
  if (id !== artifactChunkId(artifactId, index, metadata.content_hash)) problems.push(`Chunk ${index} has a wrong id.`);
  return problems;
}

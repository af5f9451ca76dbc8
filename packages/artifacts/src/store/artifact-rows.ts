import { TopicmillError } from '@topicmill/base/diagnostics';
import { labelOf } from '@topicmill/chunking';
import { joinWithBoundaries, mergeOverlaps } from '@topicmill/chunking/artifacts';
import type { Artifact, ArtifactChunk, ArtifactMetadata, ChunkMetadata } from './artifact.js';
import type { CheckedInput } from './check-input.js';
import { fromColumn, type TextColumn, toColumn } from './column-values.js';
import type { PreparedText } from './passages.js';
import type { ContextJoining } from './search-options.js';

/** A row of the table `artifacts`. */
export interface ArtifactRow extends Omit<ArtifactMetadata, 'is_chunked' | 'attributes'> {
  readonly key: number;
  readonly id: string;
  readonly content: TextColumn;
  readonly is_chunked: number;
  /** As JSON. */
  readonly attributes: string;
}

/** A row of the table `artifact_chunks`. */
export interface ChunkRow extends Omit<ChunkMetadata, 'artifact_id' | 'sensitivity' | 'ts'> {
  readonly key: number;
  readonly id: string;
  readonly artifact_key: number;
  readonly content: TextColumn;
  readonly is_blank: number;
  /** SHA-256 of what is embedded, in hex, where that is more than the text. */
  readonly vector_hash: string | null;
}

/** The hash under which the vector of a passage is kept. */
export function vectorHashOf(row: { readonly content_hash: string; readonly vector_hash?: string | null }): string {
  return row.vector_hash ?? row.content_hash;
}

/** Attributes that people search for as they do for words of the text: who wrote, to whom, and what came with it. */
const SEARCHED_ATTRIBUTES = ['from', 'to', 'cc', 'bcc', 'speakers', 'author', 'attachments'];

/** The texts of those attributes. */
export function searchedFacts({ attributes }: Pick<ArtifactRow, 'attributes'>): string[] {
  const facts = JSON.parse(attributes) as Readonly<Record<string, unknown>>;
  return SEARCHED_ATTRIBUTES.flatMap((name) => facts[name] ?? []).filter((fact) => typeof fact === 'string');
}

export function artifactOf(row: ArtifactRow): Artifact {
  return {
    id: row.id,
    content: fromColumn(row.content),
    metadata: {
      artifact_type: row.artifact_type,
      source_system: row.source_system,
      source_id: row.source_id,
      title: row.title,
      token_count: row.token_count,
      is_chunked: row.is_chunked === 1,
      num_chunks: row.num_chunks,
      content_hash: row.content_hash,
      sensitivity: row.sensitivity,
      ts: row.ts,
      attributes: JSON.parse(row.attributes),
    },
  };
}

export function chunkOf(row: ChunkRow, artifact: ArtifactRow): ArtifactChunk {
  return {
    id: row.id,
    content: fromColumn(row.content),
    metadata: {
      artifact_id: artifact.id,
      chunk_index: row.chunk_index,
      start_char: row.start_char,
      end_char: row.end_char,
      token_count: row.token_count,
      preface: row.preface,
      content_hash: row.content_hash,
      sensitivity: artifact.sensitivity,
      ts: artifact.ts,
    },
  };
}

/** A chunk's text with its place. */
export function placedTextOf(row: ChunkRow): { content: string; startChar: number; endChar: number } {
  return { content: fromColumn(row.content), startChar: row.start_char, endChar: row.end_char };
}

/** What is known about an artifact besides its text. */
type Facts = Pick<ArtifactRow, 'title' | 'sensitivity' | 'ts' | 'attributes'>;

/** Whether an artifact has this text, split and embedded for this type, already. */
export function hasText(artifact: ArtifactRow | undefined, input: CheckedInput, contentSha256: string): boolean {
  if (artifact?.content_hash !== contentSha256 || artifact.artifact_type !== input.artifactType) return false;
  return artifact.is_chunked === 0 || sharedPreface(input, artifact) === sharedPreface(input, artifact, artifact);
}

/** What all chunks of an artifact are a part of: of an email its subject and sender. */
export function sharedPreface(
  input: CheckedInput,
  old: ArtifactRow | undefined,
  { title, attributes }: Pick<ArtifactRow, 'title' | 'attributes'> = factsOf(input, old, ''),
): string | undefined {
  if (input.artifactType !== 'email') return undefined;
  const { from } = JSON.parse(attributes) as { readonly from?: unknown };
  const parts = [title, ...(Array.isArray(from) ? from : [from])].filter((part) => typeof part === 'string');
  return labelOf(parts.join(', '));
}

/** The error of a text that was to be split anew, while another process has replaced or removed it. */
export function changedMeanwhile({ sourceSystem, sourceId }: CheckedInput): TopicmillError {
  return new TopicmillError('STORE_BUSY', `Another process has changed ${sourceId ?? `a text of ${sourceSystem}`}.`, {
    remedy: 'Run `reindex` again, which goes on from here.',
  });
}

/** Whether writing these facts would change nothing. */
export function factsAreKnown(old: ArtifactRow, input: CheckedInput): boolean {
  const facts = factsOf(input, old, old.ts);
  return Object.entries(facts).every(([name, value]) => value === old[name as keyof ArtifactRow]);
}

/** The row of an artifact whose text stays. */
export function withFacts(old: ArtifactRow, input: CheckedInput): ArtifactRow {
  return { ...old, ...factsOf(input, old, old.ts) };
}

/** A text with what its artifact's row is made from. */
export interface WrittenText {
  readonly input: CheckedInput;
  readonly contentSha256: string;
  readonly text: PreparedText;
  /** ISO 8601, for an artifact without a time. */
  readonly now: string;
}

/** The row of an artifact with a new text. */
export function artifactRow(
  { input, contentSha256, text, now }: WrittenText,
  { key, id, old }: { readonly key: number; readonly id: string; readonly old: ArtifactRow | undefined },
): ArtifactRow {
  return {
    key,
    id,
    content: toColumn(text.isChunked ? '' : input.content),
    artifact_type: input.artifactType,
    source_system: input.sourceSystem,
    source_id: input.sourceId,
    token_count: text.tokenCount,
    is_chunked: text.isChunked ? 1 : 0,
    num_chunks: text.isChunked ? text.passages.length : 0,
    content_hash: contentSha256,
    ...factsOf(input, old, now),
  };
}

/** What is given for an artifact now; else what was given before; else the default. */
function factsOf(input: CheckedInput, old: ArtifactRow | undefined, now: string): Facts {
  return {
    title: input.title === undefined ? (old?.title ?? null) : input.title,
    sensitivity: input.sensitivity ?? old?.sensitivity ?? 'normal',
    ts: input.ts ?? old?.ts ?? now,
    attributes: input.attributes ?? old?.attributes ?? '{}',
  };
}

/** Consecutive chunks as one text. */
export function joinChunks(chunks: readonly ChunkRow[], joining: ContextJoining = 'boundary'): string {
  const texts = chunks.map(placedTextOf);
  return joining === 'merge' ? mergeOverlaps(texts) : joinWithBoundaries(texts);
}

import type { Embedder } from '@topicmill/text/embedder';
import type { ArtifactInput } from '../artifact.js';
import type { IngestOptions, IngestPlan, IngestResult } from '../artifact-store.js';
import { type CheckedInput, checkInput } from '../check-input.js';
import { contentHash } from '../content-hash.js';
import { embedPassages, type VectorsByHash } from '../embed-passages.js';
import { type PreparedText, prepareText } from '../prepare-artifact.js';
import type { ArtifactSplitter, SplitText } from '../splitter.js';
import type { StoreEvent } from '../store-event.js';
import { type ArtifactRow, findByIdentity, findChunkIds } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { termsOf } from './passage-terms.js';
import { type Binding, checkModel, modelMismatch, readBinding, writeBinding } from './settings.js';
import { createVectorTables, openVectorTables, type VectorTables } from './vector-tables.js';
import { factsAreKnown, hasText, type WrittenArtifact, writeArtifact, writeFacts } from './write-artifact.js';

/** What the parts of a store share. */
export interface StoreContext {
  readonly connection: Connection;
  readonly embedder: Embedder;
  readonly splitter: ArtifactSplitter;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

/** A text with what it takes to store it. */
export interface EmbeddableText {
  readonly input: CheckedInput;
  readonly contentSha256: string;
  readonly text: PreparedText;
  /** Vectors that are there already. */
  readonly known: VectorsByHash;
  readonly preferredId?: string | undefined;
  readonly sizes?: SplitText['sizes'];
}

export async function ingestArtifact(
  context: StoreContext,
  input: ArtifactInput,
  options: IngestOptions,
): Promise<IngestResult> {
  const checked = checkInput(input);
  const contentSha256 = contentHash(checked.content);
  const { connection } = context;
  const same = await writeIfTextIsKnown(connection, checked, contentSha256, options);
  if (same !== undefined) return same;
  const embeddable = await prepareIngest(context, checked, contentSha256);
  options.signal?.throwIfAborted();
  return storeText(context, embeddable, options);
}

/** What an ingest would do. */
export async function planIngest(context: StoreContext, input: ArtifactInput): Promise<IngestPlan> {
  const checked = checkInput(input);
  const contentSha256 = contentHash(checked.content);
  const old = await context.connection.read(() => findOld(context.connection, checked, contentSha256));
  if (old !== undefined && hasText(old, checked, contentSha256)) {
    const outcome = factsAreKnown(old, checked) ? 'same' : 'changed';
    return { outcome, token_count: old.token_count, num_chunks: old.num_chunks, embedded_count: 0 };
  }
  const { text, known } = await prepareIngest(context, checked, contentSha256);
  const embedded = text.passages.filter(({ contentSha256: hash, isBlank }) => !isBlank && !known.has(hash));
  return {
    outcome: old === undefined ? 'new' : 'changed',
    token_count: text.tokenCount,
    num_chunks: text.isChunked ? text.passages.length : 0,
    embedded_count: new Set(embedded.map((passage) => passage.contentSha256)).size,
  };
}

/**
 * The second half of an ingest: makes the vectors that are missing, then writes everything at once.
 *
 * @throws TopicmillError `STORE_MODEL_MISMATCH`, and what the embedder throws
 */
export async function storeText(
  { connection, embedder, now, onEvent }: StoreContext,
  { input, contentSha256, text, known, preferredId, sizes }: EmbeddableText,
  options: IngestOptions,
): Promise<IngestResult> {
  const made = await embedPassages({ passages: text.passages, sourceSha256: contentSha256, known }, embedder, options);
  const vectors = new Map([...known, ...made]);
  const bodyTerms = text.passages.map(({ content }) => termsOf(content));
  options.signal?.throwIfAborted();
  const result = await connection.write(() => {
    const written = writeArtifact(connection.db, {
      input,
      contentSha256,
      text,
      bodyTerms,
      vectors,
      tables: bindVectors(connection, embedder, vectors),
      preferredId,
      now: new Date(now()).toISOString(),
      onProgress: options.onProgress,
    });
    const reusedCount = text.passages.filter(({ contentSha256: hash, isBlank }) => !isBlank && !made.has(hash)).length;
    return resultOf(connection, written, made.size, reusedCount);
  }, options.signal);
  tellStored(result, text, sizes, onEvent);
  return result;
}

/** Vectors that the store has of any of the passages. */
export function knownVectors(tables: VectorTables | undefined, { passages }: PreparedText): VectorsByHash {
  const known = new Map<string, Float32Array>();
  for (const { contentSha256 } of tables === undefined ? [] : passages) {
    const vector = tables?.findByText(contentSha256);
    if (vector !== undefined) known.set(contentSha256, vector);
  }
  return known;
}

/** The vector tables in force, or `undefined` before the first vector. */
export function currentVectors(connection: Connection): VectorTables | undefined {
  const binding = readBinding(connection.db, 'binding');
  return binding && openVectorTables(connection.db, binding);
}

/** The result for a text that the store holds: at most what is known of it is written. */
export async function writeIfTextIsKnown(
  connection: Connection,
  input: CheckedInput,
  contentSha256: string,
  { signal }: IngestOptions,
): Promise<IngestResult | undefined> {
  const find = (): ArtifactRow | undefined => {
    const old = findOld(connection, input, contentSha256);
    return hasText(old, input, contentSha256) ? old : undefined;
  };
  const unchanged = await connection.read(() => {
    const old = find();
    return old && { old, result: factsAreKnown(old, input) ? sameResult(connection, old) : undefined };
  }, signal);
  if (unchanged === undefined || unchanged.result !== undefined) return unchanged?.result;
  return connection.write(() => {
    const old = find();
    return old && resultOf(connection, writeFacts(connection.db, old, input), 0, Math.max(1, old.num_chunks));
  }, signal);
}

function findOld(connection: Connection, input: CheckedInput, contentSha256: string): ArtifactRow | undefined {
  const { sourceSystem, sourceId } = input;
  return findByIdentity(connection.db, { sourceSystem, sourceId, contentSha256 });
}

/** The first half of an ingest: splits the text, and looks for vectors that are there already. */
async function prepareIngest(
  { connection, embedder, splitter, onEvent }: StoreContext,
  input: CheckedInput,
  contentSha256: string,
): Promise<EmbeddableText> {
  const { sizes, ...split } = await splitter(input.content, input.artifactType);
  const text = prepareText(input.content, split);
  onEvent?.({
    level: 'debug',
    event: 'chunk_decision',
    token_count: text.tokenCount,
    threshold: sizes?.singlePieceMaxTokens ?? null,
    will_chunk: text.isChunked,
  });
  const known = await connection.read(() => {
    checkModel(readBinding(connection.db, 'binding'), embedder, connection.path);
    return knownVectors(currentVectors(connection), text);
  });
  return { input, contentSha256, text, known, sizes };
}

/** The tables for an ingest's vectors; the first one binds the store to its model. */
function bindVectors({ db, path }: Connection, embedder: Embedder, vectors: VectorsByHash): VectorTables {
  const bound = readBinding(db, 'binding');
  const dimensions = vectors.values().next().value!.length;
  if (bound !== undefined) {
    checkModel(bound, embedder, path);
    if (bound.dimensions !== dimensions) throw modelMismatch(bound, `${embedder.model} with ${dimensions}`, path);
    return openVectorTables(db, bound);
  }
  const binding: Binding = { model: embedder.model, dimensions, generation: 1 };
  writeBinding(db, 'binding', binding);
  createVectorTables(db, binding);
  return openVectorTables(db, binding);
}

function sameResult(connection: Connection, artifact: ArtifactRow): IngestResult {
  return resultOf(connection, { artifact, outcome: 'same' }, 0, Math.max(1, artifact.num_chunks));
}

function resultOf(
  { db }: Connection,
  { artifact, outcome }: WrittenArtifact,
  embeddedCount: number,
  reusedCount: number,
): IngestResult {
  return {
    artifact_id: artifact.id,
    is_chunked: artifact.is_chunked === 1,
    num_chunks: artifact.num_chunks,
    stored_ids: [artifact.id, ...findChunkIds(db, artifact.key)],
    outcome,
    embedded_count: embeddedCount,
    reused_count: reusedCount,
  };
}

function tellStored(
  { artifact_id, outcome, num_chunks, embedded_count, reused_count }: IngestResult,
  { tokenCount, isChunked, passages }: PreparedText,
  sizes: SplitText['sizes'],
  onEvent: StoreContext['onEvent'],
): void {
  if (isChunked && outcome !== 'same') {
    onEvent?.({
      level: 'info',
      event: 'text_chunked',
      artifact_id,
      total_tokens: tokenCount,
      num_chunks,
      avg_chunk_size: passages.reduce((sum, passage) => sum + passage.tokenCount, 0) / passages.length,
      overlap_tokens: sizes?.overlapTokens ?? null,
    });
  }
  onEvent?.({
    level: 'info',
    event: 'artifact_stored',
    artifact_id,
    outcome,
    num_chunks,
    embedded_count,
    reused_count,
  });
}

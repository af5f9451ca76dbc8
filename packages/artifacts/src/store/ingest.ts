import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import type { Embedder } from '@topicmill/text/embedder';
import { type ArtifactInput, contentHash } from './artifact.js';
import { factsAreKnown, hasText, sharedPreface } from './artifact-rows.js';
import type { IngestOptions, IngestPlan, IngestResult } from './artifact-store.js';
import { checkModel } from './binding.js';
import { type CheckedInput, checkInput } from './check-input.js';
import { ALL_CHUNKS, type StoredArtifact, type StoredIds, type StoreEngine, type WrittenArtifact } from './engine.js';
import { termsOf } from './passage-rows.js';
import {
  type ArtifactSplitter,
  embedPassages,
  type PreparedText,
  prepareText,
  type SplitText,
  splitRules,
  type VectorsByHash,
} from './passages.js';
import type { StoreEvent } from './store-options.js';

/** What the parts of a store share. */
export interface StoreContext {
  readonly engine: StoreEngine;
  readonly embedder: () => Promise<Embedder>;
  readonly splitter: ArtifactSplitter;
  readonly sizes?: ArtifactSizes | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

/** A text with what it takes to store it. */
export interface EmbeddableText {
  readonly input: CheckedInput;
  readonly contentSha256: string;
  readonly text: PreparedText;
  /** Vectors that exist already. */
  readonly known: VectorsByHash;
  readonly preferredId?: string | undefined;
  /** Whether the store has this text, with other chunks. */
  readonly isSplitAnew?: boolean | undefined;
  readonly sizes?: SplitText['sizes'];
}

export async function ingestArtifact(
  context: StoreContext,
  input: ArtifactInput,
  options: IngestOptions,
): Promise<IngestResult> {
  const checked = checkInput(input);
  const contentSha256 = contentHash(checked.content);
  const anew = await prepareAnew(context, checked, contentSha256);
  const same = anew === undefined && (await writeIfTextIsKnown(context, checked, contentSha256, options));
  if (same) return same;
  const embeddable = anew ?? (await prepareIngest(context, checked, contentSha256));
  options.signal?.throwIfAborted();
  return storeText(context, embeddable, options);
}

/** What an ingest would do. */
export async function planIngest(context: StoreContext, input: ArtifactInput): Promise<IngestPlan> {
  const checked = checkInput(input);
  const contentSha256 = contentHash(checked.content);
  const old = (await findOld(context.engine, checked, contentSha256))?.artifact;
  const anew = await prepareAnew(context, checked, contentSha256);
  if (anew === undefined && old !== undefined && hasText(old, checked, contentSha256)) {
    const outcome = factsAreKnown(old, checked) ? 'same' : 'changed';
    return { outcome, token_count: old.token_count, num_chunks: old.num_chunks, embedded_count: 0 };
  }
  const { text, known } = anew ?? (await prepareIngest(context, checked, contentSha256));
  const embedded = text.passages.filter(({ vectorSha256: hash, isBlank }) => !isBlank && !known.has(hash));
  return {
    outcome: old === undefined ? 'new' : 'changed',
    token_count: text.tokenCount,
    num_chunks: text.isChunked ? text.passages.length : 0,
    embedded_count: new Set(embedded.map((passage) => passage.vectorSha256)).size,
  };
}

/**
 * The second half of an ingest: makes the vectors that are missing, then writes everything at once.
 *
 * @throws TopicmillError `STORE_MODEL_MISMATCH`, and what the embedder throws
 */
export async function storeText(
  { engine, embedder: loadEmbedder, now, onEvent }: StoreContext,
  { input, contentSha256, text, known, preferredId, isSplitAnew, sizes }: EmbeddableText,
  options: IngestOptions,
): Promise<IngestResult> {
  const { signal, onProgress } = options;
  const embedder = await loadEmbedder();
  const made = await embedPassages({ passages: text.passages, sourceSha256: contentSha256, known }, embedder, options);
  const vectors = new Map([...known, ...made]);
  const bodyTerms = text.passages.map(({ content }) => termsOf(content));
  signal?.throwIfAborted();
  const time = new Date(now()).toISOString();
  const owned = { preferredId, isSplitAnew, now: time, onProgress };
  const writing = { input, contentSha256, text, bodyTerms, vectors, embedder, ...owned };
  const written = await engine.writeText(writing, signal);
  const reusedCount = text.passages.filter(({ vectorSha256: hash, isBlank }) => !isBlank && !made.has(hash)).length;
  const result = resultOf(written, made.size, reusedCount);
  if (result.outcome !== 'same') tellChunked(result, text, sizes, onEvent);
  tellStored(result, onEvent);
  return result;
}

/** The result for a text that the store has: at most what is known about it is written. */
export async function writeIfTextIsKnown(
  { engine, onEvent }: StoreContext,
  input: CheckedInput,
  contentSha256: string,
  { signal }: IngestOptions,
): Promise<IngestResult | undefined> {
  const old = await findOld(engine, input, contentSha256, signal);
  if (old === undefined || !hasText(old.artifact, input, contentSha256)) return undefined;
  const written = factsAreKnown(old.artifact, input)
    ? { ...old, outcome: 'same' as const }
    : await engine.writeFacts(input, contentSha256, signal);
  if (written === undefined) return undefined;
  const result = resultOf(written, 0, Math.max(1, written.artifact.num_chunks));
  if (result.outcome === 'changed') tellStored(result, onEvent);
  return result;
}

function findOld(
  engine: StoreEngine,
  input: CheckedInput,
  contentSha256: string,
  signal?: AbortSignal,
): Promise<StoredIds | undefined> {
  const { sourceSystem, sourceId } = input;
  return engine.findStored({ sourceSystem, sourceId, contentSha256 }, signal);
}

/** A text whose stored chunks differ from those that the current rules make, prepared to be stored in the new ones. */
async function prepareAnew(
  context: StoreContext,
  input: CheckedInput,
  contentSha256: string,
): Promise<EmbeddableText | undefined> {
  const { engine, sizes } = context;
  const rules = sizes && (await engine.readSizes());
  if (rules === undefined || rules === splitRules(sizes!)) return undefined;
  const old = await findOld(engine, input, contentSha256);
  if (old === undefined || !hasText(old.artifact, input, contentSha256)) return undefined;
  const stored = await engine.readArtifact(old.artifact.id, ALL_CHUNKS);
  const prepared = await prepareIngest(context, input, contentSha256);
  return stored === undefined || isSplitSo(stored, prepared.text) ? undefined : { ...prepared, isSplitAnew: true };
}

/** Whether a stored text is split as it would be now. */
export function isSplitSo({ artifact, chunks }: StoredArtifact, { isChunked, passages }: PreparedText): boolean {
  if (!isChunked || artifact.is_chunked === 0) return isChunked === (artifact.is_chunked === 1);
  return (
    chunks.length === passages.length &&
    chunks.every(
      ({ start_char, end_char, preface }, at) =>
        start_char === passages[at]!.startChar &&
        end_char === passages[at]!.endChar &&
        preface === passages[at]!.preface,
    )
  );
}

/** The first half of an ingest: splits the text, and looks for existing vectors. */
export async function prepareIngest(
  { engine, embedder, splitter, onEvent }: StoreContext,
  input: CheckedInput,
  contentSha256: string,
): Promise<EmbeddableText> {
  const { sizes, ...split } = await splitText(splitter, input);
  const old = input.artifactType === 'email' ? (await findOld(engine, input, contentSha256))?.artifact : undefined;
  const text = prepareText(input.content, split, sharedPreface(input, old));
  onEvent?.({
    level: 'debug',
    event: 'chunk_decision',
    token_count: text.tokenCount,
    threshold: sizes?.singlePieceMaxTokens ?? null,
    will_chunk: text.isChunked,
  });
  const hashes = text.passages.map(({ vectorSha256 }) => vectorSha256);
  const { binding, vectors: known } = await engine.readVectors([...new Set(hashes)]);
  checkModel(binding, await embedder(), engine.place);
  return { input, contentSha256, text, known, sizes };
}

/** A text that its splitter cannot take apart, such as one that is nested too deeply, fails alone. */
async function splitText(splitter: ArtifactSplitter, { content, artifactType }: CheckedInput): Promise<SplitText> {
  try {
    return await splitter(content, artifactType);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new TopicmillError('READER_FAILED', `The text cannot be split as ${artifactType}: ${thrown.message}.`, {
      remedy: 'Ingest it with --type note, which splits it by its length alone.',
      cause: thrown,
    });
  }
}

function resultOf(
  { artifact, chunkIds, outcome }: WrittenArtifact,
  embeddedCount: number,
  reusedCount: number,
): IngestResult {
  return {
    artifact_id: artifact.id,
    is_chunked: artifact.is_chunked === 1,
    num_chunks: artifact.num_chunks,
    stored_ids: [artifact.id, ...chunkIds],
    outcome,
    embedded_count: embeddedCount,
    reused_count: reusedCount,
  };
}

function tellChunked(
  { artifact_id, num_chunks }: IngestResult,
  { tokenCount, isChunked, passages }: PreparedText,
  sizes: SplitText['sizes'],
  onEvent: StoreContext['onEvent'],
): void {
  if (!isChunked) return;
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

function tellStored(
  { artifact_id, outcome, num_chunks, embedded_count, reused_count }: IngestResult,
  onEvent: StoreContext['onEvent'],
): void {
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

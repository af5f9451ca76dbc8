import { type Diagnostic, type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type Embedder, labelOf } from '@topicmill/text/embedder';
import type { CacheKey } from './cache-key.js';
import type { EmbeddingCache } from './embedding-cache.js';
import type { CacheMiss } from './read-entry.js';
import type { EmbeddedText } from './write-entry.js';

/** The texts of one source, and where their vectors come from. */
export interface EmbedRequest {
  readonly cache: EmbeddingCache;
  readonly embedder: Embedder;
  readonly strategy: string;
  /** SHA-256 of the source file, 64 lower-case hex digits. */
  readonly sourceSha256: string;
  readonly texts: readonly string[];
  /** Names of the texts in error messages, for instance file names; one per text. Default: `text <index>`. */
  readonly labels?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The vectors of one source. */
export interface EmbedResult {
  /** One vector per text, in the order of the texts; equal texts share one, so none may be modified. */
  readonly vectors: readonly Float32Array[];
  /** Different texts that went to the embedder. */
  readonly embeddedCount: number;
  /** Different texts whose vectors were in the cache. */
  readonly reusedCount: number;
  /** Warnings about the cache: `CACHE_ENTRY_INVALID`, `CACHE_UNWRITABLE`. */
  readonly diagnostics: readonly Diagnostic[];
}

interface LabelledText {
  readonly text: string;
  readonly label: string;
  readonly textSha256: string;
}

/**
 * The vectors of a source's texts: from its entry, else from other entries that contain the same text, else from the
 * embedder. Whatever the embedder has delivered is on disk at once, so that a failure later costs nothing twice.
 * Trouble with the cache costs time, never the result.
 *
 * @throws whatever the embedder throws; TopicmillError `EMBEDDER_BAD_RESPONSE` when it gives another number of vectors
 *   than it was given texts, `EMBEDDER_BAD_VECTOR` for vectors that are not finite or differ in length
 */
export async function embedWithCache(request: EmbedRequest): Promise<EmbedResult> {
  const { cache, embedder } = request;
  const key: CacheKey = { strategy: request.strategy, model: embedder.model, sourceSha256: request.sourceSha256 };
  const texts = labelTexts(request);
  if (texts.length === 0) return { vectors: [], embeddedCount: 0, reusedCount: 0, diagnostics: [] };
  const textSha256s = texts.map((text) => text.textSha256);
  const unique = [...new Map(texts.map((text) => [text.textSha256, text])).values()];

  const entry = cache.read(key, { textSha256s, dimensions: embedder.dimensions });
  if (entry.hit) return { vectors: entry.vectors, embeddedCount: 0, reusedCount: unique.length, diagnostics: [] };

  const diagnostics = diagnosticsOfMiss(entry);
  const known = findKnown(request, textSha256s, diagnostics);
  const missing = unique.filter((text) => !known.has(text.textSha256));
  const vectors = await embedMissing(request, key, missing, diagnostics);
  const reused = lengthsAgree(known, vectors) ? known : new Map<string, Float32Array>();
  const outdated = unique.filter((text) => known.has(text.textSha256) && !reused.has(text.textSha256));
  for (const [hash, vector] of await embedMissing(request, key, outdated, diagnostics)) vectors.set(hash, vector);

  const whole = textSha256s.map((hash) => ({ textSha256: hash, vector: vectors.get(hash) ?? reused.get(hash)! }));
  warnIfUnwritable(diagnostics, () => cache.write(key, whole));
  return {
    vectors: whole.map((text) => text.vector),
    embeddedCount: vectors.size,
    reusedCount: reused.size,
    diagnostics,
  };
}

function labelTexts(request: EmbedRequest): LabelledText[] {
  return request.texts.map((text, index) => ({
    text,
    label: labelOf(request.labels, index),
    textSha256: sha256Hex(text),
  }));
}

/** Vectors of other entries, all of the length that the model gives; none when they differ among themselves. */
function findKnown(
  request: EmbedRequest,
  textSha256s: readonly string[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Float32Array> {
  const { cache, embedder, strategy } = request;
  try {
    const found = cache.findByText(strategy, embedder.model, textSha256s);
    const dimensions = embedder.dimensions ?? firstLength(found);
    return new Map([...found].filter(([, vector]) => vector.length === dimensions));
  } catch (error) {
    if (!(error instanceof TopicmillError)) throw error;
    diagnostics.push(warning('CACHE_ENTRY_INVALID', error.message, error.remedy, error.file));
    return new Map();
  }
}

async function embedMissing(
  request: EmbedRequest,
  key: CacheKey,
  texts: readonly LabelledText[],
  diagnostics: Diagnostic[],
): Promise<Map<string, Float32Array>> {
  if (texts.length === 0) return new Map();
  const pair = (vectors: readonly Float32Array[], firstIndex: number): EmbeddedText[] =>
    vectors.map((vector, at) => ({ textSha256: texts[firstIndex + at]!.textSha256, vector }));
  const vectors = await request.embedder.embed(
    texts.map((text) => text.text),
    {
      labels: texts.map((text) => text.label),
      signal: request.signal,
      onBatch(firstIndex, batch) {
        // A batch that is all there is goes straight into the entry.
        if (batch.length === texts.length) return;
        warnIfUnwritable(diagnostics, () => request.cache.writePending(key, pair(batch, firstIndex)));
      },
    },
  );
  if (vectors.length !== texts.length) {
    throw new TopicmillError('EMBEDDER_BAD_RESPONSE', `${texts.length} texts got ${vectors.length} vectors.`, {
      remedy: 'Check the embedding server; it must return one vector per text.',
    });
  }
  return new Map(pair(vectors, 0).map((text) => [text.textSha256, text.vector]));
}

function lengthsAgree(a: ReadonlyMap<string, Float32Array>, b: ReadonlyMap<string, Float32Array>): boolean {
  return a.size === 0 || b.size === 0 || firstLength(a) === firstLength(b);
}

function firstLength(vectors: ReadonlyMap<string, Float32Array>): number | undefined {
  const [first] = vectors.values();
  return first?.length;
}

function diagnosticsOfMiss(entry: CacheMiss): Diagnostic[] {
  if (entry.reason !== 'damaged' && entry.reason !== 'foreign' && entry.reason !== 'unreadable') return [];
  const remedy = 'Nothing to do if it does not happen again: the entry is replaced.';
  return [warning('CACHE_ENTRY_INVALID', entry.detail, remedy, entry.path)];
}

function warnIfUnwritable(diagnostics: Diagnostic[], write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof TopicmillError) || error.code === 'EMBEDDER_BAD_VECTOR') throw error;
    diagnostics.push(warning('CACHE_UNWRITABLE', error.message, error.remedy, error.file));
  }
}

function warning(code: DiagnosticCode, message: string, remedy: string, path: string | undefined): Diagnostic {
  const file = path?.replaceAll('\\', '/');
  return { severity: 'warning', code, message, remedy, ...(file === undefined ? {} : { file }) };
}

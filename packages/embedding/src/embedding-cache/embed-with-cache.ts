import { type Diagnostic, type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type Embedder, labelOf } from '@topicmill/text/embedder';
import type { CacheMiss, EmbeddedText } from './cache-entry.js';
import type { CacheKey } from './cache-key.js';
import type { EmbeddingCache } from './embedding-cache.js';
import { refuseChangedModel } from './model-probe.js';
import type { RecentVectors } from './recent-vectors.js';

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
  /** Whether a text that the model refuses costs that text alone; without it, it fails the request. */
  readonly allowsRefusals?: boolean | undefined;
  /** Why texts were refused before, by their SHA-256, which are not asked for again; those that are refused now are added. */
  readonly refusals?: Map<string, Error> | undefined;
  /** Whether the texts of this request are asked for although they were refused before. */
  readonly asksAgain?: boolean | undefined;
  /** Vectors of a table that need not be made again; those that are made are added. */
  readonly recent?: RecentVectors | undefined;
}

/** The vectors of one source. */
export interface EmbedResult {
  /** One vector per text, in the order of the texts; equal texts share one, so none may be modified. Zero for a text that is refused. */
  readonly vectors: readonly Float32Array[];
  /** Why texts have no vector, by their indexes. */
  readonly refused: ReadonlyMap<number, Error>;
  /** Different texts that went to the embedder. */
  readonly embeddedCount: number;
  /** Different texts whose vectors were in the cache, or made before. */
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
 * embedder. Whatever the embedder has delivered is on disk at once, so that a failure later costs nothing twice. Vectors of a
 * table are not stored. Trouble with the cache costs time, never the result.
 *
 * @throws whatever the embedder throws; TopicmillError `EMBEDDER_BAD_RESPONSE` when it gives another number of vectors
 *   than it was given texts, `EMBEDDER_BAD_VECTOR` for vectors that are not finite or differ in length, `EMBEDDER_MODEL_CHANGED`
 */
export async function embedWithCache(request: EmbedRequest): Promise<EmbedResult> {
  const { cache, embedder } = request;
  const key: CacheKey = { strategy: request.strategy, model: embedder.model, sourceSha256: request.sourceSha256 };
  const texts = labelTexts(request);
  const nothing = { embeddedCount: 0, refused: NO_REFUSALS, diagnostics: [] };
  if (texts.length === 0) return { ...nothing, vectors: [], reusedCount: 0 };
  const textSha256s = texts.map((text) => text.textSha256);
  const unique = [...new Map(texts.map((text) => [text.textSha256, text])).values()];
  if (embedder.isTable) return { ...nothing, ...(await embedByTable(request, texts, unique)) };

  const entry = cache.read(key, { textSha256s, dimensions: embedder.dimensions });
  if (entry.hit) return { ...nothing, vectors: entry.vectors, reusedCount: unique.length };

  const diagnostics = diagnosticsOfMiss(entry);
  const known = findKnown(request, textSha256s, diagnostics);
  const refusals = request.refusals ?? new Map<string, Error>();
  if (request.asksAgain) for (const hash of textSha256s) refusals.delete(hash);
  const isRefused = (hash: string): boolean => request.allowsRefusals === true && refusals.has(hash);
  const missing = unique.filter(({ textSha256 }) => !known.has(textSha256) && !isRefused(textSha256));
  const vectors = await embedMissing(request, key, missing, { diagnostics, refusals });
  const reused = lengthsAgree(known, vectors) ? known : new Map<string, Float32Array>();
  const outdated = unique.filter((text) => known.has(text.textSha256) && !reused.has(text.textSha256));
  for (const [hash, vector] of await embedMissing(request, key, outdated, { diagnostics, refusals }))
    vectors.set(hash, vector);

  const found = textSha256s.map((hash) => ({ textSha256: hash, vector: vectors.get(hash) ?? reused.get(hash) }));
  const whole = found.filter((each): each is EmbeddedText => each.vector !== undefined);
  const isWhole = whole.length === found.length;
  if (whole.length > 0)
    warnIfUnwritable(diagnostics, () => (isWhole ? cache.write(key, whole) : cache.writePending(key, whole)));
  const zero = new Float32Array(
    whole[0]?.vector.length ?? cache.vectorLengths(embedder.model).values().next().value ?? 1,
  );
  const refused = textSha256s.flatMap((hash, index) =>
    refusals.has(hash) ? [[index, refusals.get(hash)!] as const] : [],
  );
  return {
    vectors: found.map(({ vector }) => vector ?? zero),
    refused: new Map(refused),
    embeddedCount: vectors.size,
    reusedCount: reused.size,
    diagnostics,
  };
}

/** A table takes every text. */
async function embedByTable(
  { embedder, signal, recent }: EmbedRequest,
  texts: readonly LabelledText[],
  unique: readonly LabelledText[],
): Promise<Pick<EmbedResult, 'vectors' | 'embeddedCount' | 'reusedCount'>> {
  const vectors = new Map(unique.map(({ textSha256 }) => [textSha256, recent?.get(textSha256)]));
  const missing = unique.filter(({ textSha256 }) => vectors.get(textSha256) === undefined);
  const made = await embedder.embed(
    missing.map(({ text }) => text),
    { labels: missing.map(({ label }) => label), signal },
  );
  for (const [at, { textSha256 }] of missing.entries()) {
    vectors.set(textSha256, made[at]);
    recent?.keep(textSha256, made[at]!);
  }
  return {
    vectors: texts.map(({ textSha256 }) => vectors.get(textSha256)!),
    embeddedCount: missing.length,
    reusedCount: unique.length - missing.length,
  };
}

const NO_REFUSALS: ReadonlyMap<number, Error> = new Map();

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
  { diagnostics, refusals }: { readonly diagnostics: Diagnostic[]; readonly refusals: Map<string, Error> },
): Promise<Map<string, Float32Array>> {
  if (texts.length === 0) return new Map();
  await refuseChangedModel(request.cache, request.embedder);
  const pair = (vectors: readonly Float32Array[], firstIndex: number): EmbeddedText[] =>
    vectors.map((vector, at) => ({ textSha256: texts[firstIndex + at]!.textSha256, vector }));
  const vectors = await request.embedder.embed(
    texts.map((text) => text.text),
    {
      labels: texts.map((text) => text.label),
      signal: request.signal,
      ...(request.allowsRefusals && {
        onRefused: (index: number, reason: Error) => void refusals.set(texts[index]!.textSha256, reason),
      }),
      onBatch(firstIndex, batch) {
        // A batch that is all there is goes straight into the entry.
        if (batch.length === texts.length) return;
        warnIfUnwritable(diagnostics, () => request.cache.writePending(key, pair(batch, firstIndex)));
      },
    },
  );
  const given = [...vectors.entries()].filter(([, vector]) => vector !== undefined);
  const refusedCount = texts.filter(({ textSha256 }) => refusals.has(textSha256)).length;
  if (given.length + refusedCount !== texts.length) {
    throw new TopicmillError('EMBEDDER_BAD_RESPONSE', `${texts.length} texts got ${vectors.length} vectors.`, {
      remedy: 'Check the embedding server; it must return one vector per text.',
    });
  }
  return new Map(given.map(([at, vector]) => [texts[at]!.textSha256, vector]));
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

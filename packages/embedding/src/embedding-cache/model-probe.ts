import { TopicmillError } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { type Embedder, PROBE_TEXT } from '@topicmill/text/embedder';
import { dotProduct, unitVector } from '@topicmill/text/vectors';
import type { CacheKey } from './cache-key.js';
import type { EmbeddingCache } from './embedding-cache.js';

/** Name under which the cache keeps the vector that each served model gave of a probe text. */
export const PROBE_STRATEGY = 'probe';

/** A server gives one text vectors that differ in their last digits; another revision of a model gives others (decision 104). */
const SAME_MODEL_COSINE = 0.999;

const checks = new WeakMap<EmbeddingCache, Map<string, Promise<void>>>();

/**
 * Refuses a model that a server serves under the name of another one, by its vector of a probe text: vectors of two models
 * cannot be compared. The server is asked once for each open cache, when the model is asked for vectors anyway.
 *
 * @throws TopicmillError `EMBEDDER_MODEL_CHANGED`, and what the embedder throws
 */
export function refuseChangedModel(cache: EmbeddingCache, embedder: Embedder): Promise<void> {
  if (!embedder.mayChange) return Promise.resolve();
  const ofCache = checks.get(cache) ?? new Map<string, Promise<void>>();
  checks.set(cache, ofCache);
  const known = ofCache.get(embedder.model);
  if (known !== undefined) return known;
  const check = askAndCompare(cache, embedder);
  ofCache.set(embedder.model, check);
  // What may pass is tried again by the next source.
  check.catch(() => ofCache.delete(embedder.model));
  return check;
}

async function askAndCompare(cache: EmbeddingCache, embedder: Embedder): Promise<void> {
  const [now] = await embedder.embed([PROBE_TEXT], { labels: ['a probe text'] });
  const { key, isKept } = compareWithStoredProbe(cache, embedder, now!);
  if (isKept) return;
  try {
    cache.write(key, [{ textSha256: key.sourceSha256, vector: now! }]);
  } catch (thrown) {
    // The vectors that are embedded cannot be kept either, and that is reported.
    if (!(thrown instanceof TopicmillError)) throw thrown;
  }
}

/**
 * Compares a model's vector of the probe text with the one that a cache keeps, and where it keeps none, its length with those
 * of the vectors that it keeps.
 *
 * @throws TopicmillError `EMBEDDER_MODEL_CHANGED`
 */
export function compareWithStoredProbe(
  cache: EmbeddingCache,
  { model }: Pick<Embedder, 'model'>,
  now: Float32Array,
): { readonly key: CacheKey; readonly isKept: boolean } {
  const key = probeKey(model);
  const before = keptProbe(cache, model);
  const lengths = before === undefined ? cache.vectorLengths(model) : new Set([before.length]);
  for (const length of lengths) {
    if (length !== now.length)
      throw changedModel(model, `its vectors have ${now.length} numbers, those that are kept ${length}`);
  }
  if (before !== undefined && dotProduct(unitVector(before), unitVector(now)) < SAME_MODEL_COSINE) {
    throw changedModel(model, 'its vector of a probe text is not the one that is kept');
  }
  return { key, isKept: before !== undefined };
}

/** The vector of the probe text that a cache keeps of a model; `undefined` for none that can be read. */
export function keptProbe(cache: EmbeddingCache, model: string): Float32Array | undefined {
  const key = probeKey(model);
  const kept = cache.read(key, { textSha256s: [key.sourceSha256] });
  return kept.hit ? kept.vectors[0] : undefined;
}

function probeKey(model: string): CacheKey {
  return { strategy: PROBE_STRATEGY, model, sourceSha256: sha256Hex(PROBE_TEXT) };
}

/** The error of a model whose vectors are not those of before. */
export function changedModel(model: string, reason: string): TopicmillError {
  return new TopicmillError(
    'EMBEDDER_MODEL_CHANGED',
    `${model} is no longer the model that made the stored vectors: ${reason}.`,
    {
      remedy: EMBED_AGAIN,
    },
  );
}

/** What to do about vectors of two models under one name. */
export const EMBED_AGAIN =
  'To embed everything with the new one, remove .embedding-cache and .topicmill (with Nx also run `npx nx reset`) and build; else serve the former model again.';

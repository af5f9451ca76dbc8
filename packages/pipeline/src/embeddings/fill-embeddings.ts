import { type Diagnostic, throwFaults } from '@topicmill/base/diagnostics';
import type { EmbeddingRequest, StepServices } from '../runner/index.js';

/** How many sources are embedded at once, so that the embedder has texts of several to send together. */
const CONCURRENCY = 16;

/** What the cache lacks of some requests. */
export interface MissingTexts {
  /** Different texts of all requests together. */
  readonly textCount: number;
  /** Those without a vector in the cache, in the order of the requests. */
  readonly missing: readonly string[];
}

/** What has been done of a fill. */
export interface FillProgress {
  /** Texts of the requests that are done, whether embedded or found. */
  readonly doneCount: number;
  readonly totalCount: number;
  readonly embeddedCount: number;
}

/** The requests whose vectors are stored. */
export function storedRequests(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'isTable'>,
): readonly EmbeddingRequest[] {
  return requests.filter(({ strategy }) => !services.isTable?.(strategy));
}

/**
 * The texts of the requests that the cache has no vector of. A text counts once for each strategy that keeps it. A table
 * needs none in the cache.
 */
export function missingTexts(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'findVectors' | 'isTable'>,
): MissingTexts {
  const byStrategy = new Map<string, Set<string>>();
  for (const { strategy, texts } of requests) {
    const known = byStrategy.get(strategy) ?? new Set();
    byStrategy.set(strategy, known);
    for (const text of texts) known.add(text);
  }
  const missing: string[] = [];
  let textCount = 0;
  for (const [strategy, texts] of byStrategy) {
    textCount += texts.size;
    if (services.isTable?.(strategy)) continue;
    const found = services.findVectors(strategy, [...texts]);
    missing.push(...[...texts].filter((text) => !found.has(text)));
  }
  return { textCount, missing };
}

/**
 * Embeds whatever the cache lacks. Each batch is written as soon as it arrives, so that a fill that was stopped resumes
 * where it left off.
 *
 * @param onProgress called after each source
 * @throws whatever the embedder throws, after the sources already under way have come to their end; FaultsError
 *   `EMBEDDER_TEXT_REFUSED` for texts that the model refuses, after all others have been embedded
 */
export async function fillEmbeddings(
  requests: readonly EmbeddingRequest[],
  services: Pick<StepServices, 'embed'>,
  onProgress: (progress: FillProgress) => void,
): Promise<FillProgress> {
  const totalCount = requests.reduce((sum, { texts }) => sum + texts.length, 0);
  let progress: FillProgress = { doneCount: 0, totalCount, embeddedCount: 0 };
  const waiting = requests.values();
  const refusals = new Set<string>();
  let failure: { readonly thrown: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (const request of waiting) {
      if (failure !== undefined) return;
      try {
        const { embeddedCount, refused } = await services.embed({ ...request, allowsRefusals: true });
        for (const { message } of refused.values()) refusals.add(message);
        progress = {
          doneCount: progress.doneCount + request.texts.length,
          totalCount,
          embeddedCount: progress.embeddedCount + embeddedCount,
        };
        onProgress(progress);
      } catch (thrown) {
        failure ??= { thrown };
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (failure !== undefined) throw (failure as { readonly thrown: unknown }).thrown;
  throwFaults([...refusals].map(refusedText));
  return progress;
}

function refusedText(message: string): Diagnostic {
  const remedy = 'Change the text, use another model, or leave it: its chunk is found by its words.';
  return { severity: 'error', code: 'EMBEDDER_TEXT_REFUSED', message, remedy };
}

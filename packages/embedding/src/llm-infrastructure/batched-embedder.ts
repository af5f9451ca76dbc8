import { type EmbedOptions, labelOf } from '@topicmill/text/embedder';
import pLimit from 'p-limit';
import { assertTexts } from './assert-texts.js';
import type { CompleteSettings } from './complete-settings.js';
import type { EmbeddingProvider, TokenCounter } from './embedding-provider.js';
import { failureError } from './failure-error.js';
import { groupWithin } from './group-within.js';
import type { EmbeddingEstimate, ModelEmbedder } from './model-embedder.js';
import { RequestFailure } from './request-failure.js';
import { requestWithRetries } from './request-with-retries.js';
import { EMBEDDING } from './service.js';
import { cutIntoWindows, halveWindow, type TextWindow } from './text-windows.js';
import { checkVector, decodeVector, poolVectors, type WeightedVector } from './vectors.js';

/** A text in the windows that its vector is made from. */
interface WindowedText {
  readonly textIndex: number;
  readonly windows: readonly TextWindow[];
}

interface EmbeddedWindow extends WeightedVector {
  readonly textIndex: number;
}

/** What the requests of one call share. */
interface Call {
  readonly countTokens: TokenCounter;
  readonly label: (textIndex: number) => string;
  /** Aborts requests under way: the caller's signal. */
  readonly signal: AbortSignal;
  /** Ends pauses and keeps further batches from starting: the caller's signal, or the first failure. */
  readonly stopped: AbortSignal;
}

/** An embedder that sends texts to a provider in batches, several at once, again after failures that may pass. */
export class BatchedEmbedder implements ModelEmbedder {
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly #provider: EmbeddingProvider;
  readonly #settings: CompleteSettings;
  readonly #limit: ReturnType<typeof pLimit>;
  /** Length of the vectors, by the provider or by the first vector that came. */
  #vectorLength: number | undefined;

  constructor(provider: EmbeddingProvider, settings: CompleteSettings) {
    this.model = provider.model;
    this.dimensions = provider.dimensions;
    this.#provider = provider;
    this.#settings = settings;
    this.#limit = pLimit(provider.limits.concurrency);
    this.#vectorLength = provider.dimensions;
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    assertTexts(texts, options.labels);
    const countTokens = await this.#provider.loadTokenCounter();
    const failed = new AbortController();
    const signal = options.signal ?? new AbortController().signal;
    const label = (textIndex: number): string => labelOf(options.labels, textIndex);
    const call: Call = { countTokens, label, signal, stopped: AbortSignal.any([signal, failed.signal]) };

    const vectors: Float32Array[] = [];
    let failure: { readonly error: unknown } | undefined;
    const runBatch = async (batch: readonly WindowedText[]): Promise<void> => {
      if (call.stopped.aborted) return;
      try {
        const first = batch[0]!.textIndex;
        const embedded = await this.#embedBatch(batch, call);
        for (const [at, vector] of embedded.entries()) vectors[first + at] = vector;
        options.onBatch?.(first, embedded);
      } catch (error) {
        failure ??= { error };
        failed.abort();
      }
    };
    await Promise.all(this.#batchesOf(texts, countTokens).map((batch) => this.#limit(() => runBatch(batch))));
    if (signal.aborted)
      throw failureError(new RequestFailure('aborted', ''), EMBEDDING, this.#provider.words, options.labels ?? []);
    if (failure !== undefined) throw failure.error;
    return vectors;
  }

  async estimate(texts: readonly string[]): Promise<EmbeddingEstimate> {
    const countTokens = await this.#provider.loadTokenCounter();
    const tokenCount = texts.reduce((total, text) => total + countTokens(text), 0);
    const { usdPerMillionTokens } = this.#provider;
    const costUsd = usdPerMillionTokens === undefined ? undefined : (tokenCount * usdPerMillionTokens) / 1_000_000;
    return { tokenCount, costUsd };
  }

  #windowsOf(text: string, textIndex: number, countTokens: TokenCounter): TextWindow[] {
    return cutIntoWindows(text, textIndex, this.#provider.limits.windowTokenCount, countTokens);
  }

  #batchesOf(texts: readonly string[], countTokens: TokenCounter): WindowedText[][] {
    const windowed = texts.map((text, textIndex) => ({
      textIndex,
      windows: this.#windowsOf(text, textIndex, countTokens),
    }));
    return groupWithin(windowed, this.#batchLimit(), ({ windows }) => ({
      itemCount: windows.length,
      tokenCount: windows.reduce((total, window) => total + window.tokenCount, 0),
    }));
  }

  /** One vector per text. A text with more windows than fit into a batch takes several requests. */
  async #embedBatch(batch: readonly WindowedText[], call: Call): Promise<Float32Array[]> {
    const windows = batch.flatMap((text) => text.windows);
    const requests = groupWithin(windows, this.#batchLimit(), ({ tokenCount }) => ({ itemCount: 1, tokenCount }));
    const embedded: EmbeddedWindow[] = [];
    for (const request of requests) embedded.push(...(await this.#embedWindows(request, call)));
    return batch.map(({ textIndex }) => {
      const vector = poolVectors(embedded.filter((window) => window.textIndex === textIndex));
      checkVector(vector, call.label(textIndex), this.model, this.#vectorLength);
      return vector;
    });
  }

  /** One vector a window, or several for a window that the server finds too long. */
  async #embedWindows(windows: readonly TextWindow[], call: Call): Promise<EmbeddedWindow[]> {
    try {
      const texts = windows.map((window) => window.text);
      const request = (): Promise<readonly unknown[]> => this.#provider.request(texts, call.signal);
      return this.#accept(await requestWithRetries(request, this.#settings, call.stopped), windows, call);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const smaller = error.mayBeTooLong ? halve(windows, call.countTokens) : undefined;
      if (smaller === undefined) {
        const labels = windows.map((window) => call.label(window.textIndex));
        throw failureError(error, EMBEDDING, this.#provider.words, labels);
      }
      const embedded: EmbeddedWindow[] = [];
      for (const half of smaller) embedded.push(...(await this.#embedWindows(half, call)));
      return embedded;
    }
  }

  #accept(sent: readonly unknown[], windows: readonly TextWindow[], call: Call): EmbeddedWindow[] {
    if (sent.length !== windows.length) {
      throw new RequestFailure('malformed', `${windows.length} texts got ${sent.length} vectors`);
    }
    return windows.map(({ textIndex, tokenCount }, at) => {
      const vector = decodeVector(sent[at]);
      if (vector === undefined) throw new RequestFailure('malformed', 'a vector is neither numbers nor base64');
      checkVector(vector, call.label(textIndex), this.model, this.#vectorLength);
      this.#vectorLength ??= vector.length;
      return { textIndex, tokenCount, vector };
    });
  }

  #batchLimit(): { itemCount: number; tokenCount: number } {
    const { batchTextCount, batchTokenCount } = this.#provider.limits;
    return { itemCount: batchTextCount, tokenCount: batchTokenCount };
  }
}

/** Two smaller requests in place of one: half the windows each, or half of the only one. */
function halve(windows: readonly TextWindow[], countTokens: TokenCounter): TextWindow[][] | undefined {
  const [only] = windows;
  if (windows.length === 1 && only !== undefined) return halveWindow(only, countTokens)?.map((half) => [half]);
  const middle = windows.length >> 1;
  return [windows.slice(0, middle), windows.slice(middle)];
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import { type EmbedOptions, labelOf, PROBE_TEXT } from '@topicmill/text/embedder';
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
import { checkVector, decodeVector, isSound, poolVectors, type WeightedVector } from './vectors.js';

/** A text in the windows that its vector is made from. */
interface WindowedText {
  readonly textIndex: number;
  readonly windows: readonly TextWindow[];
}

interface EmbeddedWindow extends WeightedVector {
  readonly textIndex: number;
}

/** Vectors of consecutive texts. */
interface EmbeddedRun {
  readonly first: number;
  readonly embedded: Float32Array[];
}

/** How far a batch has come. Its windows are asked for in the order of its texts. */
interface BatchProgress {
  readonly embedded: EmbeddedWindow[];
  /** The first text of the request under way: those before it are complete. */
  textIndex: number;
}

/** What the requests of one call share. */
interface Call {
  readonly countTokens: TokenCounter;
  readonly label: (textIndex: number) => string;
  /** Why texts have no vector, by their indexes. */
  readonly refused: Map<number, TopicmillError>;
  /** Whether a text that is refused fails the call. */
  readonly needsAll: boolean;
  /** Aborts requests under way: the caller's signal. */
  readonly signal: AbortSignal;
  /** Ends pauses and keeps further batches from starting: the caller's signal, or the first failure. */
  readonly stopped: AbortSignal;
}

/** An embedder that sends texts to a provider in batches, several at once, again after failures that may pass. */
export class BatchedEmbedder implements ModelEmbedder {
  readonly model: string;
  readonly dimensions: number | undefined;
  readonly mayChange = true;
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
    const call: Call = {
      countTokens,
      label,
      refused: new Map(),
      needsAll: options.onRefused === undefined,
      signal,
      stopped: AbortSignal.any([signal, failed.signal]),
    };

    const vectors: Float32Array[] = [];
    let failure: { readonly error: unknown } | undefined;
    const runBatch = async (batch: readonly WindowedText[]): Promise<void> => {
      if (call.stopped.aborted) return;
      try {
        await this.#embedBatch(batch, call, ({ first, embedded }) => {
          for (const [at, vector] of embedded.entries()) vectors[first + at] = vector;
          options.onBatch?.(first, embedded);
        });
      } catch (error) {
        failure ??= { error };
        failed.abort();
      }
    };
    await Promise.all(this.#batchesOf(texts, countTokens).map((batch) => this.#limit(() => runBatch(batch))));
    if (signal.aborted)
      throw failureError(new RequestFailure('aborted', ''), EMBEDDING, this.#provider.words, options.labels ?? []);
    if (failure !== undefined) throw failure.error;
    for (const [index, reason] of call.refused) options.onRefused?.(index, reason);
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

  /**
   * The vectors of consecutive texts, between those that are refused; of the texts before a failure, too, which are not asked for
   * again. A text with more windows than fit into a batch takes several requests.
   */
  async #embedBatch(batch: readonly WindowedText[], call: Call, onRun: (run: EmbeddedRun) => void): Promise<void> {
    const windows = batch.flatMap((text) => text.windows);
    const requests = groupWithin(windows, this.#batchLimit(), ({ tokenCount }) => ({ itemCount: 1, tokenCount }));
    const progress: BatchProgress = { embedded: [], textIndex: 0 };
    try {
      for (const request of requests) await this.#embedWindows(request, call, this.#settings, progress);
      progress.textIndex = Number.POSITIVE_INFINITY;
    } finally {
      const complete = batch.filter(({ textIndex }) => textIndex < progress.textIndex);
      for (const run of this.#runsOf(complete, progress.embedded, call)) onRun(run);
    }
  }

  #runsOf(batch: readonly WindowedText[], embedded: readonly EmbeddedWindow[], call: Call): EmbeddedRun[] {
    const runs: EmbeddedRun[] = [];
    for (const { textIndex } of batch) {
      if (call.refused.has(textIndex)) continue;
      const vector = poolVectors(embedded.filter((window) => window.textIndex === textIndex));
      checkVector(vector, call.label(textIndex), this.model, this.#vectorLength);
      const last = runs.at(-1);
      if (last !== undefined && last.first + last.embedded.length === textIndex) last.embedded.push(vector);
      else runs.push({ first: textIndex, embedded: [vector] });
    }
    return runs;
  }

  /**
   * One vector a window, or several for a window that the server finds too long; none for those of a text that is refused.
   * Which of several is to blame is found by halves.
   */
  async #embedWindows(
    all: readonly TextWindow[],
    call: Call,
    settings: CompleteSettings,
    progress: BatchProgress,
  ): Promise<void> {
    const windows = all.filter(({ textIndex }) => !call.refused.has(textIndex));
    if (windows.length === 0) return;
    progress.textIndex = windows[0]!.textIndex;
    try {
      const request = (): Promise<readonly unknown[]> =>
        this.#provider.request(
          windows.map((window) => window.text),
          call.signal,
        );
      const sent = await requestWithRetries(request, settings, call.stopped);
      progress.embedded.push(...(await this.#accept(sent, windows, call)));
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      const smaller = error.isTooLong ? halve(windows, call.countTokens) : undefined;
      const parts = smaller ?? (await this.#partsToAsk(windows, error, call));
      if (parts === undefined) {
        await this.#refuse(windows[0]!.textIndex, this.#failureOf(error, windows, call), call);
        return;
      }
      // A failure that may pass was waited for: what is left of several texts is asked for at once, one text with patience.
      for (const part of parts) {
        const isOne = part.length === 1;
        await this.#embedWindows(part, call, isOne ? this.#settings : { ...this.#settings, retryCount: 0 }, progress);
      }
    }
  }

  /**
   * Halves of a request that a server which works does not take.
   *
   * @returns `undefined` for a request for one text that may be to blame
   * @throws TopicmillError for a failure that no text is to blame for
   */
  async #partsToAsk(
    windows: readonly TextWindow[],
    failure: RequestFailure,
    call: Call,
  ): Promise<TextWindow[][] | undefined> {
    if (!failure.mayBeOneText || call.stopped.aborted) throw this.#failureOf(failure, windows, call);
    if (windows.length === 1) return undefined;
    if (!(await this.#takesProbe(call))) throw this.#failureOf(failure, windows, call);
    return halve(windows, call.countTokens);
  }

  /** @throws TopicmillError `reason` if the caller needs all texts, or if the server takes no other text either */
  async #refuse(textIndex: number, reason: TopicmillError, call: Call): Promise<void> {
    if (call.needsAll || !(await this.#takesProbe(call))) throw reason;
    call.refused.set(textIndex, reason);
  }

  async #takesProbe({ signal }: Call): Promise<boolean> {
    try {
      const sent = await this.#provider.request([PROBE_TEXT], signal);
      const vector = sent.length === 1 ? decodeVector(sent[0]) : undefined;
      return vector !== undefined && isSound(vector, this.#vectorLength);
    } catch (error) {
      if (error instanceof RequestFailure) return false;
      throw error;
    }
  }

  #failureOf(failure: RequestFailure, windows: readonly TextWindow[], call: Call): TopicmillError {
    const labels = windows.map((window) => call.label(window.textIndex));
    return failureError(failure, EMBEDDING, this.#provider.words, labels);
  }

  async #accept(sent: readonly unknown[], windows: readonly TextWindow[], call: Call): Promise<EmbeddedWindow[]> {
    if (sent.length !== windows.length) {
      throw new RequestFailure('malformed', `${windows.length} texts got ${sent.length} vectors`);
    }
    const embedded: EmbeddedWindow[] = [];
    for (const [at, { textIndex, tokenCount }] of windows.entries()) {
      const vector = decodeVector(sent[at]);
      if (vector === undefined) throw new RequestFailure('malformed', 'a vector is neither numbers nor base64');
      try {
        checkVector(vector, call.label(textIndex), this.model, this.#vectorLength);
      } catch (error) {
        if (!(error instanceof TopicmillError)) throw error;
        await this.#refuse(textIndex, error, call);
        continue;
      }
      this.#vectorLength ??= vector.length;
      embedded.push({ textIndex, tokenCount, vector });
    }
    return embedded;
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

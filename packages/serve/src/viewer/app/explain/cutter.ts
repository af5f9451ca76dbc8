import type { ChunkingExplanation } from '@topicmill/chunking';
import type { CutChoice } from './cut-choice.js';

/** A document to be cut. */
export interface CutDocument {
  readonly text: string;
  readonly file: string;
  readonly fileTitle: string;
}

/** What the worker is asked. */
export interface CutRequest {
  readonly number: number;
  readonly document: CutDocument;
  readonly choice: CutChoice;
}

/** What it answers: an explanation, or why the sizes are not possible. */
export interface CutResponse {
  readonly number: number;
  readonly explanation?: ChunkingExplanation;
  readonly fault?: string;
}

/** Cuts documents in a worker, so that a slider moves while a long one is cut. Of requests that wait, the last one counts. */
export class Cutter {
  private worker: Worker | undefined;
  private number = 0;
  private running: CutRequest | undefined;
  private waiting: CutRequest | undefined;

  /**
   * @param onResponse called for each request that was not replaced by a later one
   * @param onFailure called when the worker could not be loaded or broke
   */
  constructor(
    private readonly onResponse: (response: CutResponse, request: CutRequest) => void,
    private readonly onFailure: () => void,
  ) {}

  cut(document: CutDocument, choice: CutChoice): void {
    this.waiting = { number: this.number++, document, choice };
    this.next();
  }

  close(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.waiting = undefined;
  }

  private next(): void {
    if (this.running !== undefined || this.waiting === undefined) return;
    [this.running, this.waiting] = [this.waiting, undefined];
    this.worker ??= this.open();
    this.worker.postMessage(this.running);
  }

  private open(): Worker {
    const worker = new Worker(new URL('./explain-worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<CutResponse>) => {
      const request = this.running!;
      this.running = undefined;
      if (this.waiting === undefined) this.onResponse(data, request);
      this.next();
    });
    worker.addEventListener('error', () => {
      this.close();
      this.running = undefined;
      this.onFailure();
    });
    return worker;
  }
}

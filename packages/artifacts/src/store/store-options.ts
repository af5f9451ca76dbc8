import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import type { Embedder } from '@topicmill/text/embedder';
import type { IngestOutcome } from './artifact-store.js';
import type { ArtifactSplitter } from './passages.js';

export type { Embedder };

/**
 * Chooses an embedder for the model that a store is bound to; `undefined` for a store without vectors. Called when the
 * first text or query is to be embedded.
 */
export type ChooseEmbedder = (boundModel: string | undefined) => Embedder | Promise<Embedder>;

/** Something worth a line in a log. No event has a text, a title or a query in it. */
export type StoreEvent =
  | {
      readonly level: 'debug';
      readonly event: 'chunk_decision';
      readonly token_count: number;
      /** Tokens up to which a text stays whole; `null` where the splitter does not tell. */
      readonly threshold: number | null;
      readonly will_chunk: boolean;
    }
  | {
      readonly level: 'info';
      readonly event: 'text_chunked';
      readonly artifact_id: string;
      readonly total_tokens: number;
      readonly num_chunks: number;
      /** Tokens of a chunk on average. */
      readonly avg_chunk_size: number;
      readonly overlap_tokens: number | null;
    }
  | {
      readonly level: 'info';
      readonly event: 'artifact_stored';
      readonly artifact_id: string;
      readonly outcome: IngestOutcome;
      readonly num_chunks: number;
      readonly embedded_count: number;
      readonly reused_count: number;
    }
  | { readonly level: 'info'; readonly event: 'artifact_deleted'; readonly artifact_id: string }
  | {
      readonly level: 'warn';
      readonly event: 'chunk_not_found';
      readonly artifact_id: string;
      readonly chunk_index: number;
    };

/** How a store is opened, whatever database it is in. */
export interface StoreOptions {
  /** The embedder, or what chooses one once the store's model is known. */
  readonly embedder: Embedder | ChooseEmbedder;
  readonly splitter: ArtifactSplitter;
  /** Sizes that the splitter works by. `advice` says when texts were split by others, which `reindex` applies to all. */
  readonly sizes?: ArtifactSizes | undefined;
  /** Make what the store is in if it is missing. Default: true. */
  readonly create?: boolean | undefined;
  /** How long to wait for others who use the store, and for a server that went away. Default: 30,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: (() => number) | undefined;
  /** Told what happens; events have no texts in them. */
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

/** The same with defaults. */
interface OpeningOptions {
  readonly create: boolean;
  readonly busyTimeoutMs: number;
  readonly now: () => number;
}

const SHARED_OPTIONS = {
  embedder: true,
  splitter: true,
  sizes: true,
  create: true,
  busyTimeoutMs: true,
  now: true,
  onEvent: true,
} satisfies Record<keyof StoreOptions, true>;

const DEFAULT_BUSY_TIMEOUT_MS = 30_000;

type OwnName<Options> = Exclude<keyof Options, keyof StoreOptions> & string;

/**
 * @param own names of the options that only this database has; the first says where the store is
 * @param receiver function that messages name
 * @throws TopicmillError `INVALID_OPTION` for options that do not exist, are missing or have another type
 */
export function checkStoreOptions<Options extends StoreOptions>(
  options: Options,
  own: readonly [OwnName<Options>, ...OwnName<Options>[]],
  receiver: string,
): OpeningOptions {
  refuseUnknownOptions(
    options,
    { ...Object.fromEntries(own.map((name) => [name, true as const])), ...SHARED_OPTIONS },
    receiver,
  );
  const { embedder, splitter, create = true, busyTimeoutMs = DEFAULT_BUSY_TIMEOUT_MS, now = Date.now } = options;
  const place: unknown = options[own[0]];
  if (typeof place !== 'string' || place === '')
    throw invalid(`${receiver}: ${own[0]} must be a text that is not empty.`);
  if (typeof embedder !== 'function' && typeof embedder?.embed !== 'function') {
    throw invalid(`${receiver}: embedder must be an embedder, or a function that chooses one.`);
  }
  if (typeof splitter !== 'function') throw invalid(`${receiver}: splitter must be a function.`);
  if (typeof now !== 'function') throw invalid(`${receiver}: now must be a function.`);
  if (!Number.isFinite(busyTimeoutMs) || busyTimeoutMs < 0) {
    throw invalid(`${receiver}: busyTimeoutMs must be a number of milliseconds, 0 or more.`);
  }
  return { create, busyTimeoutMs, now };
}

/** The embedder of a store, chosen once, when it is first needed. */
export function lazyEmbedder(
  { embedder }: Pick<StoreOptions, 'embedder'>,
  readBoundModel: () => Promise<string | undefined>,
): () => Promise<Embedder> {
  let chosen: Promise<Embedder> | undefined;
  return () => {
    chosen ??= typeof embedder === 'function' ? readBoundModel().then(embedder) : Promise.resolve(embedder);
    return chosen;
  };
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Correct the option.' });
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import type { SearchMode, StripeRequest } from '@topicmill/search/retrieval';
import { Option } from 'commander';
import type { RerankChoice } from '../reranking/rerank-option.js';

/** What the command line of `topicmill query` says. */
export interface QueryOptions {
  readonly mode: SearchMode;
  readonly k: number;
  readonly topic?: string;
  readonly stripe?: 'conceptual' | 'technical';
  readonly n?: number;
  readonly tokens?: number;
  readonly code?: true;
  readonly prose?: true;
  readonly docsVersion?: string;
  readonly locale?: string;
  /** Embedding model, instead of the configured one. */
  readonly model?: string;
  readonly rerank?: RerankChoice;
  /** Say what words, vectors and questions alone give. */
  readonly explain?: true;
}

/** What a query asks for, wherever the docs are. */
interface QueryRequest {
  /** Id of the topic to search or to sample. */
  readonly topic: string | undefined;
  readonly kind: 'code' | 'prose' | undefined;
  /** Results of the search: one, where it only finds the topic to sample. */
  readonly limit: number;
  /** The sample that is asked for instead of results. */
  readonly sample: StripeRequest | undefined;
}

/**
 * Reads the options of a query.
 *
 * @throws TopicmillError `INVALID_OPTION` where they ask for nothing, or contradict each other
 */
export function queryRequest(query: string, options: QueryOptions): QueryRequest {
  const { k, stripe, n, tokens } = options;
  const topic = options.topic?.replace(/(?<!\/)\/+$/, '');
  if (query.trim() === '' && (topic === undefined || stripe === undefined)) {
    throw new TopicmillError('INVALID_OPTION', 'There is nothing to search for.', {
      remedy: 'Give a query, or both --topic and --stripe.',
    });
  }
  if (stripe === undefined && (n !== undefined || tokens !== undefined)) {
    throw new TopicmillError('INVALID_OPTION', '--n and --tokens can only be used with --stripe.', {
      remedy: 'Add --stripe conceptual, or use --k for the number of results.',
    });
  }
  const kind = options.code ? 'code' : options.prose ? 'prose' : undefined;
  if (stripe === undefined) return { topic, kind, limit: k, sample: undefined };
  const count = n ?? (tokens === undefined ? k : undefined);
  return { topic, kind, limit: 1, sample: { order: stripe, count, maxTokens: tokens, filter: { kind } } };
}

/** Not `--version`, which is that of the program. */
export function docsVersionOption(): Option {
  return new Option('--docs-version <version>', 'only docs of this version, or all (default: the current one)');
}

export function localeOption(): Option {
  return new Option('--locale <locale>', 'only docs in this language, or all (default: the first one)');
}

import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';

import { scoresInOrder } from '@topicmill/search/reranking';
import {
  assembleContext,
  type Context,
  type ContextDocs,
  type ContextRequest,
  resultJson,
} from '@topicmill/search/retrieval';
import { loadTokenCounter, TOKEN_COUNTER_NAMES, type TokenCounterName } from '@topicmill/text/tokens';
import { Option } from 'commander';
import { askDocs } from '../docs-source/open-docs-source.js';
import { docsVersionOption, localeOption } from '../query/query-options.js';
import { topicmillCommand } from '../report/report-command.js';
import { openReranker, QUERY_PATIENCE, type Reranker } from '../reranking/open-reranker.js';
import { type RerankChoice, rerankOption } from '../reranking/rerank-option.js';
import { rerankSearch } from '../reranking/search-and-rerank.js';
import { type Surroundings, surroundingsOf } from '../workspace/surroundings.js';

interface ContextOptions {
  readonly tokens: number;
  readonly tokenizer: TokenCounterName;
  readonly topic?: string;
  readonly docsVersion?: string;
  readonly locale?: string;
  readonly docs?: string;
  readonly model?: string;
  readonly rerank?: RerankChoice;
  readonly json?: true;
}

/** Runs `topicmill context`; see `--help`. */
export const context = topicmillCommand(
  {
    name: 'topicmill context',
    description:
      'Prints the chunks that together answer a question, for a language model: within a token budget, without repetition, in document order within each topic, each with its address.',
    examples: [
      ['topicmill context "How do I trim an app?"', 'within 4,000 tokens of cl100k_base'],
      ['topicmill context "trim warnings" --tokens 2000 --tokenizer o200k_base', 'counted by a different tokenizer'],
      ['topicmill context "make it smaller" --rerank ollama:llama3.1', 'from the pages that a model finds likeliest'],
      ['topicmill context "trim" --docs https://docs.example.org/topics/ --json', 'published docs, for machines'],
    ],
  },
  (program) =>
    program
      .argument('<question...>', 'a question or words')
      .option('--tokens <number>', 'maximum tokens of the whole text', wholeNumber(1), 4000)
      .addOption(new Option('--tokenizer <name>', 'token counter').choices(TOKEN_COUNTER_NAMES).default('cl100k_base'))
      .option('--topic <id>', 'search one topic only')
      .addOption(docsVersionOption())
      .addOption(localeOption())
      .option('--docs <place>', 'folder of a docs repository or of built docs, or the address of published docs')
      .option('--model <name>', 'embedding model, instead of the configured one')
      .addOption(rerankOption())
      .option('--json', 'print the chunks and their text as JSON'),
  (io) => async (words: readonly string[], options: ContextOptions) => {
    const question = words.join(' ').trim();
    if (question === '') {
      throw new TopicmillError('INVALID_OPTION', 'There is no question.', { remedy: 'Give a question or words.' });
    }
    const surroundings = surroundingsOf(io);
    const { count } = await loadTokenCounter(options.tokenizer);
    const { tokens: maxTokens, topic, docsVersion: version, locale } = options;
    const request = { maxTokens, count, topic, version, locale };
    const { rerank } = options;
    const reranker = rerank === undefined ? undefined : openReranker(rerank, surroundings, QUERY_PATIENCE);
    const answer = await askDocs(options.docs, { ...surroundings, model: options.model }, (docs) =>
      reranker === undefined
        ? assembleContext(docs, question, request)
        : rerankedContext(docs, question, request, reranker, surroundings.onWarning),
    );
    if (answer.chunks.length === 0) surroundings.onWarning('No chunk answers this, or none fits.');
    const { tokenizer } = options;
    io.stdout.write(options.json ? indentedJson({ ...answer, tokenizer }) : answer.text);
  },
);

/** A context of pages that a model has ordered. */
interface RerankedContext extends Context {
  /** The language model that ordered the pages, where one did. */
  readonly reranked_by?: string;
}

/**
 * Assembles a context as if the search had found the pages in the order that a model gives them. The scores of its chunks are
 * those of the search.
 *
 * @throws as `assembleContext` and `rerankSearch`
 */
async function rerankedContext(
  docs: ContextDocs,
  question: string,
  request: ContextRequest,
  reranker: Reranker,
  onWarning: Surroundings['onWarning'],
): Promise<RerankedContext> {
  const scores = new Map<string, number>();
  let rerankedBy: string | undefined;
  const search: ContextDocs['search'] = async (query, options) => {
    const response = await docs.search(query, options);
    const { results } = response;
    for (const result of results) scores.set(keyOf(result), resultJson(result).score!);
    const reranked = await rerankSearch(question, results, docs, reranker, onWarning);
    if (reranked === undefined) return response;
    rerankedBy = reranker.model;
    return { ...response, results: scoresInOrder(results, reranked) };
  };
  const context = await assembleContext({ ...docs, search }, question, request);
  if (rerankedBy === undefined) return context;
  const chunks = context.chunks.map((chunk) => {
    const score = scores.get(keyOf(chunk));
    return score === undefined ? chunk : { ...chunk, score };
  });
  return { ...context, chunks, reranked_by: rerankedBy };
}

function keyOf({ topic, index }: { readonly topic: string; readonly index: number }): string {
  return `${topic}#${index}`;
}

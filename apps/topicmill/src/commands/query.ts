import { type CommandIo, screenOf, wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import type { StoredIndex } from '@topicmill/pipeline/search-store';
import { type DocsConfig, findWorkspaceRoot, openDocsConfig } from '@topicmill/pipeline/workspace';
import {
  matchedWords,
  type ResultJson,
  resultJson,
  type SearchResponse,
  type SearchResult,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { Option } from 'commander';
import { explainResults } from '../query/explain-results.js';
import { formatResults, RESULTS_ELSEWHERE, RESULTS_ON_TERMINAL } from '../query/format-results.js';
import { placeOf, type QueryAnswer, sampleAnswer, searchAnswer } from '../query/query-answer.js';
import { docsVersionOption, localeOption, type QueryOptions, queryRequest } from '../query/query-options.js';
import { topicmillCommand } from '../report/report-command.js';
import { rerankOption } from '../reranking/rerank-option.js';
import type { RerankedQuery, RerankedSearch } from '../reranking/search-and-rerank.js';
import { BuiltIndex } from '../search-index/built-index.js';
import { openQuestionEmbedder, queryEmbedder } from '../workspace/question-embedder.js';
import { type Surroundings, surroundingsOf } from '../workspace/surroundings.js';

/** Where it is searched, and how the answer is written. */
interface QuerySource {
  readonly from?: string;
  readonly quiet?: true;
  readonly json?: true;
}

type GivenOptions = Omit<QueryOptions, 'k'> & QuerySource & { readonly k?: number };

/** Runs `topicmill query`; see `--help`. */
export const query = topicmillCommand(
  {
    name: 'topicmill query',
    description: 'Searches the chunks of all topics, or returns a sample of one topic in stripe order.',
    examples: [
      ['topicmill query "How do I trim an app?"', 'the best chunks, with the reason for each'],
      ['topicmill query "trim warnings" --topic cli/native-aot --code', 'chunks of one topic that are mostly code'],
      ['topicmill query "native AOT" --stripe conceptual --n 3', 'a sample of the topic that fits best'],
      ['topicmill query --topic cli/native-aot --stripe technical --tokens 2000', 'as much of it as fits'],
      ['topicmill query "trim" --docs-version 8.0 --locale de', 'a version other than the current one, in German'],
      ['topicmill query "trim" --from postgres://host/docs', 'in docs that are published elsewhere'],
      ['topicmill query "make it smaller" --rerank ollama:llama3.1', 'pages in the order that a model gives them'],
      ['topicmill query "make it smaller" --explain', 'what words, vectors and questions alone would find'],
      ['topicmill query "trim" --json', 'for machines'],
    ],
    optionsElsewhere: { '--limit': '-k' },
  },
  (program) =>
    program
      .argument('[query...]', 'words or a question; may be left out when --topic and --stripe are given')
      .addOption(
        new Option('--mode <mode>', 'search mode; prompts falls back to hybrid if no question is close enough')
          .choices(['hybrid', 'bm25', 'vectors', 'prompts'])
          .default('hybrid'),
      )
      .option('--topic <id>', 'search one topic only')
      .addOption(docsVersionOption())
      .addOption(localeOption())
      .option(
        '-k, --k <number>',
        `maximum number of results (default: ${RESULTS_ELSEWHERE}, on a terminal ${RESULTS_ON_TERMINAL})`,
        wholeNumber(1),
      )
      .addOption(new Option('--stripe <order>', 'return chunks in stripe order').choices(['conceptual', 'technical']))
      .addOption(
        new Option('-n, --n <number>', 'with --stripe: maximum number of chunks')
          .argParser(wholeNumber(1))
          .conflicts('tokens'),
      )
      .option('--tokens <number>', 'with --stripe: maximum tokens (cl100k_base)', wholeNumber(1))
      .addOption(new Option('--code', 'only chunks that are mostly code').conflicts('prose'))
      .option('--prose', 'only chunks that are not mostly code')
      .option('--from <docs>', 'search published docs: a folder, an https:// or a postgres:// address')
      .option('--model <name>', 'embedding model, instead of the configured one')
      .addOption(rerankOption().conflicts('stripe'))
      .addOption(
        new Option('--explain', 'say at which place words, vectors and questions alone have each result').conflicts(
          'stripe',
        ),
      )
      .option('--quiet', 'print no progress')
      .option('--json', 'print the results as JSON'),
  (io) => (words: readonly string[], given: GivenOptions) => printAnswer(words.join(' '), given, io),
);

async function printAnswer(text: string, given: GivenOptions, io: CommandIo): Promise<void> {
  const screen = screenOf(io);
  // At a terminal these are more than are shown, since chunks of one section are one result.
  const options = { ...given, k: given.k ?? RESULTS_ELSEWHERE };
  const answer = await answerOf(text, options, { ...io, isQuiet: given.quiet === true });
  if (given.json) {
    io.stdout.write(indentedJson(answer));
    return;
  }
  const root = given.from === undefined ? findWorkspaceRoot(io.cwd) : undefined;
  io.stdout.write(formatResults(answer, { screen, root, isUsualCount: given.k === undefined }));
}

async function answerOf(text: string, options: QueryOptions & QuerySource, io: CommandIo): Promise<QueryAnswer> {
  const surroundings = surroundingsOf(io);
  if (options.from === undefined) return runQuery(text, options, surroundings);
  // It brings clients of databases along, which would be half of what a search of files has to load.
  const { askDocs } = await import('../docs-source/open-docs-source.js');
  const { queryPublished } = await import('../query/query-published.js');
  return askDocs(options.from, { ...surroundings, model: options.model }, (docs) =>
    queryPublished(text, options, docs, surroundings),
  );
}

/**
 * Answers `topicmill query`. What makes an index, takes samples or talks to servers is loaded only where it is needed: a
 * query starts often, and has little to do. Of the workspace, the configuration and the search index are read.
 *
 * @param query blank for a sample of a topic
 * @throws TopicmillError `INVALID_OPTION`, `DOCS_NOT_BUILT`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
async function runQuery(query: string, options: QueryOptions, surroundings: Surroundings): Promise<QueryAnswer> {
  const { cwd, env, onWarning } = surroundings;
  const docs = await openDocsConfig(cwd, { env, embeddingModel: options.model, onWarning });
  const embedder = await openQuestionEmbedder(docs.config.embedding, surroundings);
  const request = queryRequest(query, options);
  const mode = options.explain ? 'hybrid' : options.mode;
  const embed =
    mode === 'bm25' || mode === 'prompts'
      ? undefined
      : queryEmbedder(async () => embedder, onWarning, mode === 'vectors');
  const built = new BuiltIndex(docs, { ...surroundings, embed, words: withThesaurus(bundledWords()) });
  try {
    const index = await built.current();
    if (index !== undefined) return await answerFrom(index, query, { options, request, docs, surroundings });
    const { openBuiltDocs, queryPublished } = await import('../query/query-published.js');
    const published = openBuiltDocs(docs, embed, withThesaurus(bundledWords()));
    return await queryPublished(query, options, published, surroundings);
  } finally {
    built.close();
  }
}

/** What is asked of a docs repository. */
interface Asked {
  readonly options: QueryOptions;
  readonly request: ReturnType<typeof queryRequest>;
  readonly docs: DocsConfig;
  readonly surroundings: Surroundings;
}

async function answerFrom(
  index: StoredIndex,
  query: string,
  { options, request, docs, surroundings }: Asked,
): Promise<QueryAnswer> {
  const { topic, kind, limit, sample } = request;
  refuseUnknownTopic(topic, index, docs);
  if (sample !== undefined && topic !== undefined) return takeSample(topic, sample, docs, index);
  const edition = { version: options.docsVersion, locale: options.locale };
  const search = (limitOfSearch: number, mode = options.mode): Promise<SearchResponse> =>
    index.search(query, { mode, limit: limitOfSearch, topic, kind, ...edition });
  const { response, rerankedBy } =
    options.rerank === undefined
      ? { response: await search(limit) }
      : await reranked({ question: query, limit, model: options.rerank }, { docs, surroundings }, search);
  if (sample === undefined) {
    const results = response.results.map((result) => resultOf(result, docs, index));
    const answer = searchAnswer(response, results, rerankedBy);
    return options.explain ? { ...answer, explained: await explainResults(response.results, search) } : answer;
  }
  const [best] = response.results;
  return best === undefined ? sampleAnswer(sample, []) : takeSample(best.topic, sample, docs, index);
}

async function reranked(
  asked: Omit<RerankedQuery, 'docs'>,
  { docs, surroundings }: Pick<Asked, 'docs' | 'surroundings'>,
  search: (limit: number) => Promise<SearchResponse>,
): Promise<RerankedSearch> {
  const { searchAndRerank } = await import('../reranking/search-and-rerank.js');
  const { openBuiltDocs } = await import('../query/query-published.js');
  return searchAndRerank({ ...asked, docs: openBuiltDocs(docs) }, surroundings, search);
}

async function takeSample(
  topic: string,
  sample: StripeRequest,
  docs: DocsConfig,
  index: StoredIndex,
): Promise<QueryAnswer> {
  const { sampleTopic } = await import('../query/sample-topic.js');
  return sampleTopic(topic, sample, docs, index);
}

function refuseUnknownTopic(topic: string | undefined, { ids }: StoredIndex, { config }: DocsConfig): void {
  if (topic === undefined || ids.includes(topic)) return;
  const below = ids.find((id) => id.startsWith(`${topic}/`));
  if (below === undefined) {
    throw new TopicmillError('INVALID_OPTION', `There is no topic "${topic}".`, {
      remedy: `Give the path of its folder below "${config.docsRoot}".`,
    });
  }
  throw new TopicmillError('INVALID_OPTION', `"${topic}" is a category.`, {
    remedy: `Name one of the topics below it, such as ${below}.`,
  });
}

function resultOf(result: SearchResult, docs: DocsConfig, index: StoredIndex): ResultJson {
  const { topic, match } = result;
  const source = index.sourceOf(topic) ?? '';
  return { ...resultJson(result), ...placeOf({ chunk: result, source, words: matchedWords(match) }, docs) };
}

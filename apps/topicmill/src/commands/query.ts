import { type CommandIo, createProgram, type ExitCode, runProgram, wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import { openEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath } from '@topicmill/pipeline/runner';
import { type DocsLayout, openDocsLayout, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import {
  type EmbedQuery,
  matchedWords,
  openDocs,
  openSearchIndex,
  type ResultJson,
  reasonsText,
  remarksOn,
  resultJson,
  type SearchMode,
  type SearchResponse,
  type SearchResult,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import type { Embedder } from '@topicmill/text/embedder';
import { Option } from 'commander';
import { directoryLoader } from '../docs-source/directory-loader.js';
import { placeOf, type QueryAnswer, sampleAnswer, searchAnswer } from '../query/query-answer.js';
import { docsVersionOption, localeOption, type QueryOptions, queryRequest } from '../query/query-options.js';
import { rerankOption } from '../reranking/rerank-option.js';
import type { RerankedSearch } from '../reranking/search-and-rerank.js';
import { findSearchIndex, removeSearchIndexes, type SearchIndexFolder } from '../search-index/find-search-index.js';
import { type Surroundings, surroundingsOf } from '../workspace/surroundings.js';

/** Where it is searched, and how the answer is written. */
interface QuerySource {
  readonly from?: string;
  readonly json?: true;
}

/** Runs `topicmill query`; see `--help`. Returns the exit code. */
export function query(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill query',
      version: PIPELINE_VERSION,
      description: 'Searches the chunks of all topics, or returns a sample of one topic in stripe order.',
      examples: [
        ['topicmill query "How do I trim an app?"', 'the ten best chunks, with the reason for each'],
        ['topicmill query "trim warnings" --topic cli/native-aot --code', 'chunks of one topic that are mostly code'],
        ['topicmill query "native AOT" --stripe conceptual --n 3', 'a sample of the topic that fits best'],
        ['topicmill query --topic cli/native-aot --stripe technical --tokens 2000', 'as much of it as fits'],
        ['topicmill query "trim" --docs-version 8.0 --locale de', 'a version other than the current one, in German'],
        ['topicmill query "trim" --from postgres://host/docs', 'in docs that are published elsewhere'],
        ['topicmill query "make it smaller" --rerank ollama:llama3.1', 'pages in the order that a model gives them'],
        ['topicmill query "trim" --json', 'for machines'],
      ],
      optionsElsewhere: { '--limit': '-k' },
    },
    io,
  )
    .argument('[query...]', 'words or a question; may be left out when --topic and --stripe are given')
    .addOption(
      new Option('--mode <mode>', 'search mode; prompts falls back to hybrid if no question is close enough')
        .choices(['hybrid', 'bm25', 'vectors', 'prompts'])
        .default('hybrid'),
    )
    .option('--topic <id>', 'search one topic only')
    .addOption(docsVersionOption())
    .addOption(localeOption())
    .option('-k, --k <number>', 'maximum number of results', wholeNumber(1), 10)
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
    .option('--json', 'print the results as JSON')
    .action(async (words: readonly string[], options: QueryOptions & QuerySource) => {
      const answer = await answerOf(words.join(' '), options, io);
      io.stdout.write(options.json ? indentedJson(answer) : formatQueryResults(answer));
    });
  return runProgram(program, args, io, () => 0);
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

/** Results for people: three to five lines each; without scores where they match only by meaning. */
function formatQueryResults({
  mode,
  reranked_by: rerankedBy,
  results,
  by_meaning_only: byMeaningOnly = false,
  related_only: relatedOnly,
  missing_words: missingWords = [],
  corrections = [],
  other_locales: otherLocales = [],
}: QueryAnswer): string {
  const remarks = remarksOn({ byMeaningOnly, relatedOnly, missingWords, corrections, otherLocales })
    .map((remark) => `${remark}\n`)
    .join('');
  if (results.length === 0) return `${remarks}Nothing found.\n`;
  const order = rerankedBy === undefined ? '' : `, reranked by ${rerankedBy}`;
  return `${mode}${order}\n${remarks}${results.map((each, at) => formatResult(each, at, byMeaningOnly)).join('')}`;
}

function formatResult(result: ResultJson, at: number, byMeaningOnly: boolean): string {
  const { topic, index, title, score = 0, source, lines, href, url, tokens, passage } = result;
  const place = lines === undefined ? source : `${source}:${lines[0]}-${lines[1]}`;
  const reasons = reasonsText(result.match);
  return [
    `\n${at + 1}. ${title} (${topic}, chunk ${index}, ${tokens} tokens)${byMeaningOnly ? '' : `, score ${score.toFixed(3)}`}`,
    `   ${place}  ${href}`,
    ...(url === undefined ? [] : [`   ${url}`]),
    ...(passage === undefined || passage === '' ? [] : [`   ${passage}`]),
    ...(reasons === '' ? [] : [`   ${reasons}`]),
    '',
  ].join('\n');
}

/**
 * Answers `topicmill query`. What makes an index, takes samples or talks to servers is loaded only where it is needed: a
 * query starts often, and has little to do.
 *
 * @param query blank for a sample of a topic
 * @throws TopicmillError `INVALID_OPTION`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
async function runQuery(query: string, options: QueryOptions, surroundings: Surroundings): Promise<QueryAnswer> {
  const { cwd, env, onWarning } = surroundings;
  const layout = await openDocsLayout(cwd, { env, embeddingModel: options.model, onWarning });
  const embedder = await openEmbedder(layout.config.embedding.model, { env });
  const { topic, kind, limit, sample } = queryRequest(query, options);
  refuseUnknownTopic(topic, layout);
  if (sample !== undefined && topic !== undefined) return takeSample(topic, sample, layout);
  const embed = queryEmbedder(embedder, options.mode, onWarning);
  const searchOnce = async (limitOfSearch: number): Promise<SearchResponse> => {
    const { directory, topicCount } =
      findSearchIndex(layout, embedder.model) ?? (await makeSearchIndex(surroundings, options.model));
    if (topicCount === 0) onWarning('No topic has been built yet; run: npx topicmill build');
    const index = await openSearchIndex(directoryLoader(directory), embed, withThesaurus(bundledNearWords()));
    const edition = { version: options.docsVersion, locale: options.locale };
    return index.search(query, { mode: options.mode, limit: limitOfSearch, topic, kind, ...edition });
  };
  const search = (limitOfSearch: number): Promise<SearchResponse> =>
    searchOnce(limitOfSearch).catch((thrown: unknown) => {
      if (!(thrown instanceof TopicmillError) || thrown.code !== 'SEARCH_INDEX_INVALID') throw thrown;
      removeSearchIndexes(layout.root);
      return searchOnce(limitOfSearch);
    });
  const { response, rerankedBy }: RerankedSearch =
    options.rerank === undefined
      ? { response: await search(limit) }
      : await (await import('../reranking/search-and-rerank.js')).searchAndRerank(
          { question: query, limit, docs: openDocs(directoryLoader(folderPath(layout, ''))), model: options.rerank },
          surroundings,
          search,
        );
  if (sample === undefined) {
    return searchAnswer(
      response,
      response.results.map((result) => resultOf(result, layout)),
      rerankedBy,
    );
  }
  const [best] = response.results;
  return best === undefined ? sampleAnswer(sample, []) : takeSample(best.topic, sample, layout);
}

async function makeSearchIndex(surroundings: Surroundings, model: string | undefined): Promise<SearchIndexFolder> {
  const { openSurroundingWorkspace } = await import('../workspace/surrounding-workspace.js');
  const { shownSearchIndex } = await import('../search-index/shown-search-index.js');
  return shownSearchIndex(openSurroundingWorkspace(surroundings, model), surroundings);
}

async function takeSample(topic: string, sample: StripeRequest, layout: DocsLayout): Promise<QueryAnswer> {
  const { sampleTopic } = await import('../query/sample-topic.js');
  return sampleTopic(topic, sample, layout);
}

function refuseUnknownTopic(topic: string | undefined, { tree, config }: DocsLayout): void {
  const refuse = (message: string, remedy: string): never => {
    throw new TopicmillError('INVALID_OPTION', message, { remedy });
  };
  const folder = topic === undefined ? undefined : tree.get(topic);
  if (folder !== undefined && !folder.isTopic) {
    refuse(`"${topic}" is a category.`, `Name one of the topics below it, such as ${folder.childIds[0]}.`);
  }
  if (topic !== undefined && folder === undefined) {
    refuse(`There is no topic "${topic}".`, `Give the path of its folder below "${config.docsRoot}".`);
  }
}

function resultOf(result: SearchResult, layout: DocsLayout): ResultJson {
  const { topic, path, match } = result;
  return { ...resultJson(result), ...placeOf({ topic, path, words: matchedWords(match) }, layout) };
}

/** A search by words goes on when the model of the vectors does not answer. */
function queryEmbedder(
  embedder: Pick<Embedder, 'embed'>,
  mode: SearchMode,
  onWarning: Surroundings['onWarning'],
): EmbedQuery | undefined {
  if (mode === 'bm25' || mode === 'prompts') return undefined;
  return async (query) => {
    try {
      return (await embedder.embed([query], { labels: ['query'] }))[0]!;
    } catch (thrown) {
      if (mode === 'vectors' || !(thrown instanceof TopicmillError)) throw thrown;
      onWarning(`${thrown.code}: ${thrown.message} Searched by words alone.`);
      return undefined;
    }
  };
}

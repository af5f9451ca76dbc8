import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath, sourcePath, type Workspace } from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import {
  type EmbedQuery,
  findSnippet,
  headingPath,
  openDocs,
  openSearchIndex,
  RESULT_FORMAT,
  type ResultJson,
  resultJson,
  type SearchMode,
  type SearchResponse,
  type SearchResult,
} from '@topicmill/search/retrieval';
import { chunkFactsJson, readChunkFacts, topicHref } from '@topicmill/topics/formats';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { directoryLoader } from './directory-loader.js';
import { type QueryAnswer, searchAnswer } from './query-answer.js';
import { readBuiltTopic } from './read-search-topics.js';
import { freshSearchIndex, removeSearchIndexes } from './search-index-files.js';

/** What the command line says. */
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
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Answers `topicmill query`.
 *
 * @param query blank for a sample of a topic
 * @throws TopicmillError `INVALID_OPTION`, `TOPIC_UNKNOWN`, and what reading the docs throws
 */
export async function runQuery(
  query: string,
  options: QueryOptions,
  workspace: Workspace,
  env: Env,
  onWarning: (message: string) => void,
): Promise<QueryAnswer> {
  const topic = options.topic?.replace(/\/+$/, '');
  refuseContradictions(query, topic, options, workspace);
  const kind = options.code ? 'code' : options.prose ? 'prose' : undefined;
  if (options.stripe !== undefined && topic !== undefined) return takeStripe(topic, options, workspace);
  const embed = queryEmbedder(workspace, env, options.mode, onWarning);
  const search = async (): Promise<SearchResponse> => {
    const { directory, topicCount } = await freshSearchIndex(workspace, onWarning);
    if (topicCount === 0) onWarning('No topic has been built yet; run: npx nx run-many -t index');
    const index = await openSearchIndex(directoryLoader(directory), embed, bundledNearWords());
    const limit = options.stripe === undefined ? options.k : 1;
    // All vectors are at hand: no topic is left out for what it would cost to load.
    const edition = { version: options.docsVersion, locale: options.locale };
    return index.search(query, { mode: options.mode, limit, topic, kind, ...edition, vectorTopicCount: topicCount });
  };
  const response = await search().catch((thrown: unknown) => {
    if (!(thrown instanceof TopicmillError) || thrown.code !== 'SEARCH_INDEX_INVALID') throw thrown;
    removeSearchIndexes(workspace);
    return search();
  });
  if (options.stripe === undefined) {
    return searchAnswer(
      response,
      response.results.map((result) => resultOf(result, workspace)),
    );
  }
  const [best] = response.results;
  return best === undefined
    ? { format: RESULT_FORMAT, mode: options.stripe, results: [] }
    : takeStripe(best.topic, options, workspace);
}

function refuseContradictions(
  query: string,
  topic: string | undefined,
  { stripe, n, tokens }: QueryOptions,
  { tree, config }: Workspace,
): void {
  const refuse = (message: string, remedy: string): never => {
    throw new TopicmillError('INVALID_OPTION', message, { remedy });
  };
  if (query.trim() === '' && (topic === undefined || stripe === undefined)) {
    refuse('There is nothing to search for.', 'Give a query, or both --topic and --stripe.');
  }
  if (stripe === undefined && (n !== undefined || tokens !== undefined)) {
    refuse('--n and --tokens belong to --stripe.', 'Add --stripe conceptual, or use --k for the number of results.');
  }
  const folder = topic === undefined ? undefined : tree.get(topic);
  if (folder !== undefined && !folder.isTopic) {
    refuse(`"${topic}" is a category.`, `Name one of the topics below it, such as ${folder.childIds[0]}.`);
  }
  if (topic !== undefined && folder === undefined) {
    refuse(`There is no topic "${topic}".`, `Give the path of its folder below "${config.docsRoot}".`);
  }
}

async function takeStripe(topic: string, options: QueryOptions, workspace: Workspace): Promise<QueryAnswer> {
  const docs = openDocs(directoryLoader(folderPath(workspace, '')));
  const built = readBuiltTopic(workspace.tree.get(topic)!, workspace)?.topic();
  const kind = options.code ? 'code' : options.prose ? 'prose' : undefined;
  const order = options.stripe!;
  const items = await docs.takeStripe(topic, {
    order,
    count: options.n ?? (options.tokens === undefined ? options.k : undefined),
    maxTokens: options.tokens,
    filter: { kind },
  });
  const { chunkPath } = topicDocument(workspace.tree.get(topic)!);
  const pathOf = (index: number): string => (topic === '' ? chunkPath(index) : `${topic}/${chunkPath(index)}`);
  const { title: topicTitle } = await docs.index(topic);
  const results = items.map((item): ResultJson => {
    const lines = built?.chunks[item.index]?.sourceLines;
    return {
      topic,
      topic_title: topicTitle,
      index: item.index,
      title: item.title,
      ...(lines === undefined ? {} : { lines: [...lines] }),
      ...chunkFactsJson(readChunkFacts(item)),
      score: (order === 'technical' ? item.similarity_technical : undefined) ?? item.similarity_conceptual,
      ...placeOf({ topic, path: pathOf(item.index), words: [] }, workspace),
    };
  });
  return { format: RESULT_FORMAT, mode: order, results };
}

/** Path of the document that people write, relative to the workspace. */
function sourceOf(topic: string, { config, tree }: Workspace): string {
  return sourcePath(config, tree.get(topic) ?? { id: topic }, REFERENCE_FILE) ?? '';
}

function resultOf(result: SearchResult, workspace: Workspace): ResultJson {
  const { topic, path, match } = result;
  return { ...resultJson(result), ...placeOf({ topic, path, words: match.words }, workspace) };
}

/** Where a chunk is, and what of its text speaks for it: nothing where the index that found it is older than the file. */
function placeOf(
  { topic, path, words }: { readonly topic: string; readonly path: string; readonly words: readonly string[] },
  workspace: Workspace,
): Pick<ResultJson, 'href' | 'source' | 'headings' | 'passage'> {
  const place = { href: topicHref('', path, workspace.config.baseHref), source: sourceOf(topic, workspace) };
  const text = readTextIfExists(join(folderPath(workspace, ''), path));
  if (text === undefined) return place;
  const passage = findSnippet(text, words)
    .map((piece) => piece.text)
    .join('');
  return { ...place, headings: headingPath(text), passage };
}

/** A search by words goes on when the model of the vectors does not answer. */
function queryEmbedder(
  { services }: Workspace,
  env: Env,
  mode: SearchMode,
  onWarning: (message: string) => void,
): EmbedQuery | undefined {
  if (mode === 'bm25' || mode === 'prompts') return undefined;
  const embedder = createEmbedder(services.model, { env });
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

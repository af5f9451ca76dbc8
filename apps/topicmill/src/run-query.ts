import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists } from '@topicmill/base/files';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { bundledNearWords } from '@topicmill/embedding/static-embeddings/node';
import { folderPath, sourcePath, type Workspace } from '@topicmill/pipeline/runner';
import { topicDocument } from '@topicmill/pipeline/steps';
import {
  type EmbedQuery,
  openDocs,
  openSearchIndex,
  type ResultJson,
  resultJson,
  type SearchMode,
  type SearchResponse,
  type SearchResult,
  type StripeRequest,
} from '@topicmill/search/retrieval';
import { topicHref } from '@topicmill/topics/formats';
import { pathIn, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { directoryLoader } from './directory-loader.js';
import { passageOf, type QueryAnswer, sampleAnswer, sampledChunk, searchAnswer } from './query-answer.js';
import { type QueryOptions, queryRequest } from './query-options.js';
import { readBuiltTopic } from './read-search-topics.js';
import { freshSearchIndex, removeSearchIndexes } from './search-index-files.js';

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
  const { topic, kind, limit, sample } = queryRequest(query, options);
  refuseUnknownTopic(topic, workspace);
  if (sample !== undefined && topic !== undefined) return takeStripe(topic, sample, workspace);
  const embed = queryEmbedder(workspace, env, options.mode, onWarning);
  const search = async (): Promise<SearchResponse> => {
    const { directory, topicCount } = await freshSearchIndex(workspace, onWarning);
    if (topicCount === 0) onWarning('No topic has been built yet; run: npx nx run-many -t index');
    const index = await openSearchIndex(directoryLoader(directory), embed, bundledNearWords());
    // All vectors are at hand: no topic is left out for what it would cost to load.
    const edition = { version: options.docsVersion, locale: options.locale };
    return index.search(query, { mode: options.mode, limit, topic, kind, ...edition, vectorTopicCount: topicCount });
  };
  const response = await search().catch((thrown: unknown) => {
    if (!(thrown instanceof TopicmillError) || thrown.code !== 'SEARCH_INDEX_INVALID') throw thrown;
    removeSearchIndexes(workspace);
    return search();
  });
  if (sample === undefined) {
    return searchAnswer(
      response,
      response.results.map((result) => resultOf(result, workspace)),
    );
  }
  const [best] = response.results;
  return best === undefined ? sampleAnswer(sample, []) : takeStripe(best.topic, sample, workspace);
}

function refuseUnknownTopic(topic: string | undefined, { tree, config }: Workspace): void {
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

async function takeStripe(topic: string, sample: StripeRequest, workspace: Workspace): Promise<QueryAnswer> {
  const docs = openDocs(directoryLoader(folderPath(workspace, '')));
  const built = readBuiltTopic(workspace.tree.get(topic)!, workspace)?.topic();
  const items = await docs.takeStripe(topic, sample);
  const { chunkPath } = topicDocument(workspace.tree.get(topic)!);
  const { title } = await docs.index(topic);
  const results = items.map((item): ResultJson => {
    const chunk = sampledChunk({ id: topic, title }, item, sample, built?.chunks[item.index]?.sourceLines);
    return { ...chunk, ...placeOf({ topic, path: pathIn(topic, chunkPath(item.index)), words: [] }, workspace) };
  });
  return sampleAnswer(sample, results);
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
  return { ...place, ...passageOf(text, words) };
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

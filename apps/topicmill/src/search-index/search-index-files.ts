import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { clearWay, shownInCache, writeCacheFile } from '@topicmill/base/files';
import { currentDocsOf } from '@topicmill/pipeline/config';
import { STATE_DIRECTORY, type Workspace } from '@topicmill/pipeline/runner';
import { isSealedSearchIndex, sealSearchIndex } from '@topicmill/pipeline/state-cache';
import { buildSearchIndex, MANIFEST_FILE, SEARCH_DIRECTORY, type SearchTopic } from '@topicmill/search/retrieval';
import { type BuiltTopic, readBuiltTopics } from '../built-topics/read-search-topics.js';
import { type SearchIndexFolder, searchIndexName, searchStates } from './find-search-index.js';

const BUILTIN_MODEL = 'builtin:';
/** A terminal need not show each topic. */
const PROGRESS_STEP = 100;

/**
 * The search index of a docs root's built topics, made if it is not there for just these topics, model and release. It
 * is below `.topicmill` and can be deleted at any time.
 *
 * @param onProgress is told, while the index is made, how far it is
 * @throws TopicmillError what `readBuiltTopics` and the embedder throw, `FILE_UNWRITABLE`
 */
export async function freshSearchIndex(
  workspace: Workspace,
  onWarning: (message: string) => void,
  onProgress?: (state: string) => void,
): Promise<SearchIndexFolder> {
  const topics = readBuiltTopics(workspace);
  const vectors = await vectorSource(topics, workspace);
  if (vectors === undefined) {
    onWarning(
      `Some chunks have no vectors of ${workspace.services.model}; run: npx topicmill cache fill --model ${workspace.config.embedding.model}`,
    );
  }
  const model = vectors === undefined ? undefined : workspace.services.model;
  const key = searchIndexName(workspace, topics, model);
  const states = searchStates(workspace.root);
  const directory = join(states, key);
  if (!isSealedSearchIndex(directory)) {
    clearWay(join(workspace.root, STATE_DIRECTORY), join(directory, SEARCH_DIRECTORY, MANIFEST_FILE));
    const searched = await searchTopics(topics, vectors, onProgress);
    onProgress?.(`${counted(topics.length, 'topic')}, indexing`);
    const files = buildSearchIndex(searched, {
      model,
      current: currentDocsOf(workspace.config),
      synonyms: workspace.config.search.synonyms,
    });
    for (const [name, bytes] of files) writeCacheFile(states, join(directory, SEARCH_DIRECTORY, name), bytes);
    sealSearchIndex(directory, shownInCache(states, directory));
    for (const other of readdirSync(states)) {
      if (other !== key) rmSync(join(states, other), { recursive: true, force: true });
    }
  }
  return { directory, topicCount: topics.length };
}

function searchTopics(
  topics: readonly BuiltTopic[],
  vectors: VectorSource | undefined,
  onProgress: ((state: string) => void) | undefined,
): Promise<SearchTopic[]> {
  let done = 0;
  return Promise.all(
    topics.map(async (each) => {
      const topic = (await vectors?.(each)) ?? each.topic();
      done++;
      if (done % PROGRESS_STEP === 0) onProgress?.(`${done} of ${counted(topics.length, 'topic')}`);
      return topic;
    }),
  );
}

/**
 * Name of the search index that `freshSearchIndex` would take or make.
 *
 * @returns `undefined` if the topics have not been built
 */
export async function searchIndexKey(workspace: Workspace): Promise<string | undefined> {
  try {
    const topics = readBuiltTopics(workspace);
    const hasModel = (await vectorSource(topics, workspace)) !== undefined;
    return searchIndexName(workspace, topics, hasModel ? workspace.services.model : undefined);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

export type VectorSource = (topic: BuiltTopic) => Promise<SearchTopic>;

/**
 * Adds vectors from the cache to a topic. The built-in model makes those that are missing; a served model is not asked
 * for a search, so that there is no source when the cache lacks some.
 */
export async function vectorSource(
  topics: readonly BuiltTopic[],
  { services }: Workspace,
): Promise<VectorSource | undefined> {
  const isBuiltin = services.model.startsWith(BUILTIN_MODEL);
  if (!isBuiltin && topics.some((topic) => !hasVectors(topic, services))) return undefined;
  return async (built) => {
    const topic = built.topic();
    const { vectors } = await services.embed({
      strategy: built.strategy,
      sourceSha256: built.sourceSha256,
      texts: topic.chunks.map(({ text }) => text),
      labels: topic.chunks.map(({ path }) => path),
      allowsRefusals: true,
    });
    return { ...topic, chunks: topic.chunks.map((chunk, at) => ({ ...chunk, vector: vectors[at]! })) };
  };
}

function hasVectors(built: BuiltTopic, services: Workspace['services']): boolean {
  const texts = new Set(built.topic().chunks.map(({ text }) => text));
  return services.findVectors(built.strategy, [...texts]).size === texts.size;
}

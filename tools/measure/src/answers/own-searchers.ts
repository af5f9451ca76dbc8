import {
  buildSearchIndex,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchOptions,
} from '@topicmill/search/retrieval';
import type { Topic } from '../read-topics.js';
import { searchTopicOf } from '../search-topic.js';
import type { Searcher } from './searcher.js';

type Embed = (text: string) => Float32Array;

/** As many results as there can be, so that every topic found has a place. */
const ALL_RESULTS = 1_000_000;

/** The search that `topicmill query` makes when nothing else is asked for. */
export const DEFAULT_SEARCH = 'topicmill hybrid (default)';

const SETTINGS: Readonly<Record<string, SearchOptions>> = {
  'topicmill bm25': { mode: 'bm25' },
  'topicmill vectors': { mode: 'vectors' },
  'topicmill hybrid, rank fusion': { mode: 'hybrid', fusion: 'rrf' },
  [DEFAULT_SEARCH]: { mode: 'hybrid' },
};

/**
 * Topicmill's own search in all its modes, through the files that are published. The questions measured with leave no
 * prompts in the index.
 */
export async function ownSearchers(topics: readonly Topic[], embed: Embed): Promise<Searcher[]> {
  const files = buildSearchIndex(
    topics.map((topic) => searchTopicOf(topic, embed)),
    { model: 'builtin' },
  );
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  const index = await openSearchIndex(memoryLoader(published), async (query) => embed(query));
  const texts = new Map(topics.map(({ id, chunkTexts }) => [id, chunkTexts]));
  return Object.entries(SETTINGS).map(([name, options]) => ({
    name,
    family: name,
    async search(question) {
      const { results } = await index.search(question, { ...options, limit: ALL_RESULTS });
      return {
        topics: [...new Set(results.map(({ topic }) => topic))],
        chunkTexts: results.slice(0, 3).map(({ topic, index: at }) => texts.get(topic)![at]!),
      };
    },
    async bestChunk(question, topic) {
      const { results } = await index.search(question, { ...options, topic, limit: 1 });
      return results[0] && texts.get(topic)![results[0].index];
    },
  }));
}

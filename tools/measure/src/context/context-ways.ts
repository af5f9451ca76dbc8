import type { WordKnowledge } from '@topicmill/search/retrieval';
import {
  assembleContext,
  buildSearchIndex,
  type ContextDocs,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
} from '@topicmill/search/retrieval';
import { chunkFactsJson, pickChunkFacts } from '@topicmill/topics/formats';
import { miniSearchPeers } from '../answers/minisearch-peer.js';
import type { Ranker } from '../passages/rankers.js';
import { searchTopicOf } from '../read-topics.js';
import { remembered } from '../remembered.js';
import type { ContextSet } from './context-set.js';

/** Collects what answers a question within a number of tokens. */
export type Collect = (question: string, maxTokens: number) => Promise<string>;

/** A named way to collect. */
export interface ContextWay {
  readonly name: string;
  collect: Collect;
}

type Count = (text: string) => number;

/** What the command, the library and the MCP tool `context` answer. */
export async function ownContext(
  { topics }: ContextSet,
  count: Count,
  embed: (text: string) => Float32Array,
  words: WordKnowledge,
): Promise<ContextWay> {
  const files = buildSearchIndex(
    topics.map((topic) => searchTopicOf(topic, embed)),
    { model: 'builtin' },
  );
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  const index = await openSearchIndex(memoryLoader(published), async (query) => embed(query), words);
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  const docs: ContextDocs = {
    search: (query, options) => index.search(query, options),
    readChunk: async (id, at) => byId.get(id)!.chunkTexts[at]!,
    chunks: async (id) =>
      byId.get(id)!.chunks.map((chunk, at) => ({
        index: at,
        title: chunk.title,
        ...chunkFactsJson(pickChunkFacts(chunk)),
      })),
  };
  return {
    name: 'topicmill context',
    collect: async (question, maxTokens) => (await assembleContext(docs, question, { maxTokens, count })).text,
  };
}

/** The best chunks of a splitter, the last one cut to what is left. */
export async function bestChunks(
  name: string,
  { topics }: ContextSet,
  split: (text: string) => Promise<readonly string[]>,
  ranker: Ranker,
  count: Count,
): Promise<ContextWay> {
  const chunks = (await Promise.all(topics.map(({ text }) => split(text)))).flat();
  const rank = remembered(ranker.index(chunks));
  return {
    name,
    collect: async (question, maxTokens) =>
      fill(
        rank(question).map((at) => chunks[at]!),
        maxTokens,
        count,
      ),
  };
}

/** Whole pages as MiniSearch ranks them with stems, without stop words and with titles doubled, the last one cut. */
export function wholePages({ topics }: ContextSet, count: Count): ContextWay {
  const peer = miniSearchPeers(topics).find(({ name }) => name === 'MiniSearch, topics, no stop words, title × 2')!;
  const search = remembered((question) => peer.search(question));
  const texts = new Map(topics.map(({ id, text }) => [id, text]));
  return {
    name: 'MiniSearch, whole pages',
    async collect(question, maxTokens) {
      const { topics: found } = await search(question);
      return fill(
        found.map((id) => texts.get(id)!),
        maxTokens,
        count,
      );
    },
  };
}

function fill(texts: readonly string[], maxTokens: number, count: Count): string {
  const taken: string[] = [];
  let left = maxTokens;
  for (const text of texts) {
    if (left <= 0) break;
    const tokens = count(text);
    taken.push(tokens <= left ? text : text.slice(0, Math.floor((text.length * left) / tokens)));
    left -= tokens;
  }
  return taken.join('\n\n');
}

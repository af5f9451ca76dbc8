import { inlineReferences } from '@topicmill/text/markdown';
import { type ChunkFactsJson, type ChunkItem, chunkFactsJson, readChunkFacts } from '@topicmill/topics/formats';
import { type ChunkBlocks, chunkBlocks } from './context-blocks.js';
import type { Docs } from './docs/open-docs.js';
import { headingPath } from './heading-path.js';
import { withoutRepeatDecay } from './ranking/rank-chunks.js';
import { resultJson } from './result-json.js';
import type { ResultJson } from './result-schema.js';
import type { SearchResult } from './search.js';

/** What a context is assembled from: search, the texts of chunks, and what is known of a topic's chunks. */
export interface ContextDocs extends Pick<Docs, 'search' | 'readChunk'> {
  chunks(id: string): Promise<readonly (Pick<ChunkItem, 'index' | 'title'> & ChunkFactsJson)[]>;
}

/** A chunk of a context: its text is without definitions of links, its tokens are those of its part of the whole text. */
export type ContextChunk = ResultJson & {
  readonly headings: string[];
  readonly text: string;
};

/** A chunk whose blocks a context may have. */
export interface Candidate extends ChunkBlocks {
  readonly chunk: ContextChunk;
  /** Its score as a share of the best, however many chunks of its topic are better; 0 of one that was not found. */
  readonly share: number;
}

/** Results whose section is completed by the neighbouring chunks. */
const COMPLETED_COUNT = 5;

/** The chunks found, and the neighbours of the best that are parts of the same sections. */
export async function contextCandidates(docs: ContextDocs, results: readonly SearchResult[]): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  const add = (chunk: ContextChunk, share: number): void => {
    const key = `${chunk.topic}#${chunk.index}`;
    if (!candidates.has(key)) candidates.set(key, { chunk, share, ...chunkBlocks(chunk.text) });
  };
  const found = await Promise.all(results.map((result) => contextChunk(docs, result)));
  const scores = withoutRepeatDecay(results);
  const best = Math.max(0, ...scores);
  for (const [at, chunk] of found.entries()) add(chunk, best === 0 ? 1 : scores[at]! / best);
  for (const chunk of found.slice(0, COMPLETED_COUNT)) {
    for (const neighbour of await sameSection(docs, chunk)) add(neighbour, 0);
  }
  return [...candidates.values()];
}

async function contextChunk(docs: ContextDocs, result: SearchResult): Promise<ContextChunk> {
  const text = inlineReferences(await docs.readChunk(result.topic, result.index));
  return { ...resultJson(result), headings: headingPath(text), text };
}

/** The neighbours of a chunk that are parts of the same section. */
async function sameSection(
  docs: ContextDocs,
  { topic, topic_title, index, headings }: ContextChunk,
): Promise<ContextChunk[]> {
  const items = await docs.chunks(topic);
  const found: ContextChunk[] = [];
  for (const item of [items[index + 1], items[index - 1]]) {
    if (item === undefined) continue;
    const text = inlineReferences(await docs.readChunk(topic, item.index));
    const path = headingPath(text);
    if (path.join('\n') !== headings.join('\n')) continue;
    const facts = chunkFactsJson(readChunkFacts(item));
    found.push({ topic, topic_title, index: item.index, title: item.title, ...facts, headings: path, text });
  }
  return found;
}

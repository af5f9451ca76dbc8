import { isInShownText } from '@topicmill/text/hidden-text';
import { inlineReferences } from '@topicmill/text/markdown';
import { type ChunkFactsJson, type ChunkItem, chunkFactsJson, readChunkFacts } from '@topicmill/topics/formats';
import { type ChunkBlocks, chunkBlocks } from './context-blocks.js';
import type { MissingChunks } from './docs/missing-chunks.js';
import { type Docs, rootHref } from './docs/open-docs.js';
import { headingPath } from './heading-path.js';
import { withoutRepeatDecay } from './ranking/rank-chunks.js';
import { renderedMarkdown } from './rendered-text/rendered-markdown.js';
import { resultJson } from './result-json.js';
import type { ResultJson } from './result-schema.js';
import type { SearchResult } from './search.js';

/** What a context is assembled from: search, the texts of chunks, and what is known about a topic's chunks. */
export interface ContextDocs extends Pick<Docs, 'search' | 'readChunk' | 'indexedChunks'> {
  chunks(id: string): Promise<readonly (Pick<ChunkItem, 'index' | 'title'> & ChunkFactsJson)[]>;
  /** Left out, chunks have no links to their files. */
  readonly index?: Docs['index'] | undefined;
  /** Left out, links stay as they are written. */
  readonly linkAddresses?: Docs['linkAddresses'];
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

/**
 * The chunks found, and the neighbours of the best that are parts of the same sections.
 *
 * @param missing told of chunks that are left out
 */
export async function contextCandidates(
  docs: ContextDocs,
  results: readonly SearchResult[],
  missing: MissingChunks,
): Promise<Candidate[]> {
  const candidates = new Map<string, Candidate>();
  const add = (chunk: ContextChunk, share: number): void => {
    const key = `${chunk.topic}#${chunk.index}`;
    if (!candidates.has(key)) candidates.set(key, { chunk, share, ...chunkBlocks(chunk.text) });
  };
  const read = await Promise.all(results.map((result) => contextChunk(docs, result, missing)));
  const scores = withoutRepeatDecay(results);
  const best = Math.max(0, ...scores);
  for (const [at, chunk] of read.entries()) if (chunk !== undefined) add(chunk, best === 0 ? 1 : scores[at]! / best);
  const found = read.filter((chunk) => chunk !== undefined);
  for (const chunk of found.slice(0, COMPLETED_COUNT)) {
    for (const neighbour of await sameSection(docs, chunk, missing)) add(neighbour, 0);
  }
  return [...candidates.values()];
}

async function contextChunk(
  docs: ContextDocs,
  result: SearchResult,
  missing: MissingChunks,
): Promise<ContextChunk | undefined> {
  const written = await missing.read(docs, result.topic, result.index, result);
  if (written === undefined) return undefined;
  const own = resultJson(result);
  const { text, facts } = await contextText(docs, own, written, result.path);
  return { ...facts, ...(await chunkLinks(docs, result)), headings: headingPath(text), text };
}

/** The text of a chunk file as a context has it, with what is left of its flags. Its links lead to the site from anywhere. */
async function contextText<T extends Pick<ContextChunk, 'topic' | 'index' | 'url' | 'hidden_text'>>(
  docs: ContextDocs,
  chunk: T,
  written: string,
  path?: string,
): Promise<{ readonly text: string; readonly facts: T }> {
  const { topic, index, url, hidden_text: hidden = [] } = chunk;
  // Without the tags that hide it, hidden text would look like any other.
  if (isInShownText(hidden)) return { text: inlineReferences(written), facts: chunk };
  const addresses = url === undefined ? undefined : await docs.linkAddresses?.(topic, index, path);
  const text = renderedMarkdown(inlineReferences(written), addresses);
  return { text, facts: { ...chunk, hidden_text: undefined } };
}

/** Links to the file of a chunk and to the document that it is from. */
async function chunkLinks(
  docs: ContextDocs,
  { topic, index: at }: Pick<ContextChunk, 'topic' | 'index'>,
): Promise<Pick<ResultJson, 'href' | 'source_href'>> {
  const index = await docs.index?.(topic);
  const item = index?._embedded.chunks?.['golden-reference'].items[at];
  if (index === undefined || item === undefined) return {};
  const source = index._links['golden-reference'];
  const sourceHref = source === undefined ? index.url : rootHref(index, source.href);
  return { href: rootHref(index, item.href), ...(sourceHref !== undefined && { source_href: sourceHref }) };
}

/** The neighbours of a chunk that are parts of the same section. */
async function sameSection(
  docs: ContextDocs,
  { topic, topic_title, index, headings }: ContextChunk,
  missing: MissingChunks,
): Promise<ContextChunk[]> {
  const items = await docs.chunks(topic);
  const found: ContextChunk[] = [];
  for (const item of [items[index + 1], items[index - 1]]) {
    const written = item && (await missing.read(docs, topic, item.index));
    if (item === undefined || written === undefined) continue;
    const { text, facts } = await contextText(docs, { topic, ...item }, written);
    if (headingPath(text).join('\n') !== headings.join('\n')) continue;
    const own = { topic, topic_title, index: item.index, title: item.title };
    const links = await chunkLinks(docs, own);
    found.push({ ...own, ...links, ...chunkFactsJson(readChunkFacts(facts)), headings, text });
  }
  return found;
}

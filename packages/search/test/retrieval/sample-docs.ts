import { simHash64 } from '@topicmill/topics/similarity';
import {
  buildSearchIndex,
  type DocsLoader,
  memoryLoader,
  SEARCH_DIRECTORY,
  type SearchChunk,
  type SearchQuestion,
  type SearchTopic,
} from '../../src/retrieval/index.js';

/** A chunk with a text, and whatever else a test is about. */
export function chunkOf(text: string, more: Partial<SearchChunk> = {}): SearchChunk {
  return { title: 'Overview', path: 'chunk.md', isCode: false, tokenCount: 10, questions: [], text, ...more };
}

export function topicOf(id: string, title: string, ...chunks: readonly (string | SearchChunk)[]): SearchTopic {
  return { id, title, chunks: chunks.map((chunk) => (typeof chunk === 'string' ? chunkOf(chunk) : chunk)) };
}

/** Topics that a test is not about. */
export const OTHERS = ['rice', 'bread', 'soup', 'salt', 'beans', 'plums'].map((food) =>
  topicOf(food, food, `Of ${food}: it is eaten cold.`),
);

/** A question without an answer. */
export function questionOf(text: string, answer = ''): SearchQuestion {
  return { text, answer, hash: simHash64(text) };
}

/** A loader of the index of these topics. */
export function loaderOf(topics: readonly SearchTopic[], model?: string): DocsLoader {
  return memoryLoader(publishedFiles(buildSearchIndex(topics, { model })));
}

/** The files of an index where a docs root has them. */
export function publishedFiles(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
}

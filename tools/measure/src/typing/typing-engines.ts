import { everydayWords, wordsByMeaning } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import {
  buildSearchIndex,
  memoryLoader,
  openInstantSearch,
  SEARCH_DIRECTORY,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import { THESAURUS_LINES } from '@topicmill/search/thesaurus';
import { escapeHtml } from '@topicmill/text/html';
import MiniSearch from 'minisearch';
import { type Orama, type Pagefind, servedPagefind } from '../peers.js';
import type { TypedPage } from './typing.js';

/** Results that an engine is asked for, enough for three pages. */
const LIMIT = 50;

/** Finds pages while somebody types. */
export interface TypingEngine {
  readonly name: string;
  /** Ids of pages, best first. */
  pages(query: string): Promise<readonly string[]>;
}

export async function ownEngine(topics: readonly TypedPage[]): Promise<TypingEngine> {
  const vectors = bundledWordVectors();
  const files = buildSearchIndex(topics.map(searchTopicOf), {
    meaningsOf: (words) => wordsByMeaning(vectors, words, 0.5),
    everydayWords: everydayWords(vectors),
    thesaurus: THESAURUS_LINES,
  });
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  const index = await openInstantSearch(memoryLoader(published));
  return { name: 'topicmill', pages: async (query) => (await index.search(query)).pages.map(({ id }) => id) };
}

function searchTopicOf({ id, title, chunks }: TypedPage): SearchTopic {
  const unused = { isCode: false, tokenCount: 0, questions: [] };
  return { id, title, chunks: chunks.map((chunk, at) => ({ ...unused, ...chunk, path: `${id}/${at}` })) };
}

/** As its documentation advises for search as people type: prefixes, and one letter in five wrong. */
export function miniSearchEngine(topics: readonly TypedPage[]): TypingEngine {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['topic'] });
  index.addAll(
    topics.flatMap(({ id, title, chunks }) =>
      chunks.map((chunk, at) => ({ id: `${id}#${at}`, topic: id, title, heading: chunk.title, text: chunk.text })),
    ),
  );
  return {
    name: 'MiniSearch, prefix and fuzzy',
    async pages(query) {
      const results = index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 4, heading: 2 } });
      return [...new Set(results.map((result) => result['topic'] as string))];
    },
  };
}

/** As its documentation advises for mistyped words; it finds beginnings of words without being told. */
export function oramaEngine({ create, insertMultiple, search }: Orama, topics: readonly TypedPage[]): TypingEngine {
  const index = create({ schema: { topic: 'string', title: 'string', heading: 'string', text: 'string' } });
  insertMultiple(
    index,
    topics.flatMap(({ id, title, chunks }) =>
      chunks.map((chunk) => ({ topic: id, title, heading: chunk.title, text: chunk.text })),
    ),
  );
  return {
    name: 'Orama, tolerance 1',
    async pages(query) {
      const options = { tolerance: 1, limit: LIMIT, boost: { title: 4, heading: 2 } };
      const { hits } = await search(index, { term: query, ...options });
      return [...new Set(hits.map(({ document }) => document.topic))];
    },
  };
}

/** Whole pages with their headings, as it reads them from a built site. Call `close` when done. */
export async function pagefindEngine(
  pagefind: Pagefind,
  topics: readonly TypedPage[],
): Promise<TypingEngine & { close(): void }> {
  const { clients, close } = await servedPagefind(pagefind, {
    pages: async (index) => {
      for (const topic of topics) await index.addHTMLFile({ url: `/${topic.id}/`, content: pageOf(topic) });
    },
  });
  return {
    name: 'Pagefind',
    async pages(query) {
      const { results } = await clients.pages.search(query);
      const found = await Promise.all(results.slice(0, LIMIT).map(({ data }) => data()));
      return found.map(({ raw_url: raw, url }) => (raw ?? url).replace(/^\/|\/$/g, ''));
    },
    close,
  };
}

function pageOf({ title, chunks }: TypedPage): string {
  const sections = chunks.map((chunk) => `<h2>${escapeHtml(chunk.title)}</h2><p>${escapeHtml(chunk.text)}</p>`);
  return `<!doctype html><html lang="en"><body><main><h1>${escapeHtml(title)}</h1>${sections.join('')}</main></body></html>`;
}

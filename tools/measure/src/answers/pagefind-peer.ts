import { compareCodeUnits } from '@topicmill/base/order';
import { analyzeText } from '@topicmill/search/retrieval';
import { escapeHtml } from '@topicmill/text/html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { Pagefind, PagefindIndex } from '../peers.js';
import type { Topic } from '../read-topics.js';
import { type PagefindClient, servedPagefind } from '../served-pagefind.js';
import type { Searcher } from './searcher.js';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Pagefind over whole topics, and over chunks for the best one of a topic, asked word by word, since it finds only pages
 * that contain every word of a query: each word's scores as a share of its best, weighted by its inverse document frequency, added up.
 * Stop words are not asked for.
 *
 * @param isRendered whether it reads the topics as pages of HTML, whose headings weigh more, and not as plain text
 * @returns the searcher, and what ends its server and removes its files
 */
export async function pagefindPeer(
  pagefind: Pagefind,
  topics: readonly Topic[],
  { isRendered = false }: { readonly isRendered?: boolean } = {},
): Promise<{ searcher: Searcher; close(): void }> {
  const chunks = topics.flatMap(({ id, title, chunkTexts }) =>
    chunkTexts.map((text, at) => ({ url: `${id}#${at}`, title, text, topic: id })),
  );
  const pages = topics.map(({ id, title, text }) => ({ url: id, title, text: `${title}\n${text}`, topic: id }));
  const { clients, close } = await servedPagefind(pagefind, {
    pages: (index) => (isRendered ? addRenderedPages(topics, index) : addPages(pages, index)),
    chunks: (index) => addPages(chunks, index),
  });
  const name = isRendered ? 'Pagefind, rendered pages, word by word' : 'Pagefind, topics, word by word';
  const texts = new Map(chunks.map(({ url, text }) => [url, text]));
  return {
    searcher: {
      name,
      family: name,
      search: async (question) => ({ topics: await find(question, clients.pages, topics.length) }),
      bestChunk: async (question, topic) =>
        texts.get((await find(question, clients.chunks, chunks.length, topic))[0] ?? ''),
    },
    close,
  };
}

interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly topic: string;
}

async function addPages(pages: readonly Page[], index: PagefindIndex): Promise<void> {
  for (const { url, title, text, topic } of pages) {
    await index.addCustomRecord({
      url: `/${url}`,
      content: text,
      language: 'en',
      meta: { title },
      filters: { topic: [topic] },
    });
  }
}

/** As a site generator writes them, without what is around the text on a page. */
async function addRenderedPages(topics: readonly Topic[], index: PagefindIndex): Promise<void> {
  for (const { id, title, text } of topics)
    await index.addHTMLFile({ url: `/${id}`, content: renderedPage(title, text) });
}

/** A page of HTML with its title as the one heading of level 1. */
export function renderedPage(title: string, markdown: string): string {
  const body = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const heading = /<h1[\s>]/.test(body) ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  return `<!doctype html><html lang="en">${head}<body><main>\n${heading}${body}\n</main></body></html>\n`;
}

/** @returns addresses of pages, best first */
async function find(
  question: string,
  client: PagefindClient,
  pageCount: number,
  topic: string | undefined = undefined,
): Promise<string[]> {
  const scores = new Map<string, number>();
  for (const word of new Set(question.match(WORD))) {
    if (analyzeText(word).length === 0) continue;
    const { results } = await client.search(word, topic === undefined ? undefined : { filters: { topic } });
    const best = Math.max(...results.map(({ score }) => score));
    const idf = Math.log(1 + (pageCount - results.length + 0.5) / (results.length + 0.5));
    for (const { score, data } of results) {
      const { raw_url: raw, url: path } = await data();
      const url = (raw ?? path).slice(1);
      scores.set(url, (scores.get(url) ?? 0) + (idf * score) / best);
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || compareCodeUnits(a, b)).map(([url]) => url);
}

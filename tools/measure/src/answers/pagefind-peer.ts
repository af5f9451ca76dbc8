import { compareCodeUnits } from '@topicmill/base/order';
import { analyzeText } from '@topicmill/search/retrieval';
import { escapeHtml } from '@topicmill/text/html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type Pagefind, type PagefindClient, type PagefindIndex, servedPagefind } from '../peers.js';
import type { Topic } from '../read-topics.js';
import type { Searcher } from './searcher.js';

const WORD = /[\p{L}\p{N}]+/gu;

/** A page of HTML as Pagefind reads it. */
export interface HtmlPage {
  /** Without a slash at its beginning. */
  readonly url: string;
  readonly content: string;
}

/**
 * Pagefind over pages of HTML, asked word by word, since it finds only pages that contain every word of a query: each word's
 * scores as a share of its best, weighted by its inverse document frequency, added up. Stop words are not asked for.
 *
 * @returns the searcher, which names pages by their addresses, and what ends its server and removes its files
 */
export async function pagefindPeer(
  pagefind: Pagefind,
  pages: readonly HtmlPage[],
): Promise<{ searcher: Searcher; close(): void }> {
  const addPages = async (index: PagefindIndex): Promise<void> => {
    for (const { url, content } of pages) await index.addHTMLFile({ url: `/${url}`, content });
  };
  const { clients, close } = await servedPagefind(pagefind, { pages: addPages });
  const name = 'Pagefind, rendered pages, word by word';
  const search = async (question: string) => ({ topics: await find(question, clients.pages, pages.length) });
  return { searcher: { name, family: name, search }, close };
}

/** Whole topics as pages of HTML, as site generators write them, without what is around the text. */
export function renderedTopics(topics: readonly Topic[]): HtmlPage[] {
  return topics.map(({ id, title, text }) => ({ url: id, content: renderedPage(title, text) }));
}

/** A page of HTML with its title as the one heading of level 1. */
export function renderedPage(title: string, markdown: string): string {
  const body = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const heading = /<h1[\s>]/.test(body) ? '' : `<h1>${escapeHtml(title)}</h1>\n`;
  const head = `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  return `<!doctype html><html lang="en">${head}<body><main>\n${heading}${body}\n</main></body></html>\n`;
}

/** @returns addresses of pages, best first */
async function find(question: string, client: PagefindClient, pageCount: number): Promise<string[]> {
  const scores = new Map<string, number>();
  for (const word of new Set(question.match(WORD))) {
    if (analyzeText(word).length === 0) continue;
    const { results } = await client.search(word);
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

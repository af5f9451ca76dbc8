import { findHiddenText } from '@topicmill/text/hidden-text';
import type { SearchResult } from '../retrieval/index.js';
import { firstPages, reorderPages } from './reorder-pages.js';
import { type RerankCandidate, type RerankPrompt, rerankPrompt } from './rerank-prompt.js';

/** Pages that a model orders: where the right one is not among them, it is seldom found at all. */
export const RERANKED_PAGES = 10;
/** Results that a search has to return so that there are as many pages among them. */
export const RERANKED_RESULTS = 30;

/** Where what a model gets to know of pages comes from. */
export interface RerankDocs {
  /** The text of a chunk file: parent headings and own text. */
  readChunk(topic: string, index: number): Promise<string>;
  /** All chunks of a topic in their order; `hidden_text` as in manifests. */
  chunks(
    topic: string,
  ): Promise<readonly { readonly title: string; readonly hidden_text?: readonly string[] | undefined }[]>;
}

/** Answers a prompt with a permutation of the places of its candidates, from 0, the likeliest first. */
export type RankPages = (prompt: RerankPrompt, candidateCount: number) => Promise<readonly number[]>;

/**
 * Has the first ten pages of a search ordered by how likely they answer the question. No text of a chunk with hidden text
 * gets into the prompt, and whatever is answered, the results are the same ones in another order.
 *
 * @param results the best first; those of `RERANKED_RESULTS` have ten pages as a rule
 * @returns all results; `undefined` where there are not two pages to order, and nobody is asked
 * @throws what `docs` and `rank` throw
 */
export async function rerankResults(
  question: string,
  results: readonly SearchResult[],
  docs: RerankDocs,
  rank: RankPages,
): Promise<SearchResult[] | undefined> {
  const pages = firstPages(results, RERANKED_PAGES);
  if (pages.length < 2) return undefined;
  const candidates = await Promise.all(pages.map((page) => candidateOf(page, results, docs)));
  const order = await rank(rerankPrompt(question, candidates), candidates.length);
  return reorderPages(
    results,
    order.flatMap((at) => pages[at] ?? []),
  );
}

async function candidateOf(page: string, results: readonly SearchResult[], docs: RerankDocs): Promise<RerankCandidate> {
  const found = results.filter(({ topic }) => topic === page);
  const [chunks, excerpt] = await Promise.all([docs.chunks(page), excerptOf(found, docs)]);
  const unflagged = chunks.filter(({ hidden_text: hidden = [] }) => hidden.length === 0);
  const sections = unflagged.map(({ title }) => title).filter(isOpen);
  const { topicTitle } = found[0]!;
  return { title: isOpen(topicTitle) ? topicTitle : '', path: page, sections, excerpt };
}

/** The text of the best chunk whose text may be sent, if there is one. */
async function excerptOf(found: readonly SearchResult[], docs: RerankDocs): Promise<string> {
  for (const { topic, index, hiddenText = [] } of found) {
    if (hiddenText.length > 0) continue;
    const text = await docs.readChunk(topic, index);
    if (isOpen(text)) return text;
  }
  return '';
}

/** Chunks are flagged for their own text; titles and the headings of parents are from others. */
function isOpen(text: string): boolean {
  return findHiddenText(text, 0).length === 0;
}

import { findHiddenText, type HiddenTextKind, isInShownText } from '@topicmill/text/hidden-text';
import { renderedMarkdown, type SearchResult } from '../retrieval/index.js';
import { firstPages } from './reorder-pages.js';

/** Pages among which a reader chooses: where the right one is not among them, it is seldom found at all. */
export const CANDIDATE_PAGES = 20;
/** Results that a search has to return so that there are as many pages among them. */
export const CANDIDATE_RESULTS = 100;

/** A page that may answer a question, as a reader is shown it. */
export interface PageCandidate {
  readonly title: string;
  /** Id of its topic, which is its path below the docs root. */
  readonly path: string;
  /** Titles of its chunks, in the order of the page. */
  readonly sections: readonly string[];
  /** The text of its best chunk, with parent headings. */
  readonly excerpt: string;
}

/** Where titles and texts of candidates come from. */
export interface CandidateDocs {
  /** The text of a chunk file: parent headings and own text. */
  readChunk(topic: string, index: number): Promise<string>;
  /** All chunks of a topic in their order; `hidden_text` as in manifests. */
  chunks(
    topic: string,
  ): Promise<readonly { readonly title: string; readonly hidden_text?: readonly HiddenTextKind[] | undefined }[]>;
}

/**
 * The first pages of a search, for a reader who chooses among them, without what readers of the pages do not see.
 *
 * @param results the best first; those of `CANDIDATE_RESULTS` have `CANDIDATE_PAGES` pages as a rule
 * @throws what `docs` throws
 */
export async function pageCandidates(
  results: readonly SearchResult[],
  docs: CandidateDocs,
  count: number = CANDIDATE_PAGES,
): Promise<PageCandidate[]> {
  return Promise.all(firstPages(results, count).map((page) => readCandidate(page, results, docs)));
}

async function readCandidate(
  page: string,
  results: readonly SearchResult[],
  docs: CandidateDocs,
): Promise<PageCandidate> {
  const found = results.filter(({ topic }) => topic === page);
  const [chunks, excerpt] = await Promise.all([docs.chunks(page), readExcerpt(found, docs)]);
  const unflagged = chunks.filter(({ hidden_text: hidden = [] }) => !isInShownText(hidden));
  const sections = unflagged.map(({ title }) => title).filter(isOpen);
  const { topicTitle } = found[0]!;
  return { title: isOpen(topicTitle) ? topicTitle : '', path: page, sections, excerpt };
}

/** The text of the best chunk whose text may be sent, if there is one. */
async function readExcerpt(found: readonly SearchResult[], docs: CandidateDocs): Promise<string> {
  for (const { topic, index, hiddenText = [] } of found) {
    if (isInShownText(hiddenText)) continue;
    const written = await docs.readChunk(topic, index);
    const text = hiddenText.length === 0 ? written : renderedMarkdown(written);
    if (text !== '' && isOpen(text)) return text;
  }
  return '';
}

/** Chunks are flagged for their own text; titles and the headings of parents are from others. */
function isOpen(text: string): boolean {
  return findHiddenText(text, 0).length === 0;
}

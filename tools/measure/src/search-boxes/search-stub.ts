import { escapeHtml } from '@topicmill/text/html';
import MiniSearch from 'minisearch';
import type { Topic } from '../read-topics.js';

const HIT_COUNT = 20;
const SNIPPET_WORDS = 15;

/** In place of the service of DocSearch, which has an index for each customer: finds sections, and answers as it does. */
export function searchStub(topics: readonly Topic[]): (body: string) => object {
  const index = new MiniSearch({
    fields: ['page', 'section', 'text'],
    storeFields: ['topic', 'page', 'section', 'text'],
  });
  index.addAll(
    topics.flatMap(({ id, title, chunks, chunkTexts }) =>
      chunks.map((chunk, at) => ({
        id: `${id}#${at}`,
        topic: id,
        page: title,
        section: chunk.title,
        text: chunkTexts[at]!,
      })),
    ),
  );
  return (body) => {
    const { requests } = JSON.parse(body) as { requests: readonly { readonly query?: string }[] };
    const results = requests.map(({ query = '' }) => {
      const found = index.search(query, { prefix: true, boost: { page: 4, section: 2 } });
      const hits = found.slice(0, HIT_COUNT).map((hit) => recordOf(hit as unknown as Found));
      return {
        hits,
        nbHits: found.length,
        page: 0,
        nbPages: 1,
        hitsPerPage: HIT_COUNT,
        query,
        params: '',
        index: 'docs',
      };
    });
    return { results };
  };
}

interface Found {
  readonly id: string;
  readonly topic: string;
  readonly page: string;
  readonly section: string;
  readonly text: string;
  readonly match: Readonly<Record<string, readonly string[]>>;
}

function recordOf({ id, topic, page, section, text, match }: Found): object {
  const hierarchy = { lvl0: page, lvl1: section, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  const words = text.split(/\s+/);
  const terms = Object.keys(match);
  const isHit = (word: string): boolean => terms.includes(word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const at = Math.max(0, words.findIndex(isHit) - 2);
  const shown = words.slice(at, at + SNIPPET_WORDS);
  const marked = shown.map((word) => (isHit(word) ? `<mark>${escapeHtml(word)}</mark>` : escapeHtml(word))).join(' ');
  const named = (value: string) => ({ value: escapeHtml(value), matchLevel: 'none', matchedWords: [] });
  const names = { lvl0: named(page), lvl1: named(section) };
  return {
    objectID: id,
    url: `/${topic}/`,
    url_without_anchor: `/${topic}/`,
    anchor: null,
    type: 'content',
    content: shown.join(' '),
    hierarchy,
    _snippetResult: { content: { value: marked, matchLevel: 'full' }, hierarchy: names },
    _highlightResult: { content: { value: marked, matchLevel: 'full', matchedWords: terms }, hierarchy: names },
  };
}

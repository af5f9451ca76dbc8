import { analyzeText } from '@topicmill/search/retrieval';
import MiniSearch from 'minisearch';
import { newStemmer } from 'snowball-stemmers';
import type { Topic } from '../read-topics.js';
import type { Searcher } from './searcher.js';

const TITLE_WEIGHTS = [1, 2, 4, 8];
const FAMILY = 'MiniSearch, topics, no stop words';

/**
 * MiniSearch over whole topics with the Snowball stemmer for English, without stop words (ours, so that only the ranking
 * differs) and with titles weighted.
 */
export function miniSearchPeers(topics: readonly Topic[]): Searcher[] {
  const stemmer = newStemmer('english');
  const pages = new MiniSearch({
    fields: ['title', 'text'],
    processTerm: (term) => (analyzeText(term).length === 0 ? null : stemmer.stem(term.toLowerCase())),
  });
  pages.addAll(topics.map(({ id, title, text }) => ({ id, title, text })));
  return TITLE_WEIGHTS.map((weight) => ({
    name: `${FAMILY}, title × ${weight}`,
    family: FAMILY,
    search: async (question: string) => ({
      topics: pages.search(question, { boost: { title: weight } }).map(({ id }) => id as string),
    }),
  }));
}

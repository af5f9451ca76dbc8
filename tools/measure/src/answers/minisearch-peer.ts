import { analyzeText } from '@topicmill/search/retrieval';
import MiniSearch from 'minisearch';
import { newStemmer } from 'snowball-stemmers';
import type { Topic } from '../read-topics.js';
import type { Searcher } from './searcher.js';

const TITLE_WEIGHTS = [1, 2, 4, 8];
const CHUNK_TITLE_WEIGHT = 4;

/**
 * MiniSearch with the Snowball stemmer for English, over whole topics with their titles weighted, with all words as it
 * comes and without stop words (ours, so that only the ranking differs), and over chunks with the titles of their topics.
 */
export function miniSearchPeers(topics: readonly Topic[]): Searcher[] {
  const stemmer = newStemmer('english');
  const stem = (term: string): string => stemmer.stem(term.toLowerCase());
  const stemUnlessStopWord = (term: string): string | null => (analyzeText(term).length === 0 ? null : stem(term));
  return [
    ...wholeTopics(topics, 'MiniSearch, topics', stem),
    ...wholeTopics(topics, 'MiniSearch, topics, no stop words', stemUnlessStopWord),
    overChunks(topics, stem),
  ];
}

type ProcessTerm = (term: string) => string | null;

function wholeTopics(topics: readonly Topic[], family: string, processTerm: ProcessTerm): Searcher[] {
  const pages = new MiniSearch({ fields: ['title', 'text'], processTerm });
  pages.addAll(topics.map(({ id, title, text }) => ({ id, title, text })));
  return TITLE_WEIGHTS.map((weight) => ({
    name: `${family}, title × ${weight}`,
    family,
    search: async (question: string) => ({
      topics: pages.search(question, { boost: { title: weight } }).map(({ id }) => id as string),
    }),
  }));
}

function overChunks(topics: readonly Topic[], processTerm: ProcessTerm): Searcher {
  const pieces = new MiniSearch({ fields: ['title', 'text'], storeFields: ['topic', 'text'], processTerm });
  pieces.addAll(
    topics.flatMap(({ id, title, chunkTexts }) =>
      chunkTexts.map((text, index) => ({ id: `${id}#${index}`, topic: id, title, text })),
    ),
  );
  return {
    name: `MiniSearch, chunks, title × ${CHUNK_TITLE_WEIGHT}`,
    family: 'MiniSearch, chunks',
    async search(question) {
      const results = pieces.search(question, { boost: { title: CHUNK_TITLE_WEIGHT } });
      return {
        topics: [...new Set(results.map((result) => result['topic'] as string))],
        chunkTexts: results.slice(0, 3).map((result) => result['text'] as string),
      };
    },
    async bestChunk(question, topic) {
      return pieces.search(question, { filter: (result) => result['topic'] === topic })[0]?.['text'] as
        | string
        | undefined;
    },
  };
}

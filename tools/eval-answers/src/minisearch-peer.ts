import MiniSearch from 'minisearch';
import { newStemmer } from 'snowball-stemmers';
import type { Topic } from './read-corpus.js';
import type { Searcher } from './searcher.js';

const TITLE_WEIGHTS = [1, 2, 4, 8];
const CHUNK_TITLE_WEIGHT = 4;

/**
 * MiniSearch with the Snowball stemmer for English, over whole topics with their titles weighted, and over chunks with
 * the titles of their topics.
 */
export function miniSearchPeers(topics: readonly Topic[]): Searcher[] {
  const stemmer = newStemmer('english');
  const processTerm = (term: string): string => stemmer.stem(term.toLowerCase());
  const pages = new MiniSearch({ fields: ['title', 'text'], processTerm });
  pages.addAll(topics.map(({ id, title, text }) => ({ id, title, text })));
  const pieces = new MiniSearch({ fields: ['title', 'text'], storeFields: ['topic', 'text'], processTerm });
  pieces.addAll(
    topics.flatMap(({ id, title, chunkTexts }) =>
      chunkTexts.map((text, index) => ({ id: `${id}#${index}`, topic: id, title, text })),
    ),
  );
  return [
    ...TITLE_WEIGHTS.map((weight) => ({
      name: `MiniSearch, topics, title × ${weight}`,
      search: async (question: string) => ({
        topics: pages.search(question, { boost: { title: weight } }).map(({ id }) => id as string),
      }),
    })),
    {
      name: `MiniSearch, chunks, title × ${CHUNK_TITLE_WEIGHT}`,
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
    },
  ];
}

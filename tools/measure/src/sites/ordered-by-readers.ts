import { CANDIDATE_PAGES } from '@topicmill/search/reranking';
import type { Searcher } from '../answers/searcher.js';

/** What readers chose by question, as ids of topics. */
export type ChosenTopics = (question: string) => readonly string[];

/** A search whose first pages are in the order that readers gave them; pages that they did not name keep theirs. */
export function orderedByReaders(searcher: Searcher, chosen: ChosenTopics): Searcher {
  return {
    ...searcher,
    name: `${searcher.name}, ordered by readers`,
    async search(question) {
      const { topics } = await searcher.search(question);
      const shown = new Set(topics.slice(0, CANDIDATE_PAGES));
      return { topics: [...new Set([...chosen(question).filter((id) => shown.has(id)), ...topics])] };
    },
  };
}

import { analyzeText } from '@topicmill/search/retrieval';
import type { AskedTopic } from './read-questions.js';

/** How much finding a term is worth among the chunks of some topics: ln(1 + (N − n + ½) / (n + ½)). */
export function rarity(topics: readonly AskedTopic[]): (term: string) => number {
  const counts = new Map<string, number>();
  let chunkCount = 0;
  for (const text of topics.flatMap(({ chunkTexts }) => chunkTexts)) {
    chunkCount++;
    for (const term of new Set(analyzeText(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term) => {
    const holderCount = counts.get(term) ?? 0;
    return Math.log(1 + (chunkCount - holderCount + 0.5) / (holderCount + 0.5));
  };
}

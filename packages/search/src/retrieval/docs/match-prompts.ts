import type { ChunkItem } from '@topicmill/topics/formats';
import { DEFAULT_PROMPT_DISTANCE, promptMatcher } from '../ranking/prompt-matches.js';

/** A chunk that answers a question in nearly the same words. */
export interface PromptMatch {
  readonly item: ChunkItem;
  /** Bits, of 64, between the query and the question. */
  readonly distance: number;
}

/** The chunks with a prompt hash near the query's, the nearest first, then by index. */
export function matchPrompts(
  items: readonly ChunkItem[],
  query: string,
  maxDistance = DEFAULT_PROMPT_DISTANCE,
): PromptMatch[] {
  const nearest = promptMatcher(query, maxDistance);
  const matches = items.flatMap((item) => {
    const distance = nearest(BigUint64Array.from(item.prompt_hashes ?? []));
    return distance === undefined ? [] : [{ item, distance }];
  });
  return matches.sort((a, b) => a.distance - b.distance || a.item.index - b.item.index);
}

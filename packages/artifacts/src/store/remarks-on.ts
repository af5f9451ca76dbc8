import { MEANING_ONLY } from '@topicmill/search/retrieval';
import type { SearchAnswer } from './search-types.js';

/** What people and models must know before they trust an answer, one sentence each; often none. */
export function remarksOn({ hits, by_meaning_only, missing_words, required }: SearchAnswer): string[] {
  return [
    ...(missing_words.length === 0 ? [] : [`Not in the store: ${missing_words.join(', ')}.`]),
    ...(hits.length > 0 || required.length === 0 ? [] : [`No text contains ${required.join(' and ')}.`]),
    ...(by_meaning_only ? [MEANING_ONLY] : []),
  ];
}

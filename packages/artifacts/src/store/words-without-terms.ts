import type { PreparedQuery } from './engine.js';

/** Those words of a query none of whose terms is known, each once. */
export function wordsWithoutTerms(words: PreparedQuery['words'], isKnown: (term: string) => boolean): string[] {
  const missing = words.filter(({ terms }) => !terms.some(isKnown));
  return [...new Set(missing.map(({ word }) => word))];
}

import { stemWord } from '@topicmill/text/words';
import { analyzeText, wordsOf } from '../analyze-text.js';
import type { SynonymGroup } from '../search-index/index-tables.js';

/** Synonyms of words of a query. */
export interface SynonymTerms {
  /** The words of the query that have it, as written there. */
  readonly words: readonly string[];
  readonly terms: readonly string[];
}

/**
 * Finds the words and phrases of a query that are in a group, whatever their case and ending, stop words included: "log in"
 * is not "log".
 *
 * @returns the terms of the others of the group, once for each phrase as the query writes it
 */
export function synonymTerms(query: string, groups: readonly SynonymGroup[]): SynonymTerms[] {
  const asked = wordsOf(query);
  const stems = asked.map(synonymStem);
  return groups.flatMap((group) => {
    const phrases = group.map((phrase) => wordsOf(phrase).map(synonymStem));
    return phrases.flatMap((phrase, own) => {
      const written = phrasePositions(phrase, stems).map((at) => asked.slice(at, at + phrase.length));
      if (written.length === 0) return [];
      const others = group.filter((_, at) => at !== own).flatMap(analyzeText);
      const terms = [...new Set(others)];
      const different = new Map(written.map((words) => [words.join(' '), words]));
      return [...different.values()].map((words) => ({ words, terms }));
    });
  });
}

function synonymStem(word: string): string {
  return stemWord(word.toLowerCase());
}

function phrasePositions(phrase: readonly string[], words: readonly string[]): number[] {
  if (phrase.length === 0) return [];
  return [...words.keys()].filter((at) => phrase.every((word, offset) => words[at + offset] === word));
}

import type { ConceptFinder } from '@topicmill/chunking';
import { extractTerms, keywordFinder } from '@topicmill/topics/keywords';

const MAX_CONCEPTS = 8;

/**
 * Finds the best terms of a text by the score that the keyword extractor gives them in its section; after them, those
 * by their score in the whole book.
 */
export function bookConcepts(bookText: string): ConceptFinder {
  const findInBook = termFinder(bookText);
  return (sectionText) => {
    const findInSection = termFinder(sectionText);
    return (text) => {
      const names = [...findInSection(text), ...findInBook(text)].map(({ name }) => name);
      return [...new Set(names)].slice(0, MAX_CONCEPTS);
    };
  };
}

function termFinder(text: string): ReturnType<typeof keywordFinder> {
  return keywordFinder(extractTerms(text).map(({ term, localScore, count }) => ({ term, score: localScore, count })));
}

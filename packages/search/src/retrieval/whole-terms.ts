import { withoutHeadingId } from '@topicmill/text/markdown';
import { hasStopWordsOnly, wordsOf } from './analyze-text.js';
import { operatorTerms } from './operators.js';
import { wholeNumbers } from './whole-numbers.js';

/** No word begins so. */
const TITLE_MARK = '¶';
/** Longer texts are sentences. */
const MAX_WORDS = 4;

/** What a text is found by besides its words, each as often as it occurs: numbers with dots, and operators. */
export function wholeTerms(text: string): string[] {
  return [...wholeNumbers(text), ...operatorTerms(text)];
}

/**
 * The same of the titles above a text, the outermost first, a line each. A title of stop words alone, such as `for`, is a term
 * as a whole. That of the section itself counts twice, so that it is found before those below it.
 */
export function wholeTermsOfTitles(titles: string): string[] {
  const lines = titles.trimEnd().split('\n');
  return [...wholeTerms(titles), ...[...lines, lines.at(-1)!].flatMap(stopWordTitle)];
}

/** The terms of a query besides its words: it may be a title of stop words. */
export function wholeTermsOfQuery(query: string): string[] {
  return [...wholeTerms(query), ...stopWordTitle(query)];
}

function stopWordTitle(line: string): string[] {
  const title = withoutHeadingId(line);
  const words = wordsOf(title);
  return words.length <= MAX_WORDS && hasStopWordsOnly(title) ? [TITLE_MARK + words.join('_').toLowerCase()] : [];
}

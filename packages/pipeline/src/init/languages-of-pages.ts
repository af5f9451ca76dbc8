import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { compareCodeUnits } from '@topicmill/base/order';
import { findOtherLanguage } from '@topicmill/topics/keywords';
import type { StopWordLanguage } from './stop-words-of-locales.js';

/** What one page is taken for may be a mistake. */
const MIN_PAGE_COUNT = 2;

/**
 * The languages that the pages of a site are written in besides those given, the one of most pages first: configurations
 * of sites do not always name them, and folders such as `zh` may be in a docs root with others.
 *
 * @param texts of the pages, as their readers see them
 * @param known languages whose stop words are used in any case
 */
export function languagesOfPages(texts: readonly string[], known: readonly StopWordLanguage[]): StopWordLanguage[] {
  const pageCounts = new Map<StopWordLanguage, number>();
  for (const text of texts) {
    const [language] = findOtherLanguage(text, known, STOP_WORD_LANGUAGES)?.languages ?? [];
    const found = STOP_WORD_LANGUAGES.find((each) => each === language);
    if (found !== undefined) pageCounts.set(found, (pageCounts.get(found) ?? 0) + 1);
  }
  return [...pageCounts]
    .filter(([, count]) => count >= MIN_PAGE_COUNT)
    .sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || compareCodeUnits(a, b))
    .map(([language]) => language);
}

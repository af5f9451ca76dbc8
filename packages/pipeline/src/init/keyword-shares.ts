import { stopWordsOf } from '@topicmill/text/stop-words';
import { formatAuthorityFile } from '@topicmill/topics/formats';
import { buildAuthority, readTerms } from '@topicmill/topics/keywords';
import type { TopicmillConfig } from '../config/index.js';

/**
 * The pin of the keyword shares that the pages of a repository have: what `pin-keywords` writes for them.
 *
 * @param texts of the pages, as their readers see them
 */
export function keywordShares(texts: readonly string[], { languages, stopWords }: TopicmillConfig['keywords']): string {
  const left = stopWordsOf(languages, stopWords);
  return formatAuthorityFile(buildAuthority(texts.map((text) => readTerms(text, left))));
}

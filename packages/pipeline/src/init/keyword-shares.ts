import type { TopicmillConfig } from '@topicmill/base/config';
import { stopWordsOf } from '@topicmill/text/stop-words';
import { formatAuthorityFile } from '@topicmill/topics/formats';
import { buildAuthority, readTerms } from '@topicmill/topics/keywords';
import type { FolderView } from '../site-config/index.js';
import type { TopicPage } from '../sources/index.js';
import { topicDocument } from '../steps/index.js';

/** The pin of the keyword shares that the pages of a repository have: what `pin-keywords` writes for them. */
export function keywordShares(
  view: FolderView,
  pages: readonly TopicPage[],
  { languages, stopWords }: TopicmillConfig['keywords'],
): string {
  const left = stopWordsOf(languages, stopWords);
  const texts = pages.flatMap((page) => {
    const text = page.hasText ? view.readText(page.path) : undefined;
    return text === undefined ? [] : [topicDocument({ page }).readable(text)];
  });
  return formatAuthorityFile(buildAuthority(texts.map((text) => readTerms(text, left))).terms);
}

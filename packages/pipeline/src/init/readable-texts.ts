import type { FolderView } from '../sites/index.js';
import type { TopicPage } from '../sources/index.js';
import { topicDocument } from '../steps/index.js';

/** The texts of pages as their readers see them; pages without a text of their own, or that cannot be read, have none. */
export function readableTexts(view: FolderView, pages: readonly TopicPage[]): string[] {
  return pages.flatMap((page) => {
    const text = page.hasText ? view.readText(page.path) : undefined;
    return text === undefined ? [] : [topicDocument({ page }).readable(text)];
  });
}

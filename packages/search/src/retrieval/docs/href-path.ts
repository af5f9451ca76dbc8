import { encodePath, resolveInRoot } from '@topicmill/base/paths';
import type { TopicIndex } from '@topicmill/topics/formats';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';

/** Path below the docs root, not percent-encoded, that an href of an index.json points to; relative or absolute. */
export function hrefPath({ id, _links: links }: Pick<TopicIndex, 'id' | '_links'>, href: string): string {
  const own = encodePath(pathIn(id, INDEX_FILE));
  const self = links.self.href;
  const isAbsolute = self !== INDEX_FILE && self.endsWith(own);
  const relative = isAbsolute ? href.slice(self.length - own.length) : encodePath(pathIn(id, '')) + href;
  return resolveInRoot('', relative).split('/').map(decodeURIComponent).join('/');
}

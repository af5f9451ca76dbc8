import { encodePath, resolveInRoot } from '@topicmill/base/paths';
import type { TopicIndex } from '@topicmill/topics/formats';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';

type Linked = Pick<TopicIndex, 'id' | '_links'>;

/** Path below the docs root, not percent-encoded, that an href of an index.json points to; relative or absolute. */
export function hrefPath(index: Linked, href: string): string {
  const { id, _links: links } = index;
  const relative = isAbsolute(index)
    ? href.slice(links.self.href.length - ownPath(index).length)
    : encodePath(pathIn(id, '')) + href;
  return resolveInRoot('', relative).split('/').map(decodeURIComponent).join('/');
}

/** An href of an index.json as answers about all docs have it: relative to the docs root, or below its baseHref. */
export function rootHref(index: Linked, href: string): string {
  return isAbsolute(index) ? href : encodePath(hrefPath(index, href));
}

function isAbsolute(index: Linked): boolean {
  const self = index._links.self.href;
  return self !== INDEX_FILE && self.endsWith(ownPath(index));
}

function ownPath({ id }: Linked): string {
  return encodePath(pathIn(id, INDEX_FILE));
}

import { decodeIfValid, encodePath, resolveInRoot } from '@topicmill/base/paths';
import { formatRoute } from '../route.js';

const SCHEME = /^[a-z][a-z0-9+.-]*:|^\/\//i;
const TOPIC_FILE = /(?:^|\/)(?:golden-reference\.md|topic-spec\.md|index\.json)$/;

/** Where a link of a document leads. */
export interface ResolvedLink {
  readonly href: string;
  /** Whether it leaves the viewer. */
  readonly isOutside: boolean;
}

/**
 * A link of a topic's document as the viewer follows it: to a heading of the same page, to another topic's page, to a file
 * of the docs root, or elsewhere.
 *
 * @param directory path of the document's folder below the docs root
 */
export function resolveLink(link: string, directory: string): ResolvedLink {
  if (SCHEME.test(link)) return { href: link, isOutside: true };
  const [path = '', heading] = link.split('#');
  if (path === '') return { href: formatRoute({ id: directory, heading }), isOutside: false };
  const written = decodeIfValid(path.split('?')[0]!);
  const target = resolveInRoot(path.startsWith('/') ? '' : directory, written);
  const isTopic = TOPIC_FILE.test(target) || path.endsWith('/');
  if (!isTopic) return { href: encodePath(target), isOutside: true };
  return { href: formatRoute({ id: target.replace(TOPIC_FILE, ''), heading }), isOutside: false };
}

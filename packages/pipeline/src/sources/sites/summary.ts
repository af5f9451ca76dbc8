import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import type { Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type Publication, partSources } from '../publication.js';

/**
 * The pages that a SUMMARY.md links to, as paths below the docs root, each once; drafts, which have no link, are left out.
 *
 * @param path of the file below the docs root
 */
export function summaryPaths(summary: string, path: string): string[] {
  const { folder } = splitPath(path);
  const paths = linksIn(fromMarkdown(summary)).flatMap(({ url }) => {
    const file = url.replace(/#.*/s, '');
    return file === '' || /^[a-z][a-z\d+.-]*:/i.test(file) ? [] : (resolvePath(folder, decodeIfValid(file)) ?? []);
  });
  return [...new Set(paths)];
}

/** The sources that a table of contents lists, in its order, and the others with the reason. */
export function partByList(
  sources: readonly PageSource[],
  tablePath: string,
  listed: readonly string[],
): { readonly published: readonly PageSource[]; readonly leftOut: Publication['leftOut'] } {
  const places = new Map(listed.map((path, at) => [path, at]));
  const { published, leftOut } = partSources(sources, ({ path }) => {
    if (path === tablePath) return 'the table of contents';
    return places.has(path) ? undefined : `not in ${tablePath}`;
  });
  return { published: published.toSorted((a, b) => places.get(a.path)! - places.get(b.path)!), leftOut };
}

function linksIn(node: Nodes): Link[] {
  if (node.type === 'link') return [node];
  return 'children' in node ? node.children.flatMap((child) => linksIn(child)) : [];
}

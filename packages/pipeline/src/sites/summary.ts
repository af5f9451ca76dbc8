import { TopicmillError } from '@topicmill/base/diagnostics';
import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import type { Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { splitPath } from './page-path.js';
import type { PageSource } from './page-source.js';
import { type Publication, partSources } from './publication.js';

/** More than a table of contents of 20,000 pages has, in UTF-16 units without blank lines. */
const MAX_LENGTH = 2_000_000;
/** Lists and quotes inside each other on one line: the parser takes the square of their number. */
const MAX_DEPTH = 100;
const TOO_DEEP = new RegExp(`^(?:[ \\t]{0,4}(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))){${MAX_DEPTH + 1}}`);

/**
 * The pages that a SUMMARY.md links to, as paths below the docs root, each once, with the texts of their links as titles;
 * drafts, which have no link, are left out.
 *
 * @param path of the file below the docs root
 * @throws TopicmillError `CONFIG_INVALID` for a file of over 2,000,000 characters without blank lines, or a line with over
 *   100 markers of lists and quotes
 */
export function summaryPages(summary: string, path: string): ReadonlyMap<string, string> {
  const { folder } = splitPath(path);
  const pages = new Map<string, string>();
  for (const link of linksIn(fromMarkdown(withSingleBlankLines(summary, path)))) {
    const file = link.url.replace(/#.*/s, '');
    const isPage = file !== '' && !/^[a-z][a-z\d+.-]*:/i.test(file);
    const page = isPage ? resolvePath(folder, decodeIfValid(file)) : undefined;
    if (page !== undefined && !pages.has(page)) pages.set(page, textOf(link));
  }
  return pages;
}

/** The text with one blank line where there are several: the parser takes longer for a blank line than for a link. */
function withSingleBlankLines(summary: string, path: string): string {
  const lines = summary.split(/\r\n|\n|\r/);
  const deep = lines.findIndex((line) => TOO_DEEP.test(line));
  if (deep !== -1)
    throw refusedSummary(path, `The line has more than ${MAX_DEPTH} markers of lists and quotes.`, deep + 1);
  const isBlank = (line: string | undefined): boolean => line?.trim() === '';
  const text = lines.filter((line, at) => !isBlank(line) || !isBlank(lines[at - 1])).join('\n');
  if (text.length <= MAX_LENGTH) return text;
  throw refusedSummary(path, `The file has more than ${MAX_LENGTH} characters.`, 1);
}

function refusedSummary(file: string, message: string, line: number): TopicmillError {
  return new TopicmillError('CONFIG_INVALID', message, {
    file,
    line,
    remedy: 'List the pages in fewer words, a line each.',
  });
}

/** The sources that a table of contents lists, in its order, and the others with the reason. */
export function partByList(
  sources: readonly PageSource[],
  tablePath: string,
  listed: Iterable<string>,
): { readonly published: readonly PageSource[]; readonly leftOut: Publication['leftOut'] } {
  const places = new Map(Array.from(listed, (path, at) => [path, at]));
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

function textOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

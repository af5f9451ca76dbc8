import type { SettingsOf } from '@topicmill/base/config';
import { decodeIfValid, resolvePath } from '@topicmill/base/paths';
import type { Link, Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';

type Settings = SettingsOf<'mdbook'>;

/** The file that says what the pages of a book are, below the docs root. */
export const SUMMARY_FILE = 'SUMMARY.md';

/** The pages of an mdBook: those that SUMMARY.md names, in its order. Without the file no page is published. */
export function mdbookPages(sources: readonly PageSource[], _settings: Settings, { files }: SiteContext): Publication {
  const chapters = summaryPaths(files.get(SUMMARY_FILE) ?? '');
  const listed = new Set(chapters);
  const { published, leftOut } = partSources(sources, ({ path }) => {
    if (path === SUMMARY_FILE) return 'the table of contents';
    return listed.has(path) ? undefined : 'not in SUMMARY.md';
  });
  const byPath = new Map(published.map((source) => [source.path, source]));
  const pages = [...listed].flatMap((path): PlacedPage[] => {
    const source = byPath.get(path);
    return source === undefined ? [] : [{ source, route: routeOf(path) }];
  });
  return { pages, leftOut, categories: [] };
}

/** The chapters that a SUMMARY.md links to, as paths below the docs root; drafts, which have no link, are left out. */
export function summaryPaths(summary: string): string[] {
  return linksIn(fromMarkdown(summary)).flatMap(({ url }) => {
    const path = url === '' || /^[a-z][a-z\d+.-]*:/i.test(url) ? undefined : resolvePath('', decodeIfValid(url));
    return path === undefined ? [] : [path];
  });
}

function linksIn(node: Nodes): Link[] {
  if (node.type === 'link') return [node];
  return 'children' in node ? node.children.flatMap((child) => linksIn(child)) : [];
}

function routeOf(path: string): string {
  const { folder, name } = splitPath(path);
  const base = folder === '' ? '' : `${folder}/`;
  return /^(?:readme|index)$/i.test(name) ? `${base}index.html`.replace(/index\.html$/, '') : `${base}${name}.html`;
}

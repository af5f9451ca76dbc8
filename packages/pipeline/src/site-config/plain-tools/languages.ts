import { pathIn } from '@topicmill/topics/formats/file-names';
import type { DetectedRoot } from '../detected-site.js';
import { type FolderView, filesBelow } from '../folder-view.js';

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const PAGE = /\.mdx?$/i;
const FIRST_LANGUAGE = 'en';

/**
 * A docs root in which each folder is a language, `en` next to `pt-br`, as a docs root for each of them, English or the
 * site's own first; the docs root itself where it has anything else.
 *
 * @param defaultLocale language that the site shows first
 */
export function rootsByLanguage(view: FolderView, root: DetectedRoot, defaultLocale = FIRST_LANGUAGE): DetectedRoot[] {
  const entries = view.list(root.docsRoot === '.' ? '' : root.docsRoot).filter(({ name }) => !/^[._]/.test(name));
  const inside = (name: string): string => (root.docsRoot === '.' ? name : pathIn(root.docsRoot, name));
  const withPages = entries.filter(({ name, isFolder }) => (isFolder ? hasPages(view, inside(name)) : PAGE.test(name)));
  const names = withPages.map(({ name }) => name).sort();
  if (names.length < 2 || !withPages.every(({ name, isFolder }) => isFolder && isLanguage(name))) return [root];
  const sorted = names.toSorted((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale));
  return sorted.map((name) => ({
    ...root,
    name: root.name === undefined ? name : `${root.name}-${name}`,
    docsRoot: inside(name),
    locale: name,
  }));
}

/** Whether a folder is called as a language of two letters is, with or without a region or script. */
function isLanguage(name: string): boolean {
  if (!/^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i.test(name)) return false;
  return LANGUAGE_NAMES.of(name.slice(0, 2).toLowerCase()) !== undefined;
}

function hasPages(view: FolderView, folder: string): boolean {
  return (
    filesBelow(
      view,
      folder,
      (name) => PAGE.test(name),
      (name) => name.startsWith('.'),
    ).length > 0
  );
}

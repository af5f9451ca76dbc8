import { pathIn } from '@topicmill/topics/formats/file-names';
import type { DetectedRoot } from '../detected-site.js';
import { type FolderView, filesBelow } from '../folder-view.js';
import { FIRST_LANGUAGE, languageNamed } from '../language-names.js';

const PAGE = /\.mdx?$/i;

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
  if (names.length < 2 || !withPages.every(({ name, isFolder }) => isFolder && languageNamed(name) !== undefined))
    return [root];
  const sorted = names.toSorted((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale));
  return sorted.map((name) => ({
    ...root,
    name: root.name === undefined ? name : `${root.name}-${name}`,
    docsRoot: inside(name),
    locale: languageNamed(name)!,
  }));
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

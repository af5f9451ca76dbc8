import { type FolderView, filesBelow } from '../site-config/index.js';
import { isHiddenName } from '../workspace/index.js';

const PAGE = /\.(?:md|mdx|markdown|qmd)$/i;

/** Paths of the pages in a folder, below it, sorted by code unit; `.` and `''` are the repository. */
export function pagesBelow(view: FolderView, folder: string): string[] {
  const from = folder === '.' ? '' : folder;
  const paths = filesBelow(view, from, (name) => PAGE.test(name), isPassedOver);
  return from === '' ? paths : paths.map((path) => path.slice(from.length + 1));
}

/** Whether a folder contains a page. */
export function hasPages(view: FolderView, folder: string): boolean {
  return pagesBelow(view, folder).length > 0;
}

/** Whether nobody keeps documentation in a folder of this name. */
export function isPassedOver(name: string): boolean {
  return isHiddenName(name) || name === 'node_modules';
}

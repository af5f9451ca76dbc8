import { type DetectedRoot, type FolderView, filesBelow } from '../sites/index.js';
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

/** Whether a docs root has a page where its generator looks for one. */
export function hasPagesForSite(view: FolderView, { docsRoot, site }: DetectedRoot): boolean {
  const from = docsRoot === '.' ? '' : docsRoot;
  return filesBelow(view, from, (name) => PAGE.test(name), passedOverIn(site)).length > 0;
}

/** Which folders of a docs root are passed over: those that are everywhere, but for the collections of a Jekyll site. */
export function passedOverIn(site: DetectedRoot['site']): (name: string) => boolean {
  const collections = site.generator === 'jekyll' ? ['posts', ...Object.keys(site.collections ?? {})] : [];
  return (name) => isPassedOver(name) && !collections.some((each) => name === `_${each}`);
}

/** Whether nobody keeps documentation in a folder of this name. */
export function isPassedOver(name: string): boolean {
  return isHiddenName(name) || name === 'node_modules';
}

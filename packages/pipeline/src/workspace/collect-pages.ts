import { posix } from 'node:path';
import picomatch from 'picomatch';
import { type PagesRoot, resultsRootOf, type TopicmillConfig } from '../config/index.js';
import { isMarkdownFile } from '../sites/index.js';
import { type IncludableFiles, type PageFacts, type PageFiles, siteFiles } from '../sources/index.js';
import { PAGE_NOTES_DIRECTORY } from './page-tree.js';

/** Why a page, or a folder, that a `.gitignore` or `.nxignore` names is left out. */
export const IGNORED_REASON = 'ignored by git or Nx';

/** Which files below a docs root of pages are looked at. */
export interface PageFileRules {
  /** @param path below the docs root, with `/` */
  readonly entersFolder: (name: string, path: string) => boolean;
  readonly takesFile: (name: string, path: string) => boolean;
  readonly isPage: (path: string) => boolean;
  /** Whether the rules of the site read a file that is not a page. */
  readonly isSiteFile: (path: string) => boolean;
}

/** Reads the files of a workspace. */
export interface PageReader {
  /** @param path relative to `topicmill.yaml`; `undefined` for a file that is missing or cannot be read */
  readonly readText: (path: string) => string | undefined;
  /** @param path below the docs root */
  readonly factsOf: (path: string) => PageFacts;
  readonly includable: IncludableFiles;
  /** What counts as the future, for pages with a date. */
  readonly now: Date;
}

/** The rules of a docs root: hidden folders, results and notes contain no pages. */
export function pageFileRules(pagesRoot: PagesRoot, config: TopicmillConfig): PageFileRules {
  const { docsRoot, include, exclude, site } = pagesRoot;
  const isIncluded = picomatch([...include], { ignore: [...exclude] });
  const isPage = (path: string): boolean => isMarkdownFile(path) && isIncluded(path);
  const { inDocsRoot } = siteFiles(site);
  const isSiteFile = inDocsRoot.length === 0 ? () => false : picomatch([...inDocsRoot]);
  const ours = new Set([resultsRootOf(config), PAGE_NOTES_DIRECTORY]);
  return {
    entersFolder: (name, path) =>
      !name.startsWith('.') && name !== 'node_modules' && !ours.has(posix.join(docsRoot, path)),
    takesFile: (name, path) => isSiteFile(path) || (!name.startsWith('.') && isPage(path)),
    isPage,
    isSiteFile,
  };
}

/**
 * The pages of a docs root with what each says about itself, and the files that the rules of its site read.
 *
 * @param paths of the files that the rules take, below the docs root
 */
export function collectPages(
  root: PagesRoot,
  paths: readonly string[],
  { isPage, isSiteFile }: Pick<PageFileRules, 'isPage' | 'isSiteFile'>,
  { readText, factsOf, includable, now }: PageReader,
): PageFiles {
  const files = new Map<string, string>();
  const read = (path: string, name: string): void => {
    const text = readText(path);
    if (text !== undefined) files.set(name, text);
  };
  for (const path of siteFiles(root.site).inWorkspace) read(path, path);
  const facts = new Map<string, PageFacts>();
  for (const path of [...paths].sort()) {
    if (isSiteFile(path)) read(posix.join(root.docsRoot, path), path);
    if (isPage(path)) facts.set(path, factsOf(path));
  }
  return { root, facts, context: { files, now }, includable };
}

import type { PagesRoot } from '@topicmill/base/config';
import { type Dialect, dialectOf, findInclusions } from '@topicmill/text/markdown';
import { inclusionPaths } from './inclusion-paths.js';
import { dialectNameOf } from './page-dialect.js';

/** A file whose text a page includes. */
export interface IncludedFile {
  /** As the page, or the file that includes it, writes its path. */
  readonly written: string;
  /** Below the workspace's root, with `/`; `undefined` for one that is not there or outside of it. */
  readonly path: string | undefined;
  /** Of its content; `''` without a path. */
  readonly hash: string;
  /** Below the workspace's root, where it is, of one that is reached by a link: an edit changes the file there. */
  readonly target?: string;
  /** Path of the included file that includes it; `undefined` where the page itself does. */
  readonly from?: string;
  /** Of one that is not there: where it is looked for first. */
  readonly sought?: string;
}

/** What an included file includes itself. */
export interface NestedInclusion {
  /** As the file writes the path. */
  readonly written: string;
  /** Whether it shows a file as code. */
  readonly isCode: boolean;
}

/** The files that pages may include, by their paths below the workspace's root. */
export interface IncludableFiles {
  /** Hash of a file; `''` for one that is not there or leads out of the workspace. */
  readonly hashOf: (path: string) => string;
  /** Where a file is, below the workspace's root; the path itself without a link. */
  readonly targetOf: (path: string) => string;
  readonly inclusionsIn: (path: string, root: PagesRoot) => readonly NestedInclusion[];
}

/** Whether the generator shows an inclusion as code, in which nothing is included. */
export function isCodeInclusion(written: string): boolean {
  return /^[ \t]*(?:<<<|\[!code|:::)/i.test(written);
}

/** Whether inclusions in a file count: VitePress and DocFX read those of pages alone. */
export function includesFurther(form: Dialect['inclusions'], path: string): boolean {
  const isOfPages = form === 'vitepress' || form === 'docfx';
  return form !== undefined && (!isOfPages || /\.md$/i.test(path));
}

/** What the text of an included file includes. */
export function nestedInclusions(text: string, path: string, { site }: Pick<PagesRoot, 'site'>): NestedInclusion[] {
  const form = dialectOf(dialectNameOf(site), path)?.inclusions;
  if (form === undefined || !includesFurther(form, path)) return [];
  return findInclusions(form, text).map(({ path: written, startOffset, endOffset }) => ({
    written,
    isCode: isCodeInclusion(text.slice(startOffset, endOffset)),
  }));
}

/**
 * The files that a page includes, and after them those that these include, each once for each file that includes it.
 *
 * @param inclusions as the page writes them
 * @param page path of the page below the workspace's root
 */
export function includedFiles(
  inclusions: readonly string[],
  page: string,
  root: PagesRoot,
  files: IncludableFiles,
): IncludedFile[] {
  const fileOf = (written: string, from: string): IncludedFile => {
    const places = inclusionPaths(written, from, root);
    const path = places.find((each) => files.hashOf(each) !== '');
    if (path !== undefined) {
      const target = files.targetOf(path);
      return { written, path, hash: files.hashOf(path), ...(target === path ? {} : { target }) };
    }
    return { written, path, hash: '', ...(places[0] === undefined ? {} : { sought: places[0] }) };
  };
  const found = inclusions.map((written) => fileOf(written, page));
  const read = new Set<string>();
  for (const { path } of found) {
    if (path === undefined || read.has(path)) continue;
    read.add(path);
    for (const { written, isCode } of files.inclusionsIn(path, root)) {
      found.push({ ...fileOf(written, isCode ? page : path), from: path });
    }
  }
  return found;
}

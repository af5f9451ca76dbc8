import { resolvePath } from '@topicmill/base/paths';
import { type Dialect, dialectOf, findInclusions } from '@topicmill/text/markdown';
import type { PagesRoot } from '../config/index.js';
import { type GeneratorName, generatorNamed, generatorOf, splitPath } from '../sites/index.js';
import { dialectNameOf } from './page-facts.js';

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
function isCodeInclusion(written: string): boolean {
  return /^[ \t]*(?:<<<|\[!code|:::|@\[code)/i.test(written);
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

/** Whether the configuration asks for the text of included files. */
export function asksForInclusions({ site }: Pick<PagesRoot, 'site'>): boolean {
  return 'inclusions' in site && site.inclusions;
}

/** Whether what a page includes is at an address, made by a plugin of the site, as `virtual:list` is, or in a package. */
export function isMadeElsewhere(specifier: string, generator: GeneratorName): boolean {
  if (/^[a-z][a-z\d+.-]+:/i.test(specifier)) return true;
  return generatorNamed(generator).includesByImport === true && !/^(?:\.{1,2}|@site|@|~)\//.test(specifier);
}

/**
 * Where the generator looks for an included file, below the workspace's root; no path that leads out of it.
 *
 * @param written as the page writes it
 * @param from path below the workspace's root of the file that includes it
 */
function inclusionPaths(written: string, from: string, { docsRoot, site }: PagesRoot): string[] {
  if (isMadeElsewhere(written, site.generator)) return [];
  return searchedPaths(written, from, { docsRoot, site })
    .filter((parts) => !parts.at(-1)!.startsWith('/'))
    .map((parts) => resolvePath('', parts.join('/')))
    .filter((path) => path !== undefined);
}

/**
 * Folders and paths below them, in the order in which a file is sought there. `@site/` is the site's folder in Docusaurus;
 * `@/` and `~/` are most often `src` in it, in Starlight. The docs root is somewhere below that folder; the nearest is
 * sought first.
 */
function searchedPaths(
  written: string,
  from: string,
  { docsRoot, site }: Pick<PagesRoot, 'docsRoot' | 'site'>,
): readonly (readonly string[])[] {
  const { folder } = splitPath(from);
  const places = generatorOf(site).inclusionPlaces?.({ written, folder, docsRoot }, site);
  return (
    places ??
    (generatorOf(site).inclusionPlaces === undefined ? aliasedPlaces(written, docsRoot) : undefined) ?? [
      [folder, written],
    ]
  );
}

function aliasedPlaces(written: string, docsRoot: string): string[][] | undefined {
  const [, alias, path] = /^(@site|@|~)\/(.+)$/.exec(written) ?? [];
  if (alias === undefined) return undefined;
  const segments = docsRoot.split('/');
  const folders = segments.map((_, at) => segments.slice(0, segments.length - 1 - at).join('/'));
  const below = alias === '@site' ? [] : ['src'];
  return folders.map((folder) => [...(folder === '' ? [] : [folder]), ...below, path!]);
}

import { compareCodeUnits } from '@topicmill/base/order';
import { parseYaml } from '@topicmill/base/yaml';
import { folderOf, pathIn } from '@topicmill/topics/formats/file-names';
import ignore from 'ignore';
import { isMap, isScalar, isSeq } from 'yaml';
import * as z from 'zod';
import { applyOrder, orderPages } from '../page-order.js';
import { foldersAbove, splitPath } from '../page-path.js';
import type { PageSource } from '../page-source.js';
import {
  type FolderCategory,
  type PlacedPage,
  type Publication,
  partSources,
  type SiteContext,
} from '../publication.js';
import { built, inclusions, order, url } from '../settings.js';

/** What `topicmill.yaml` may say about a site. */
export const settings = z.strictObject({
  generator: z.literal('mkdocs'),
  url,
  built,
  useDirectoryUrls: z.boolean().default(true),
  navFile: z.string().min(1).optional().describe('mkdocs.yml, relative to this file: its nav is the order of pages.'),
  excludeDocs: z.string().default('').describe('Patterns as in .gitignore, one per line: exclude_docs and draft_docs.'),
  slugify: z.enum(['ascii', 'unicode', 'pymdownx']).default('ascii').describe('slugify of the extension toc.'),
  slugSeparator: z.string().default('-').describe('separator of the extension toc.'),
  attributes: z.boolean().default(true).describe('Whether {: #id } is read: the extension attr_list.'),
  emoji: z.boolean().default(false).describe('Whether :name: is an emoji: the extension pymdownx.emoji.'),
  inclusions,
  snippetPaths: z
    .array(z.string().min(1))
    .default(['.'])
    .describe('Folders to search for snippets, relative to this file: base_path of pymdownx.snippets.'),
  order,
});

export type Settings = z.infer<typeof settings>;

/** Endings of page files. */
export const ENDINGS = ['md', 'markdown', 'mdown', 'mkdn', 'mkd'];

/** What the `nav` of a mkdocs.yml says. */
export interface Nav {
  /** The pages that it names, as paths without extension, in its order. */
  readonly paths: readonly string[];
  /** What it calls pages, by path without extension. */
  readonly pageTitles: ReadonlyMap<string, string>;
  /**
   * What its sections call folders, by folder: the label of a section that names every page of the folder which the nav
   * names, and no other. Of sections within each other with the same pages, the inner one counts.
   */
  readonly folderTitles: ReadonlyMap<string, string>;
}

/** Nothing in it without a nav. Tags of Python objects, which MkDocs allows, are skipped. */
export function readNav(mkdocsYaml: string): Nav {
  const nav = parseYaml(mkdocsYaml).get('nav', true);
  const paths = pathsOf(nav);
  const pageTitles = new Map<string, string>();
  collectPageTitles(nav, pageTitles);
  return { paths, pageTitles, folderTitles: folderTitlesOf(nav, paths) };
}

function folderTitlesOf(nav: unknown, paths: readonly string[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const sorted = paths.toSorted(compareCodeUnits);
  const sections: NavSection[] = [];
  collectSections(nav, sections);
  for (const { label, folder, pathCount } of sections) {
    if (folder === '' || titles.has(folder)) continue;
    if (countBelow(sorted, folder) === pathCount) titles.set(folder, label);
  }
  return titles;
}

function collectPageTitles(node: unknown, titles: Map<string, string>): void {
  if (isSeq(node)) for (const item of node.items) collectPageTitles(item, titles);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    if (!isScalar(value)) collectPageTitles(value, titles);
    else if (isScalar(key)) for (const path of pathsOf(value)) titles.set(path, String(key.value));
  }
}

/** The paths that a part of a nav names, as much of them as sections need. */
interface NavPart {
  readonly pathCount: number;
  /** The innermost folder that contains all of them; `undefined` where there are none. */
  readonly folder: string | undefined;
}

interface NavSection extends NavPart {
  readonly label: string;
  readonly folder: string;
}

const NO_PATHS: NavPart = { pathCount: 0, folder: undefined };

/** Adds the sections of a nav, inner ones before those around them, and says what its paths have in common. */
function collectSections(node: unknown, sections: NavSection[]): NavPart {
  if (isSeq(node)) return node.items.map((item) => collectSections(item, sections)).reduce(joinNavParts, NO_PATHS);
  if (!isMap(node)) return navPart(pathsOf(node));
  return node.items.map(({ key, value }) => sectionOf(key, value, sections)).reduce(joinNavParts, NO_PATHS);
}

function sectionOf(key: unknown, value: unknown, sections: NavSection[]): NavPart {
  if (!isSeq(value)) return navPart(pathsOf(value));
  const { folder, pathCount } = collectSections(value, sections);
  const label = isScalar(key) ? String(key.value) : '';
  if (label !== '' && folder !== undefined) sections.push({ label, folder, pathCount });
  return { folder, pathCount };
}

function navPart(paths: readonly string[]): NavPart {
  return paths.map((path) => ({ pathCount: 1, folder: folderOf(path) })).reduce(joinNavParts, NO_PATHS);
}

function joinNavParts(left: NavPart, right: NavPart): NavPart {
  const pathCount = left.pathCount + right.pathCount;
  if (left.folder === undefined || right.folder === undefined)
    return { pathCount, folder: left.folder ?? right.folder };
  return { pathCount, folder: commonFolder(left.folder, right.folder) };
}

/** The innermost folder that contains both; `''` for the docs root. */
function commonFolder(left: string, right: string): string {
  const [first, second] = [`${left}/`, `${right}/`];
  let at = 0;
  while (at < first.length && first[at] === second[at]) at++;
  return first.slice(0, Math.max(0, first.lastIndexOf('/', at - 1)));
}

/** How many paths are below a folder. */
function countBelow(sorted: readonly string[], folder: string): number {
  // Paths below a folder begin with `folder/`, and `0` is the next character after `/`.
  return insertionIndex(sorted, `${folder}0`) - insertionIndex(sorted, `${folder}/`);
}

/** Index of the first path that is not before a text. */
function insertionIndex(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareCodeUnits(sorted[middle]!, text) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function pathsOf(node: unknown): string[] {
  if (isSeq(node)) return node.items.flatMap(pathsOf);
  if (isMap(node)) return node.items.flatMap(({ value }) => pathsOf(value));
  if (!isScalar(node) || typeof node.value !== 'string') return [];
  const path = node.value;
  if (path.endsWith('/')) return [path.replace(/^\.?\//, '')];
  const { folder, name, extension } = splitPath(path.replace(/^\.?\//, ''));
  return ENDINGS.some((ending) => extension === `.${ending}`) ? [pathIn(folder, name)] : [];
}

const PAGE = new RegExp(`\\.(?:${ENDINGS.join('|')})$`);
const HIDDEN = /(?:^|\/)\./;

/** The pages of a MkDocs site. */
export function mkdocsPages(sources: readonly PageSource[], settings: Settings, { files }: SiteContext): Publication {
  const excluded = ignore().add(settings.excludeDocs);
  const folders = new Set(
    sources.filter(({ path }) => splitPath(path).name === 'index').map(({ path }) => splitPath(path).folder),
  );
  const { published, leftOut } = partSources(sources, ({ path }) => {
    const { folder, name } = splitPath(path);
    if (!PAGE.test(path)) return 'not .md';
    if (HIDDEN.test(path)) return 'a hidden file or folder';
    if (excluded.ignores(path)) return 'excluded by exclude_docs';
    return name === 'README' && folders.has(folder) ? 'index.md stands for the folder' : undefined;
  });
  const ordered = orderPages(published, { isOwnPage: isIndex });
  const nav = readNav(settings.navFile === undefined ? '' : (files.get(settings.navFile) ?? ''));
  const pages = ordered.map((source): PlacedPage => {
    const { folder, name } = splitPath(source.path);
    return { source, route: routeOf(source, settings), title: nav.pageTitles.get(pathIn(folder, name)) };
  });
  const order = settings.order ?? nav.paths;
  return { pages: applyOrder(pages, order), leftOut, categories: folderCategories(nav.folderTitles, pages) };
}

/** Folders whose own page says what they are need no title from the nav. */
function folderCategories(titles: Iterable<readonly [string, string]>, pages: readonly PlacedPage[]): FolderCategory[] {
  const own = new Set(pages.filter(({ source }) => isIndex(source)).map(({ source }) => splitPath(source.path).folder));
  const filled = new Set(pages.flatMap(({ source }) => foldersAbove(source.path)));
  return Array.from(titles, ([folder, title]) => ({ folder, title, description: '' })).filter(
    ({ folder }) => !own.has(folder) && filled.has(folder),
  );
}

function isIndex({ path }: PageSource): boolean {
  const { name } = splitPath(path);
  return name === 'index' || name === 'README';
}

function routeOf(source: PageSource, { useDirectoryUrls }: Settings): string {
  const { folder, name } = splitPath(source.path);
  const base = folder === '' ? '' : `${folder}/`;
  if (isIndex(source)) return useDirectoryUrls ? base : `${base}index.html`.replace(/^index\.html$/, '');
  return useDirectoryUrls ? `${base}${name}/` : `${base}${name}.html`;
}

import { compareCodeUnits } from '@topicmill/base/order';
import { lastName, resolveInRoot } from '@topicmill/base/paths';
import { soundYamlValue } from '@topicmill/base/yaml';
import { NumberedSlugs } from '@topicmill/text/slugs';
import picomatch from 'picomatch';
import * as z from 'zod';
import { applyOrder, orderPages, type SortKey } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { isTrue, numberValue, type PageSource, textValue } from '../page-source.js';
import type { FolderCategory, LeftOutPage, PlacedPage, Publication, SiteContext } from '../publication.js';
import { built, inclusions, order, url } from '../settings.js';

/** What `topicmill.yaml` may say about a site. */
export const settings = z.strictObject({
  generator: z.literal('docusaurus'),
  url,
  built,
  content: z
    .enum(['docs', 'blog', 'pages'])
    .default('docs')
    .describe('The plugin that publishes this docs root; a site may have a blog and pages in addition to docs.'),
  routeBasePath: z
    .string()
    .default('docs')
    .describe('Path of the docs below url, with the path of a version: docs, docs/1.0, or / for the root.'),
  trailingSlash: z.boolean().optional().describe('As in docusaurus.config; unset leaves addresses as they are.'),
  numberPrefixes: z.boolean().default(true).describe('Whether 01- before a name is order and not part of the address.'),
  anchorCase: z.enum(['lower', 'keep']).default('lower').describe('markdown.anchors.maintainCase.'),
  exclude: z.array(z.string().min(1)).optional().describe("Globs of the docs plugin's exclude; its default if unset."),
  inclusions,
  order,
});

export type Settings = z.infer<typeof settings>;

const DATED = /^(.*)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*?)(?:\/index)?\.mdx?$/;

/**
 * The posts of the blog plugin of Docusaurus, newest first, or the markdown pages of its pages plugin.
 *
 * @param reasonOf why a page is left out, for both plugins and the docs plugin alike
 */
function docusaurusPosts(
  sources: readonly PageSource[],
  settings: Settings,
  reasonOf: (source: PageSource) => string | undefined,
): Publication {
  const routeOf = settings.content === 'blog' ? postRoute : pageRoute;
  const route = (source: PageSource): string => {
    const own = routeOf(source);
    return withTrailingSlashRule(joinPath(settings.routeBasePath, own) + (own.endsWith('/') ? '/' : ''), settings);
  };
  const placed: PlacedPage[] = [];
  const leftOut: LeftOutPage[] = [];
  for (const source of sources) {
    const reason = reasonOf(source);
    const { path } = source;
    if (reason === undefined) placed.push({ source, route: route(source), label: textValue(source, 'sidebar_label') });
    else leftOut.push({ path, reason, ...(reason === 'unlisted: true' ? { route: route(source) } : {}) });
  }
  if (settings.content === 'blog') placed.sort((a, b) => compareCodeUnits(dateOf(b.source), dateOf(a.source)));
  return { pages: applyOrder(placed, settings.order), leftOut, categories: [] };
}

/** The date in the file's name, or in those of its folders, is the path of its address. */
function postRoute(source: PageSource): string {
  const slug = textValue(source, 'slug');
  if (slug !== undefined) return slug;
  const dated = DATED.exec(source.path);
  if (dated === null) return source.path.replace(/(?:\/index)?\.mdx?$/, '');
  const [, folder, date, text] = dated;
  return joinPath(date!.replaceAll('-', '/'), `${folder}${text}`);
}

/** That of a folder ends with a slash. */
function pageRoute({ path }: PageSource): string {
  return path.replace(/(^|\/)index\.mdx?$/i, '$1').replace(/\.mdx?$/, '');
}

function withTrailingSlashRule(route: string, { trailingSlash }: Settings): string {
  const bare = route.replace(/\/$/, '');
  if (trailingSlash === undefined || bare === '') return bare === '' ? '' : route;
  return bare + (trailingSlash ? '/' : '');
}

/** Sortable: the front matter's date, else that of the name; posts without either come last. */
function dateOf(source: PageSource): string {
  const written = textValue(source, 'date');
  const parts = (written ?? DATED.exec(source.path)?.[2] ?? '').split(/[-/]/);
  return `${parts.map((part) => part.padStart(2, '0')).join('-')} ${source.path}`;
}

const DEFAULT_EXCLUDE = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**'];
const PAGE = /\.mdx?$/;
const UNLISTED = 'unlisted: true';
const VERSION_LIKE = /^\d+[-_.]\d+/;
const NUMBER_PREFIX = /^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/;
const CATEGORY_FILE = /^(?:(.*)\/)?_category_\.(?:json|ya?ml)$/;

/** Files besides the pages that the rules read, as globs below the docs root. */
export const DOCUSAURUS_FILES: readonly string[] = ['**/_category_.{json,yml,yaml}'];

/** The pages of the docs plugin of Docusaurus 2 and 3, or those of its blog or pages plugin. */
export function docusaurusPages(
  sources: readonly PageSource[],
  settings: Settings,
  { files }: SiteContext,
): Publication {
  const reasonOf = reasonFinder(settings);
  if (settings.content !== 'docs') return docusaurusPosts(sources, settings, reasonOf);
  const published: PageSource[] = [];
  const leftOut: LeftOutPage[] = [];
  for (const source of sources) {
    const reason = reasonOf(source);
    const { path } = source;
    if (reason === undefined) published.push(source);
    else leftOut.push({ path, reason, ...(reason === UNLISTED ? { route: routeOf(source, settings) } : {}) });
  }
  const categories = readCategories(files);
  const ordered = orderPages(published, {
    pageKey: (source) => [position(source, settings) ?? Infinity, lastName(source.path)],
    folderKey: (folder, page) => folderKey(folder, page, categories.get(folder), settings),
    // The first page of the docs is a page among others: only a category is linked with its page.
    isOwnPage: (source) => splitPath(source.path).folder !== '' && isCategoryIndex(source),
  });
  const pages = ordered.map((source): PlacedPage => {
    const { folder, name } = splitPath(source.path);
    const id = textValue(source, 'id') ?? withoutPrefix(name, source, settings);
    const key = joinPath(strippedFolder(folder, source, settings), id);
    return { source, route: routeOf(source, settings), label: textValue(source, 'sidebar_label'), key };
  });
  return {
    pages: applyOrder(pages, settings.order),
    leftOut,
    categories: folderCategories(categories, pages, settings),
  };
}

/** Says why a page is left out, the first reason that applies. */
function reasonFinder({ exclude }: Settings): (source: PageSource) => string | undefined {
  const isExcluded = picomatch(exclude ?? DEFAULT_EXCLUDE);
  return (source) => {
    const { path } = source;
    if (!PAGE.test(path)) return 'not .md or .mdx';
    if (isExcluded(path)) return 'excluded by name, as partials with _ are';
    if (isTrue(source, 'draft')) return 'draft: true';
    return isTrue(source, 'unlisted') ? UNLISTED : undefined;
  };
}

/** The address below the site, as slug, ids, number prefixes and the setting for slashes make it. */
function routeOf(source: PageSource, settings: Settings): string {
  const { folder, name } = splitPath(source.path);
  const base = strippedFolder(folder, source, settings);
  const slug = textValue(source, 'slug');
  const isIndex = slug === undefined && isCategoryIndex(source);
  const last = slug ?? textValue(source, 'id') ?? withoutPrefix(name, source, settings);
  const path = isIndex ? joinPath(base) + (base === '' ? '' : '/') : resolveSlug(base, last);
  const route = joinPath(settings.routeBasePath, path) + (path === '' || path.endsWith('/') ? '/' : '');
  const bare = route.replace(/^\/+/, '');
  if (settings.trailingSlash === undefined || bare === '') return bare;
  return bare.replace(/\/$/, '') + (settings.trailingSlash ? '/' : '');
}

/** As a browser resolves it against the page's folder; from the root of the docs when it starts with `/`. */
function resolveSlug(base: string, slug: string): string {
  const path = resolveInRoot(slug.startsWith('/') ? '' : base, slug);
  return path + (slug.endsWith('/') && path !== '' ? '/' : '');
}

function isCategoryIndex({ path }: PageSource): boolean {
  const { folder, name } = splitPath(path);
  const parent = lastName(folder).toLowerCase();
  return ['index', 'readme', ...(parent === '' ? [] : [parent])].includes(name.toLowerCase());
}

function hasPrefixes(source: PageSource, settings: Settings): boolean {
  return settings.numberPrefixes && source.frontMatter['parse_number_prefixes'] !== false;
}

function strippedFolder(folder: string, source: PageSource, settings: Settings): string {
  if (!hasPrefixes(source, settings)) return folder;
  return folder
    .split('/')
    .map((name) => splitPrefix(name).name)
    .join('/');
}

function withoutPrefix(name: string, source: PageSource, settings: Settings): string {
  return hasPrefixes(source, settings) ? splitPrefix(name).name : name;
}

function splitPrefix(name: string): { readonly name: string; readonly number?: number } {
  const match = VERSION_LIKE.test(name) ? null : NUMBER_PREFIX.exec(name);
  return match === null ? { name } : { name: match[2]!, number: Number(match[1]) };
}

function position(source: PageSource, settings: Settings): number | undefined {
  const prefix = hasPrefixes(source, settings) ? splitPrefix(splitPath(source.path).name).number : undefined;
  return numberValue(source, 'sidebar_position') ?? prefix;
}

interface CategoryFile {
  readonly label?: unknown;
  readonly position?: unknown;
  readonly description?: unknown;
  readonly link?: {
    readonly type?: unknown;
    readonly slug?: unknown;
    readonly title?: unknown;
    readonly description?: unknown;
  } | null;
}

/** By folder; a file that cannot be read says nothing. */
function readCategories(files: ReadonlyMap<string, string>): ReadonlyMap<string, CategoryFile> {
  const categories = new Map<string, CategoryFile>();
  for (const [path, text] of files) {
    const match = CATEGORY_FILE.exec(path);
    const value = match === null ? undefined : soundYamlValue(text);
    if (match !== null && typeof value === 'object' && value !== null) categories.set(match[1] ?? '', value);
  }
  return categories;
}

function folderKey(
  folder: string,
  page: PageSource | undefined,
  category: CategoryFile | undefined,
  settings: Settings,
): SortKey {
  const name = lastName(folder);
  const own = page === undefined ? undefined : position(page, settings);
  const prefix = settings.numberPrefixes ? splitPrefix(name).number : undefined;
  const at = typeof category?.position === 'number' ? category.position : (own ?? prefix);
  return [at ?? Infinity, name];
}

/** Folders with a `_category_` file and no page of their own; generated index pages have an address. */
function folderCategories(
  categories: ReadonlyMap<string, CategoryFile>,
  pages: readonly PlacedPage[],
  settings: Settings,
): FolderCategory[] {
  const own = new Set(
    pages.filter(({ source }) => isCategoryIndex(source)).map(({ source }) => splitPath(source.path).folder),
  );
  const slugs = new NumberedSlugs();
  return [...categories].flatMap(([folder, { label, description, link }]): FolderCategory[] => {
    if (own.has(folder) || folder === '') return [];
    const name = lastName(folder);
    const title = textOf(link?.title) ?? textOf(label) ?? splitPrefix(name).name;
    const about = textOf(link?.description) ?? textOf(description) ?? '';
    if (link?.type !== 'generated-index') return [{ folder, title, description: about }];
    const slug = textOf(link.slug) ?? `category/${slugs.slugOf(textOf(label) ?? splitPrefix(name).name)}`;
    const route = joinPath(settings.routeBasePath, slug) + (settings.trailingSlash === true ? '/' : '');
    return [{ folder, title, description: about, route }];
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

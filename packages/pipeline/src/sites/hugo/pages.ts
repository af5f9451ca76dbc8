import { lastName } from '@topicmill/base/paths';
import { folderOf } from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import * as z from 'zod';
import { applyOrder, orderPages, type SortKey } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { isTrue, listValue, numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import {
  type FolderCategory,
  isVersionBefore,
  type PlacedPage,
  type Publication,
  partSources,
  type SiteContext,
} from '../publication.js';
import { built, foundInclusions, order, pattern, url, version } from '../settings.js';

/** What `topicmill.yaml` may say about a site. */
export const settings = z.strictObject({
  generator: z.literal('hugo'),
  url,
  built,
  inclusions: foundInclusions,
  version: version.describe('Version of Hugo; the newest if unset. Decides how anchors are made.'),
  pathPrefix: z.string().default('').describe("Folder of docsRoot below the site's content folder."),
  urlPrefix: z.string().default('').describe('Language or version before every address: fr.'),
  uglyUrls: z.boolean().default(false),
  lowerCasePaths: z.boolean().default(true).describe('The opposite of disablePathToLower.'),
  removePathAccents: z.boolean().default(false),
  headingIds: z.enum(['github', 'github-ascii', 'blackfriday']).default('github').describe('autoHeadingIDType.'),
  typographer: z
    .boolean()
    .default(true)
    .describe('Whether -- in a heading becomes a dash (markup.goldmark.extensions.typographer).'),
  permalinks: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe('Pattern by section, for pages: /:year/:slug/.'),
  sectionPermalinks: z.record(z.string().min(1), z.string().min(1)).default({}).describe('The same for section pages.'),
  language: z.string().optional().describe('Language of this docs root, where file names carry one: page.fr.md.'),
  languages: z.array(z.string().min(1)).default([]).describe('All languages that file names may carry.'),
  ignoreFiles: z.array(pattern).default([]).describe('Regular expressions over paths.'),
  cascade: z
    .array(z.record(z.string(), z.unknown()))
    .default([])
    .describe('Front matter that the configuration hands down to pages, as Hugo writes it: target and values.'),
  publishes: z
    .array(z.enum(['drafts', 'future', 'expired']))
    .default([])
    .describe('What the site publishes although Hugo leaves it out: buildDrafts, buildFuture, buildExpired.'),
  order,
});

export type Settings = z.infer<typeof settings>;

/** Endings of page files. */
export const ENDINGS = ['md', 'markdown', 'mdown'];

/** A date of the front matter, as YAML text or as TOML writes it. */
function dateValue({ frontMatter }: Pick<PageSource, 'frontMatter'>, key: string): Date | undefined {
  const value = frontMatter[key];
  const date = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

/** Where Hugo publishes a page: by its `url`, by the pattern for its section, or by its path and `slug`. */
function hugoRoute(source: PageSource, settings: Settings): string {
  const url = textValue(source, 'url');
  if (url !== undefined) return urlRoute(url, settings);
  const { folder, name } = splitPath(source.path);
  const path = joinPath(settings.pathPrefix, folder);
  const bare = withoutLanguage(name, settings);
  const isSection = bare === '_index';
  const isBundle = bare === 'index';
  if (isSection) {
    const pattern = path === '' ? undefined : patternFor(path, settings.sectionPermalinks);
    const route = pattern === undefined ? path : expand(pattern, source, path, '');
    const section = joinPath(settings.urlPrefix, hugoPath(route, settings));
    if (!settings.uglyUrls || path === '') return asFolder(section);
    return isVersionBefore(settings.version, [0, 148]) ? `${section}.html` : `${section}/index.html`;
  }
  if (isBundle && path === '') return asFolder(settings.urlPrefix);
  const folderAbove = isBundle ? folderOf(path) : path;
  const fileName = isBundle ? lastName(path) : bare;
  const pattern = patternFor(path, settings.permalinks);
  const slug = textValue(source, 'slug');
  const route =
    pattern === undefined ? joinPath(folderAbove, slug ?? fileName) : expand(pattern, source, folderAbove, fileName);
  const full = joinPath(settings.urlPrefix, hugoPath(route, settings));
  return settings.uglyUrls ? `${full}.html` : asFolder(full);
}

/** With `/` at its end or without a dot a url is a folder; one that starts with `/` has no language before it. */
function urlRoute(url: string, settings: Settings): string {
  const path = url.startsWith('/') ? joinPath(url) : joinPath(settings.urlPrefix, url);
  return url.endsWith('/') || !url.includes('.') ? asFolder(path) : path;
}

function asFolder(path: string): string {
  return path === '' ? '' : `${path}/`;
}

function withoutLanguage(name: string, { languages }: Settings): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && languages.includes(name.slice(dot + 1)) ? name.slice(0, dot) : name;
}

/** The pattern of the section that a path is in, the innermost that has one. */
function patternFor(path: string, permalinks: Settings['permalinks']): string | undefined {
  const section = path.split('/')[0]!;
  return permalinks[path] ?? permalinks[section] ?? (path === '' ? permalinks['/'] : undefined);
}

function expand(pattern: string, source: PageSource, folder: string, fileName: string): string {
  return pattern.replace(
    /:(\w+)(\[[^\]]*\])?/g,
    (whole, name: string, range: string | undefined) =>
      permalinkValue(name, range, { source, folder, fileName }) ?? whole,
  );
}

interface Place {
  readonly source: PageSource;
  readonly folder: string;
  readonly fileName: string;
}

function permalinkValue(
  name: string,
  range: string | undefined,
  { source, folder, fileName }: Place,
): string | undefined {
  const date = dateValue(source, 'date');
  const two = (number: number) => String(number).padStart(2, '0');
  const segments = folder === '' ? [] : folder.split('/');
  switch (name) {
    case 'year':
      return date === undefined ? '' : String(date.getUTCFullYear());
    case 'month':
      return date === undefined ? '' : two(date.getUTCMonth() + 1);
    case 'day':
      return date === undefined ? '' : two(date.getUTCDate());
    case 'section':
      return segments[0] ?? '';
    case 'sections':
      return slice(segments, range).join('/');
    case 'title':
      return source.title;
    case 'slug':
      return textValue(source, 'slug') ?? source.title;
    case 'slugorfilename':
    case 'slugorcontentbasename':
      return textValue(source, 'slug') ?? fileName;
    case 'filename':
    case 'contentbasename':
      return fileName;
    default:
      return undefined;
  }
}

/** `[1:]`, `[:2]`, `[last]`, `[0]` of Go's slices. */
function slice(segments: readonly string[], range: string | undefined): readonly string[] {
  if (range === undefined) return segments;
  const at = (text: string, otherwise: number) =>
    text === 'last' ? segments.length - 1 : text === '' ? otherwise : Number(text);
  const [from, to] = range.slice(1, -1).split(':');
  if (to === undefined) return segments.slice(at(from!, 0), at(from!, 0) + 1);
  return segments.slice(at(from!, 0), to === 'last' ? segments.length : at(to, segments.length));
}

const ACCENT = /\p{Mn}/gu;

/** A path as Hugo writes it in addresses: spaces are hyphens, characters that it does not allow are gone. */
function hugoPath(path: string, { lowerCasePaths, removePathAccents }: Settings): string {
  const plain = removePathAccents ? path.normalize('NFD').replace(ACCENT, '').normalize('NFC') : path;
  const kept = plain.replace(/[^\p{L}\p{Nd}\p{M}./\\_#+~\-@%\s]/gu, '');
  const words = kept.split(/\s+/).filter((word) => word !== '');
  const joined = words.reduce(joinWords, '');
  return lowerCasePaths ? joined.toLowerCase() : joined;
}

function joinWords(left: string, right: string): string {
  const isJoined = left === '' || left.endsWith('-') || right.startsWith('-');
  return isJoined ? left + right : `${left}-${right}`;
}

const PAGE = new RegExp(`\\.(?:${ENDINGS.join('|')})$`, 'i');

/** The pages of a Hugo site below one content folder. */
export function hugoPages(sources: readonly PageSource[], settings: Settings, { now }: SiteContext): Publication {
  const cascaded = withCascades(sources, settings);
  const bundles = bundleFolders(cascaded);
  const ignored = settings.ignoreFiles.map((pattern) => new RegExp(pattern));
  const { published, leftOut } = partSources(cascaded, (source) => {
    const { path } = source;
    if (!PAGE.test(path)) return 'not .md';
    if (/(?:^|\/)[.#]|~$/.test(path)) return 'a name that Hugo ignores';
    if (ignored.some((pattern) => pattern.test(path))) return 'ignored by ignoreFiles';
    const bundle = bundleAround(path, bundles);
    if (bundle !== undefined) return `a resource of the bundle ${bundle}`;
    return languageReason(path, settings) ?? stateReason(source, settings, now);
  });
  const ordered = orderPages(published, {
    pageKey: weightKey,
    folderKey: (folder, page) => (page === undefined ? [Infinity, 0, folder] : weightKey(page)),
    isOwnPage: ({ path }) => /^(?:_index|index)(?:\.[\w-]+)?$/.test(splitPath(path).name),
  });
  const pages = ordered.map((source): PlacedPage => {
    const aliases = listValue(source, 'aliases').map((alias) => aliasRoute(alias, source));
    return { source, route: hugoRoute(source, settings), aliases, label: textValue(source, 'linkTitle') };
  });
  return { pages: applyOrder(pages, settings.order), leftOut, categories: sections(pages, settings) };
}

/** Folders whose `index.md` makes them one page: what is below is its resources. */
function bundleFolders(sources: readonly PageSource[]): ReadonlySet<string> {
  const bundles = sources.filter(
    ({ path }) => /^index(?:\.[\w-]+)?$/.test(splitPath(path).name) && splitPath(path).folder !== '',
  );
  return new Set(bundles.map(({ path }) => splitPath(path).folder));
}

function bundleAround(path: string, bundles: ReadonlySet<string>): string | undefined {
  const { folder, name } = splitPath(path);
  if (bundles.has(folder) && !/^index(?:\.[\w-]+)?$/.test(name)) return folder;
  for (let at = folder.lastIndexOf('/'); at > 0; at = folder.lastIndexOf('/', at - 1)) {
    if (bundles.has(folder.slice(0, at))) return folder.slice(0, at);
  }
  return undefined;
}

function languageReason(path: string, { language, languages }: Settings): string | undefined {
  const written = /\.([\w-]+)$/.exec(splitPath(path).name)?.[1];
  const found = written !== undefined && languages.includes(written) ? written : undefined;
  const isOther =
    found === undefined ? language !== undefined && language !== languages[0] : found !== (language ?? languages[0]);
  return isOther ? `in the language ${found ?? languages[0]}` : undefined;
}

/** What Go's conversions take for `true` besides. */
const TRUE_IN_GO = ['1', 't', 'T', 1];

function stateReason(source: PageSource, { publishes }: Settings, now: Date): string | undefined {
  const { frontMatter } = source;
  if (isTrue(source, 'draft', TRUE_IN_GO) && !publishes.includes('drafts')) return 'draft: true';
  const published = dateValue(source, 'publishDate') ?? dateValue(source, 'date');
  if (published !== undefined && published > now && !publishes.includes('future')) return 'a date in the future';
  const expires = dateValue(source, 'expiryDate');
  if (expires !== undefined && expires <= now && !publishes.includes('expired')) return 'expiryDate has passed';
  if (frontMatter['headless'] === true) return 'headless: true';
  if (frontMatter['layout'] === 'search') return 'layout: search';
  const build = { ...objectValue(source, '_build'), ...objectValue(source, 'build') };
  const isRendered = !['never', 'link', false].includes(build['render'] as string | boolean);
  return isRendered ? undefined : `build.render: ${String(build['render'])}`;
}

/** Pages by weight, the light ones first, those without one last; then by date, the newest first, title and path. */
function weightKey(source: PageSource): SortKey {
  const weight = numberValue(source, 'weight') || Infinity;
  const date = dateValue(source, 'date')?.getTime();
  return [weight, date === undefined ? 0 : -date, textValue(source, 'linkTitle') ?? source.title, source.path];
}

/** Front matter that a section hands down to the pages below it; what a page says itself counts more. */
function withCascades(sources: readonly PageSource[], settings: Settings): readonly PageSource[] {
  const ofSite = cascadesIn('', settings.cascade, settings);
  const cascades = [...ofSite, ...sources.flatMap((source) => cascadesOf(source, settings))];
  if (cascades.length === 0) return sources;
  const nearestFirst = cascades.toSorted((left, right) => right.folder.length - left.folder.length);
  return sources.map((source) => {
    const inherited = nearestFirst.filter(({ matches }) => matches(source.path)).map(({ values }) => values);
    if (inherited.length === 0) return source;
    return { ...source, frontMatter: Object.assign({}, ...inherited.toReversed(), source.frontMatter) };
  });
}

interface Cascade {
  readonly folder: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly matches: (path: string) => boolean;
}

function cascadesOf(source: PageSource, settings: Settings): Cascade[] {
  const { folder } = splitPath(source.path);
  if (!/^_index(?:\.[\w-]+)?$/.test(splitPath(source.path).name)) return [];
  return cascadesIn(folder, source.frontMatter['cascade'], settings);
}

/** @param folder that they count below */
function cascadesIn(folder: string, written: unknown, settings: Settings): Cascade[] {
  const list: readonly unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written];
  return list.flatMap((each): Cascade[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { _target, target, params, ...rest } = each as Record<string, unknown>;
    const values = { ...rest, ...(typeof params === 'object' ? params : {}) };
    const { path: pathGlob, kind } = (target ?? _target ?? {}) as { path?: unknown; kind?: unknown };
    const isTargeted = typeof pathGlob === 'string' ? picomatch(pathGlob) : () => true;
    const isOfKind = typeof kind === 'string' ? picomatch(kind) : () => true;
    const isBelow = (path: string) => folder === '' || path.startsWith(`${folder}/`);
    const matches = (path: string) =>
      isBelow(path) && isOfKind(pageKind(path)) && isTargeted(logicalPath(path, settings));
    return [{ folder, values, matches }];
  });
}

function pageKind(path: string): string {
  const { folder, name } = splitPath(path);
  if (!/^_index(?:\.[\w-]+)?$/.test(name)) return 'page';
  return folder === '' ? 'home' : 'section';
}

/** As a target's glob sees a page: from the content folder, without extension and index names. */
function logicalPath(path: string, settings: Settings): string {
  const { folder, name } = splitPath(path);
  return `/${joinPath(settings.pathPrefix, folder, /^_?index$/.test(name) ? '' : name)}`.toLowerCase();
}

function aliasRoute(alias: string, { path }: PageSource): string {
  return joinPath(alias.startsWith('/') ? alias : joinPath(splitPath(path).folder, alias));
}

/** Folders at the top have a list page even without an `_index.md`; other folders without one have none. */
function sections(pages: readonly PlacedPage[], settings: Settings): FolderCategory[] {
  const withPage = new Set(
    pages.filter(({ source }) => isFolderPage(source.path)).map(({ source }) => splitPath(source.path).folder),
  );
  const folders = new Set(pages.map(({ source }) => splitPath(source.path).folder.split('/')[0]!));
  return [...folders].flatMap((folder): FolderCategory[] => {
    if (folder === '' || withPage.has(folder) || settings.pathPrefix !== '') return [];
    const title = folder.replace(/[-_]+/g, ' ').replace(/^./, (first) => first.toUpperCase());
    return [{ folder, title, description: '', route: `${joinPath(settings.urlPrefix, hugoPath(folder, settings))}/` }];
  });
}

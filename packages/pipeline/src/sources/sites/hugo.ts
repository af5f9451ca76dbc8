import { PAGE_ENDINGS, type SettingsOf } from '@topicmill/base/config';
import picomatch from 'picomatch';
import { applyOrder, orderPages, type SortKey } from '../page-order.js';
import { isFolderPage, joinPath, splitPath } from '../page-path.js';
import { listValue, numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import {
  type FolderCategory,
  type PlacedPage,
  type Publication,
  partSources,
  type SiteContext,
} from '../publication.js';
import { dateValue, hugoPath, hugoRoute } from './hugo-route.js';

type Settings = SettingsOf<'hugo'>;

const PAGE = new RegExp(`\\.(?:${PAGE_ENDINGS.hugo.join('|')})$`, 'i');

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

function stateReason(source: PageSource, { publishes }: Settings, now: Date): string | undefined {
  const { frontMatter } = source;
  if (frontMatter['draft'] === true && !publishes.includes('drafts')) return 'draft: true';
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
  const cascades = sources.flatMap((source) => cascadesOf(source, settings));
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
  const written = source.frontMatter['cascade'];
  const list: readonly unknown[] = Array.isArray(written) ? written : written === undefined ? [] : [written];
  return list.flatMap((each): Cascade[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { _target, target, params, ...rest } = each as Record<string, unknown>;
    const values = { ...rest, ...(typeof params === 'object' ? params : {}) };
    const pathGlob = ((target ?? _target) as { path?: unknown } | undefined)?.path;
    const isTargeted = typeof pathGlob === 'string' ? picomatch(pathGlob) : () => true;
    const isBelow = (path: string) => folder === '' || path.startsWith(`${folder}/`);
    return [{ folder, values, matches: (path) => isBelow(path) && isTargeted(logicalPath(path, settings)) }];
  });
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

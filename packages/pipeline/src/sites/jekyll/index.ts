import { isObject } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { lastName, resolveInRoot } from '@topicmill/base/paths';
import picomatch from 'picomatch';
import * as z from 'zod';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { liquidPlaces } from '../liquid-places.js';
import { applyOrder, orderPages, type SortKey } from '../page-order.js';
import { joinPath, splitPath } from '../page-path.js';
import { listValue, numberValue, objectValue, type PageSource, textValue } from '../page-source.js';
import { type PlacedPage, type Publication, partSources, type SiteContext } from '../publication.js';
import { built, foundInclusions, order, url } from '../settings.js';
import { siteGenerator } from '../site-generator.js';

const settings = z.strictObject({
  generator: z.literal('jekyll'),
  url,
  built,
  inclusions: foundInclusions,
  pathPrefix: z.string().default('').describe("Folder of docsRoot below the site's source."),
  permalink: z.string().default('date').describe('Permalink of the site: date, pretty, ordinal, none or a pattern.'),
  collections: z
    .record(z.string(), z.strictObject({ output: z.boolean().default(false), permalink: z.string().optional() }))
    .default({}),
  defaults: z
    .array(
      z.strictObject({
        path: z.string().default('').describe('Beginning of the paths of its pages, or a glob.'),
        type: z.string().optional().describe('pages, posts or the name of a collection.'),
        values: z.record(z.string(), z.unknown()),
      }),
    )
    .default([])
    .describe('Front matter of pages that do not say it themselves, by their paths and types.'),
  timezone: z
    .string()
    .refine(isTimeZone, 'No time zone is called so: write one as Europe/Paris.')
    .default('UTC')
    .describe('Time zone in which the days of posts are told.'),
  future: z.boolean().default(false).describe('Whether posts of later days are published.'),
  exclude: z.array(z.string().min(1)).default([]),
  include: z.array(z.string().min(1)).default([]),
  optionalFrontMatter: z
    .boolean()
    .default(false)
    .describe('Whether pages without front matter are published, as GitHub Pages does.'),
  gfm: z.boolean().default(true).describe("Whether kramdown's input is GFM."),
  autoIdPrefix: z.string().default('').describe("kramdown's auto_id_prefix: begins the ids derived from headings."),
  order,
});

type Settings = z.infer<typeof settings>;

/** Endings of page files. */
const ENDINGS = ['md', 'markdown', 'mkdown', 'mkdn', 'mkd'];

const POST = /(?:^|\/)_posts\/(?:.*\/)?(\d{4})-(\d{1,2})-(\d{1,2})-([^/]+)$/;
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})/;
/** A time that YAML knows as one, in UTC where it names no offset; others are times where the site is built. */
const TIME = /^[\d-]+(?:[Tt]|\s+)(\d{1,2}:\d\d:\d\d)(?:\.\d*)?\s*(?:Z|([-+]\d{1,2}):?(\d\d)?)?$/;

/**
 * The day of a post where the site is built, as midnight in UTC: that of its front matter, else that of its file name;
 * `undefined` for a page that is not a post.
 */
function postDay(path: string, source: PageSource, timezone: string): Date | undefined {
  const match = POST.exec(path);
  if (match === null) return undefined;
  const written = textValue(source, 'date');
  const day = DAY.exec(written ?? '') ?? match;
  const date = `${day[1]}-${pad(day[2]!)}-${pad(day[3]!)}`;
  const [, clock, hours, minutes = '00'] = TIME.exec(written ?? '') ?? [];
  if (clock === undefined) return validDate(date);
  const offset = hours === undefined ? 'Z' : `${hours[0]}${pad(hours.slice(1))}:${minutes}`;
  const time = validDate(`${date}T${clock.padStart(8, '0')}${offset}`);
  // Swedish writes days as ISO does.
  return time && validDate(new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(time));
}

function validDate(text: string): Date | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Where Jekyll publishes a page, a post or an entry of a collection. */
function jekyllRoute(source: PageSource, settings: Settings): string {
  const path = joinPath(settings.pathPrefix, source.path);
  const written = textValue(source, 'permalink');
  const { folder, name } = splitPath(path);
  const post = POST.exec(path);
  const collection = post === null ? collectionIn(path) : undefined;
  const pattern = written ?? patternOf(settings, post !== null, collection);
  if (pattern === undefined) return pageRoute(folder, name, settings);
  const route = expandPattern(pattern, source, { path, collection, day: postDay(path, source, settings.timezone) });
  const isFolder = pattern.endsWith('/') || route === '';
  return joinPath(route).replace(/(^|\/)index\.html$/, '$1') + (isFolder && joinPath(route) !== '' ? '/' : '');
}

/** `undefined` for a page, whose address is its path unless the site's style is a pattern of its own. */
function patternOf(settings: Settings, isPost: boolean, collection: string | undefined): string | undefined {
  const own = settings.collections[isPost ? 'posts' : (collection ?? '')]?.permalink;
  if (own !== undefined) return STYLES[own] ?? own;
  const style = STYLES[settings.permalink] ?? settings.permalink;
  if (isPost) return style;
  if (collection === undefined) return undefined;
  return settings.permalink === 'pretty' || style.endsWith('/')
    ? '/:collection/:path/'
    : '/:collection/:path:output_ext';
}

function pageRoute(folder: string, name: string, { permalink, optionalFrontMatter }: Settings): string {
  const base = folder === '' ? '' : `${folder}/`;
  if (name === 'index' || (name === 'README' && optionalFrontMatter)) return base;
  const isFolder = permalink === 'pretty' || permalink.endsWith('/');
  return isFolder ? `${base}${name}/` : `${base}${name}.html`;
}

interface Place {
  readonly path: string;
  readonly collection: string | undefined;
  readonly day: Date | undefined;
}

function expandPattern(pattern: string, source: PageSource, { path, collection, day: date }: Place): string {
  const post = POST.exec(path);
  const { folder, name } = splitPath(path);
  const title = textValue(source, 'slug') ?? (post === null ? name : splitPath(post[4]!).name);
  const isPage = post === null && collection === undefined;
  const inside = collection === undefined ? folder : folder.slice(collection.length + 1);
  const values: Readonly<Record<string, string>> = {
    title,
    slug: slugified(title),
    name: slugified(name),
    path: isPage ? inside : joinPath(inside, name),
    basename: name,
    collection: collection ?? '',
    output_ext: '.html',
    categories: categoriesOf(path, source).join('/').toLowerCase(),
    year: date === undefined ? '' : String(date.getUTCFullYear()),
    month: date === undefined ? '' : pad(String(date.getUTCMonth() + 1)),
    i_month: date === undefined ? '' : String(date.getUTCMonth() + 1),
    day: date === undefined ? '' : pad(String(date.getUTCDate())),
    i_day: date === undefined ? '' : String(date.getUTCDate()),
    y_day: date === undefined ? '' : String(dayOfYear(date)).padStart(3, '0'),
  };
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole);
}

/** The folders above `_posts`, and what the front matter says, in which a text is names between spaces. */
function categoriesOf(path: string, source: PageSource): string[] {
  const folders = /^(.+)\/_posts\//.exec(path)?.[1]?.split('/') ?? [];
  const written = source.frontMatter['categories'];
  const names = typeof written === 'string' ? written.split(/\s+/) : listValue(source, 'categories');
  const name = textValue(source, 'category') ?? '';
  return [...new Set([...folders, ...names, name])].filter((each) => each !== '');
}

function slugified(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

function pad(number: string): string {
  return number.padStart(2, '0');
}

/** In a line of a Gemfile, and not in a comment: `jekyll new` writes the gem as one. */
const GITHUB_PAGES_GEM = /^(?:(?!#).)*github-pages/m;

/** The docs root of a Jekyll site: its source folder. */
export function jekyllRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const gemfile = view.readText(resolveInRoot(folder, 'Gemfile')) ?? '';
  // GitHub builds a site without a Gemfile with its own set of plugins.
  const isOnGitHub = gemfile === '' || GITHUB_PAGES_GEM.test(gemfile);
  const plugins = [...textsAt(config, 'plugins'), ...textsAt(config, 'gems')];
  const isOptional = objectAt(config, 'optional_front_matter')['enabled'] !== false;
  const input = textAt(objectAt(config, 'kramdown'), 'input');
  const timezone = textAt(config, 'timezone') ?? '';
  const site = written({
    generator: 'jekyll',
    url: joinUrl(textAt(config, 'url'), textAt(config, 'baseurl')),
    permalink: textAt(config, 'permalink'),
    collections: collectionsOf(config['collections']),
    defaults: defaultsOf(config['defaults']),
    timezone: isTimeZone(timezone) ? timezone : undefined,
    future: config['future'] === true ? true : undefined,
    exclude: textsAt(config, 'exclude'),
    include: textsAt(config, 'include'),
    optionalFrontMatter:
      isOptional && (isOnGitHub || plugins.includes('jekyll-optional-front-matter')) ? true : undefined,
    autoIdPrefix: textAt(objectAt(config, 'kramdown'), 'auto_id_prefix'),
    gfm: input === undefined || input === 'GFM' ? undefined : false,
  });
  return [{ docsRoot: docsRootPath(resolveInRoot(folder, textAt(config, 'source') ?? '')), site }];
}

function collectionsOf(value: unknown): Record<string, { output?: boolean; permalink?: string }> {
  const names = Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string').map((each) => [each, {}] as const)
    : Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    names.map(([name, settings]) => {
      const { output, permalink } = isObject(settings) ? settings : {};
      return [
        name,
        { ...(output === true ? { output } : {}), ...(typeof permalink === 'string' ? { permalink } : {}) },
      ];
    }),
  );
}

/** Front matter that decides whether, where and in which order pages are published. */
const PUBLISHING_KEYS = ['permalink', 'slug', 'published', 'category', 'categories', 'nav_order', 'order'];

function defaultsOf(value: unknown): ConfigValue[] {
  return (Array.isArray(value) ? value : []).flatMap((entry: unknown): ConfigValue[] => {
    const scope = objectAt(entry, 'scope');
    const values = Object.entries(objectAt(entry, 'values')).filter(([key]) => PUBLISHING_KEYS.includes(key));
    const type = textAt(scope, 'type');
    if (values.length === 0) return [];
    return [{ path: textAt(scope, 'path') ?? '', ...(type && { type }), values: Object.fromEntries(values) }];
  });
}

/** Pages with the defaults of their paths: those of the longest path count, then those for their type. */
function withDefaults(sources: readonly PageSource[], { defaults, pathPrefix }: Settings): readonly PageSource[] {
  if (defaults.length === 0) return sources;
  const scopes = defaults
    .toSorted((a, b) => a.path.length - b.path.length || Number(a.type !== undefined) - Number(b.type !== undefined))
    .map(({ path, ...scope }) => ({ ...scope, matches: matcherOf(path.replace(/^\//, '')) }));
  return sources.map((source) => {
    const path = joinPath(pathPrefix, source.path);
    const type = POST.test(path) ? 'posts' : (collectionIn(path) ?? 'pages');
    const values = scopes
      .filter((scope) => (scope.type === undefined || scope.type === type) && scope.matches(path))
      .map((scope) => scope.values);
    if (values.length === 0) return source;
    const { published, ...common } = Object.assign({}, ...values) as Record<string, unknown>;
    // A page has to say itself that it is not published.
    const handed = published === undefined || type === 'pages' ? common : { ...common, published };
    return { ...source, frontMatter: { ...handed, ...source.frontMatter } };
  });
}

function matcherOf(path: string): (path: string) => boolean {
  return path.includes('*') ? globs([path]) : (each) => each.startsWith(path);
}

const PAGE = new RegExp(`\\.(?:${ENDINGS.join('|')})$`);
const DEFAULT_EXCLUDE = ['.sass-cache', '.jekyll-cache', 'gemfiles', 'node_modules', 'vendor'];

/** The pages, posts and collections of a Jekyll site. */
export function jekyllPages(sources: readonly PageSource[], settings: Settings, { now }: SiteContext): Publication {
  const isExcluded = globs([...DEFAULT_EXCLUDE, ...settings.exclude]);
  const isIncluded = globs(settings.include);
  const { published, leftOut } = partSources(withDefaults(sources, settings), (source) => {
    const path = joinPath(settings.pathPrefix, source.path);
    if (!PAGE.test(path)) return 'not markdown';
    if (isExcluded(path)) return 'excluded by exclude';
    const isOutput = collectionOf(path, settings) !== undefined || /(?:^|\/)_posts\//.test(path);
    if (!isOutput && !isIncluded(path) && /(?:^|\/)[_.#]|~$/.test(path)) return 'a name that Jekyll ignores';
    if (source.frontMatter['published'] === false) return 'published: false';
    if (source.frontMatter['layout'] === 'search') return 'layout: search';
    if (!settings.optionalFrontMatter && !source.hasFrontMatter) return 'no front matter';
    if (settings.future) return undefined;
    const day = postDay(path, source, settings.timezone);
    return day !== undefined && day > now ? 'a date in the future' : undefined;
  });
  const ordered = orderPages(published, {
    pageKey: navKey,
    folderKey: (folder, page) => (page === undefined ? [Infinity, folder] : navKey(page)),
  });
  const pages = ordered.map((source): PlacedPage => {
    const aliases = listValue(source, 'redirect_from').map((alias) => joinPath(alias));
    return { source, route: jekyllRoute(source, settings), aliases, label: textValue(source, 'nav_title') };
  });
  return { pages: applyOrder(pages, settings.order), leftOut, categories: [] };
}

/** Themes for documentation sort by `nav_order`, or an `order` of a collection. */
function navKey(source: PageSource): SortKey {
  return [numberValue(source, 'nav_order') ?? numberValue(source, 'order') ?? Infinity, splitPath(source.path).name];
}

function collectionIn(path: string): string | undefined {
  return /^_([^/]+)\//.exec(path)?.[1];
}

function collectionOf(path: string, { collections }: Settings): string | undefined {
  const name = collectionIn(path);
  return name !== undefined && objectValue({ frontMatter: collections }, name)['output'] === true ? name : undefined;
}

/** An entry matches a file, a folder with all below it, or as a glob. */
function globs(entries: readonly string[]): (path: string) => boolean {
  const patterns = entries.flatMap((entry) => [joinPath(entry), `${joinPath(entry)}/**`]);
  return patterns.length === 0 ? () => false : picomatch(patterns, { dot: true });
}

export const jekyll = siteGenerator({
  settings,
  detections: [
    {
      configs: [
        {
          name: /^_config\.ya?ml$/,
          matches: (text, names) =>
            names.has('_layouts') ||
            names.has('_posts') ||
            names.has('Gemfile') ||
            /^(?:remote_)?theme:|^collections:|^permalink:/m.test(text),
        },
      ],
      site: ({ view, folder, value: { title, description, ...value } }) => ({
        roots: jekyllRoots(view, folder, value),
        title,
        description,
      }),
    },
  ],
  endings: ENDINGS,
  linksAreAddresses: true,
  dialect: () => 'jekyll',
  inclusionPlaces: liquidPlaces,
  anchors: ({ gfm, autoIdPrefix }) => ({ style: 'kramdown', isGfm: gfm, prefix: autoIdPrefix }),
  pages: jekyllPages,
  compareShown: (a, b) => compareCodeUnits(lastName(a.source.path), lastName(b.source.path)),
});

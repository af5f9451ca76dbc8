import type { SettingsOf } from '@topicmill/base/config';
import { joinPath, splitPath } from '../page-path.js';
import { listValue, type PageSource, textValue } from '../page-source.js';

type Settings = SettingsOf<'jekyll'>;

const POST = /(?:^|\/)_posts\/(?:.*\/)?(\d{4})-(\d{1,2})-(\d{1,2})-([^/]+)$/;
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** The date of a post: that of its front matter, else that of its file name; `undefined` for a page that is not a post. */
export function postDate(path: string, source: PageSource): Date | undefined {
  const match = POST.exec(path);
  if (match === null) return undefined;
  const written = source.frontMatter['date'];
  const date = new Date(
    typeof written === 'string'
      ? written.replace(/^(\S+) (\S+?)(?: .*)?$/, '$1T$2Z')
      : `${match[1]}-${pad(match[2]!)}-${pad(match[3]!)}`,
  );
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Where Jekyll publishes a page, a post or an entry of a collection. */
export function jekyllRoute(source: PageSource, settings: Settings): string {
  const path = joinPath(settings.pathPrefix, source.path);
  const written = textValue(source, 'permalink');
  const { folder, name } = splitPath(path);
  const post = POST.exec(path);
  const collection = post === null ? /^_([^/]+)\//.exec(path)?.[1] : undefined;
  const pattern = written ?? patternOf(settings, post !== null, collection);
  if (pattern === undefined) return pageRoute(folder, name, settings);
  const route = expand(pattern, source, { path, collection });
  const isFolder = pattern.endsWith('/') || route === '';
  return joinPath(route).replace(/(^|\/)index\.html$/, '$1') + (isFolder && joinPath(route) !== '' ? '/' : '');
}

/** `undefined` for a page, whose address is its path unless the site's style is a pattern of its own. */
function patternOf(settings: Settings, isPost: boolean, collection: string | undefined): string | undefined {
  const style = STYLES[settings.permalink] ?? settings.permalink;
  if (isPost) return style;
  if (collection === undefined) return undefined;
  const own = settings.collections[collection]?.permalink;
  if (own !== undefined) return STYLES[own] ?? own;
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
}

function expand(pattern: string, source: PageSource, { path, collection }: Place): string {
  const post = POST.exec(path);
  const { folder, name } = splitPath(path);
  const date = postDate(path, source);
  const title = textValue(source, 'slug') ?? (post === null ? name : splitPath(post[4]!).name);
  const inside =
    collection === undefined ? joinPath(folder, name) : joinPath(folder.slice(collection.length + 1), name);
  const values: Readonly<Record<string, string>> = {
    title,
    slug: slugified(title),
    name: slugified(name),
    path: inside,
    basename: name,
    collection: collection ?? '',
    output_ext: '.html',
    categories: [...listValue(source, 'categories'), ...listValue(source, 'category')].join('/').toLowerCase(),
    year: date === undefined ? '' : String(date.getUTCFullYear()),
    month: date === undefined ? '' : pad(String(date.getUTCMonth() + 1)),
    i_month: date === undefined ? '' : String(date.getUTCMonth() + 1),
    day: date === undefined ? '' : pad(String(date.getUTCDate())),
    i_day: date === undefined ? '' : String(date.getUTCDate()),
    y_day: date === undefined ? '' : String(dayOfYear(date)).padStart(3, '0'),
  };
  return pattern.replace(/:([a-z_]+)/g, (whole, key: string) => values[key] ?? whole);
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

import type { SettingsOf } from '@topicmill/base/config';
import { lastName } from '@topicmill/base/paths';
import { folderOf } from '@topicmill/topics/formats/file-names';
import { isVersionBefore } from '../generator-version.js';
import { joinPath, splitPath } from '../page-path.js';
import { type PageSource, textValue } from '../page-source.js';

type Settings = SettingsOf<'hugo'>;

/** A date of the front matter, as YAML text or as TOML writes it. */
export function dateValue({ frontMatter }: Pick<PageSource, 'frontMatter'>, key: string): Date | undefined {
  const value = frontMatter[key];
  const date = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

/** Where Hugo publishes a page: by its `url`, by the pattern for its section, or by its path and `slug`. */
export function hugoRoute(source: PageSource, settings: Settings): string {
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
    (whole, name: string, range: string | undefined) => replacement(name, range, { source, folder, fileName }) ?? whole,
  );
}

interface Place {
  readonly source: PageSource;
  readonly folder: string;
  readonly fileName: string;
}

function replacement(name: string, range: string | undefined, { source, folder, fileName }: Place): string | undefined {
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
export function hugoPath(path: string, { lowerCasePaths, removePathAccents }: Settings): string {
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

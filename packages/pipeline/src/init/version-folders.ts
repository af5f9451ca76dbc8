import { compareCodeUnits } from '@topicmill/base/order';
import { readPageFrontMatter } from '@topicmill/text/markdown';
import { pathIn } from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import { type DetectedRoot, type FolderView, isFolderPage } from '../sites/index.js';
import { isPassedOver, pagesBelow } from './pages-below.js';

/** `v3`, `3.5`, `v3.5.1`, `3.x`, `4x`, `v3.5-docs`; a lone number is more often that of a chapter or a year. */
const VERSION = /^(?:[a-z]+[-_])?(?:v\d+|v?\d+(?:\.\d+)+|v?\d+(?:\.\d+)*\.?x)(?:[-_][a-z]+)?$/i;
/** In the name of a folder whose version is not released yet. */
const UNRELEASED =
  /(?:^|[-_.])(?:alpha|beta|dev|draft|edge|main|master|next|nightly|preview|rc|unreleased)(?:$|[-_.])/i;
/** The same in the front matter of its first page. */
const PREVIEW = /\b(?:draft|preview|unreleased|alpha|beta)\b/i;
/** How far below a docs root folders of versions are looked for. */
const MAX_DEPTH = 3;
/** Fewer pages of the same name, such as an index, say little. */
const MIN_SHARED_PAGES = 3;
/** Generators whose settings say which folder of the site a docs root is; without one, addresses follow the paths of files. */
const WITH_PREFIX: ReadonlySet<string> = new Set(['hugo', 'jekyll', 'none', 'starlight', 'vitepress', 'vuepress']);

/** Paths of the pages that a docs root takes of a folder, below the folder. */
type PagesIn = (folder: string) => readonly string[];

/**
 * A docs root in which folders such as `docs/v3.5` and `docs/v3.6` contain the same pages, as a docs root for each version,
 * and one for the other pages; the docs root itself where there are no versions, or where its generator has no setting by
 * which their addresses stay the same. Current is the newest version that is released.
 */
export function rootsOfVersionFolders(view: FolderView, root: DetectedRoot): readonly DetectedRoot[] {
  if (root.version !== undefined || !WITH_PREFIX.has(root.site.generator) || 'summary' in root.site) return [root];
  const folder = root.docsRoot === '.' ? '' : root.docsRoot;
  const takes = picomatch([...(root.include ?? ['**'])], { ignore: [...(root.exclude ?? [])] });
  const pagesIn = (below: string): string[] => pagesBelow(view, below).filter((page) => takes(page));
  const found = findVersions(view, pagesIn, folder, 0);
  if (found === undefined) return [root];
  const { parent, versions } = found;
  const current = versions.find((version) => isReleased(view, parent, version)) ?? versions[0];
  const below = folder === '' ? parent : parent.slice(folder.length + 1);
  const globs = versions.map((name) => `${pathIn(below, name)}/**`);
  const name = root.name ?? 'pages';
  const rest: DetectedRoot = { ...root, name, exclude: [...(root.exclude ?? []), ...globs] };
  const isAlone = pagesIn(folder).every((page) => versions.some((each) => page.startsWith(`${pathIn(below, each)}/`)));
  return [
    ...versions.map(
      (version): DetectedRoot => ({
        ...root,
        name: root.name === undefined ? version : `${root.name}-${version}`,
        docsRoot: pathIn(parent, version),
        version,
        ...(version === current ? { isCurrent: true } : {}),
        site: withPrefix(root, pathIn(below, version)),
      }),
    ),
    ...(isAlone ? [] : [rest]),
  ];
}

/** Folders of versions, and the folder that they are in. */
interface FoundVersions {
  readonly parent: string;
  /** Their names, the newest first. */
  readonly versions: readonly string[];
}

/** The versions in the nearest folder that has some. */
function findVersions(view: FolderView, pagesIn: PagesIn, folder: string, depth: number): FoundVersions | undefined {
  const versions = versionsIn(view, pagesIn, folder);
  if (versions.length > 1) return { parent: folder, versions };
  if (depth === MAX_DEPTH) return undefined;
  for (const name of foldersIn(view, folder)) {
    const found = findVersions(view, pagesIn, pathIn(folder, name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `3.9` before `3.10` before `3.x`. */
const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * Names of the folders that are versions, the newest first: at least two with the name of a version have the same pages. A
 * folder such as `latest` that shares the pages of these is the newest.
 */
function versionsIn(view: FolderView, pagesIn: PagesIn, folder: string): string[] {
  const names = foldersIn(view, folder);
  const named = names.filter((name) => VERSION.test(name));
  if (named.length < 2) return [];
  const pages = new Map(names.map((name) => [name, new Set(pagesIn(pathIn(folder, name)))]));
  const sharesPages = (name: string): boolean => {
    const own = [...pages.get(name)!];
    return named.some((other) => {
      const shared = other === name ? 0 : own.filter((page) => pages.get(other)!.has(page)).length;
      return shared >= MIN_SHARED_PAGES && shared * 2 >= own.length;
    });
  };
  if (named.filter(sharesPages).length < 2) return [];
  const latest = names.filter((name) => !VERSION.test(name) && sharesPages(name));
  const numbered = named
    .filter((name) => pages.get(name)!.size > 0)
    .sort((a, b) => byVersion.compare(withoutVersionPrefix(b), withoutVersionPrefix(a)));
  return [...latest, ...numbered];
}

function isReleased(view: FolderView, parent: string, version: string): boolean {
  if (UNRELEASED.test(version)) return false;
  const folder = pathIn(parent, version);
  const page = view.list(folder).find(({ name, isFolder }) => !isFolder && isFolderPage(name));
  if (page === undefined) return true;
  const path = pathIn(folder, page.name);
  return !texts(readPageFrontMatter(view.readText(path) ?? '', path).values).some((text) => PREVIEW.test(text));
}

/** All texts of a value, in whatever depth. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

function foldersIn(view: FolderView, folder: string): string[] {
  const entries = view.list(folder).filter(({ name, isFolder }) => isFolder && !isPassedOver(name));
  return entries.map(({ name }) => name).sort(compareCodeUnits);
}

function withoutVersionPrefix(version: string): string {
  return version.replace(/^v/i, '');
}

function withPrefix({ site }: DetectedRoot, folder: string): DetectedRoot['site'] {
  const { order: _, ...rest } = site as DetectedRoot['site'] & { readonly order?: unknown };
  if (site.generator === 'none') {
    const { permalink } = site;
    return permalink === undefined
      ? (rest as DetectedRoot['site'])
      : ({ ...rest, permalink: permalink.replace('{path}', `${folder}/{path}`) } as DetectedRoot['site']);
  }
  const prefix = 'pathPrefix' in site && site.pathPrefix !== undefined ? pathIn(site.pathPrefix, folder) : folder;
  return { ...rest, pathPrefix: prefix } as DetectedRoot['site'];
}

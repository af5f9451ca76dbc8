import type { Diagnostic } from '@topicmill/base/diagnostics';
import { frontMatterText, titleOfId } from '@topicmill/topics/formats';
import {
  foldedId,
  generatorOf,
  isFolderPage,
  joinPath,
  type LeftOutPage,
  listValue,
  type PageSource,
  type PlacedPage,
  type Publication,
  pageId,
  type SiteContext,
  type SiteFiles,
  type SiteSettings,
  splitPath,
} from '../sites/index.js';
import type { PublishedHtmlPage } from './page-headings.js';
import { siteUrl } from './site-url.js';

/** A page that people read on the site, or in the repository where there is no site. */
export interface SitePage {
  /** Its path without extension, as `pageId` makes it. */
  readonly id: string;
  /** Of its file below the docs root. */
  readonly path: string;
  /** Percent-encoded; absolute if the settings' `url` is. */
  readonly url: string;
  /** Other addresses that point to it. */
  readonly aliases: readonly string[];
  readonly title: string;
  /** Empty where the page has none. */
  readonly description: string;
  /** Its short name in the site's navigation. */
  readonly label: string | undefined;
  /** Front matter's keywords, then its tags, each once. */
  readonly keywords: readonly string[];
  /** Whether it has no text of its own and only groups the pages below it. */
  readonly isCategory: boolean;
  /** Whether the page, or the site, says its title: it is made from the name of the file otherwise. */
  readonly hasOwnTitle: boolean;
  /** Set where its HTML was found. */
  readonly published?: PublishedHtmlPage;
}

/** A folder without a page of its own of which the site says something. */
export interface SiteCategory {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Set where the generator makes a page for it. */
  readonly url: string | undefined;
}

/** A docs root as its site publishes it. */
export interface Site {
  /** In reading order; of several sources with one id none. */
  readonly pages: readonly SitePage[];
  readonly categories: readonly SiteCategory[];
  readonly leftOut: readonly LeftOutPage[];
  /** `PAGE_ID_CONFLICT` by each id with several sources. */
  readonly conflicts: ReadonlyMap<string, Diagnostic>;
}

/** A docs root's place in the workspace. */
export interface DocsRootPlace {
  /** Relative to `topicmill.yaml`, with `/`; begins the paths in diagnostics. */
  readonly docsRoot: string;
  /** Begins the ids where there are several docs roots. */
  readonly name?: string | undefined;
}

/** The pages of a docs root with ids, addresses, titles and order, and what the site leaves out with the reason. */
export function describeSite(
  sources: readonly PageSource[],
  settings: SiteSettings,
  context: SiteContext,
  place: DocsRootPlace,
): Site {
  const publication = withoutOverwritten(publishSite(sources, settings, context));
  const indexFolders = new Set(publication.pages.filter(isIndex).map(({ source }) => splitPath(source.path).folder));
  const pagesWithName = new Set(
    publication.pages.filter((each) => !isIndex(each)).map(({ source }) => pathWithoutExtension(source.path)),
  );
  const pages = publication.pages.map((placed) => {
    const { folder } = splitPath(placed.source.path);
    const standsAside = !isIndex(placed) && indexFolders.has(folder) && hasRouteOfItsOwn(placed);
    return pageOf(placed, standsAside || (isIndex(placed) && pagesWithName.has(folder)), settings, place);
  });
  const { unique, conflicts } = withoutConflicts(spelledAsFolders(pages), place);
  const categories = publication.categories.map(({ folder, title, description, route }) => ({
    id: joinPath(place.name ?? '', folder),
    title,
    description,
    url: route === undefined ? undefined : siteUrl(settings, route),
  }));
  return { pages: unique, categories, leftOut: publication.leftOut, conflicts };
}

/** What to read, and to watch, so that `describeSite` can say what the site publishes, and in which order. */
export function siteFiles(settings: SiteSettings): SiteFiles {
  return { inDocsRoot: [], inWorkspace: [], ...generatorOf(settings).files?.(settings) };
}

/** The pages of a site in reading order with their routes, and what it leaves out, by the rules of its generator. */
function publishSite(sources: readonly PageSource[], settings: SiteSettings, context: SiteContext): Publication {
  const { pages, leftOut, categories } = generatorOf(settings).pages(sources, settings, context);
  const errorPages = pages.filter(isForErrors);
  if (errorPages.length === 0) return { pages, leftOut, categories };
  const found = errorPages.map(({ source: { path }, route }) => ({ path, reason: 'the page for errors', route }));
  return { pages: pages.filter((page) => !isForErrors(page)), leftOut: [...leftOut, ...found], categories };
}

/**
 * Without `clay.md` where `clay/README.md` has the same address: sites write the pages of a folder before those in the folders
 * below it, so that the second one takes its place.
 */
function withoutOverwritten({ pages, leftOut, categories }: Publication): Publication {
  const folderPages = new Map(pages.filter(isIndex).map((page) => [splitPath(page.source.path).folder, page] as const));
  const isOverwritten = ({ source, route }: PlacedPage): boolean =>
    folderPages.get(pathWithoutExtension(source.path))?.route === route;
  const found = pages.filter(isOverwritten).map(({ source: { path }, route }) => ({
    path,
    reason: 'the page of the folder of its name is published at its address',
    route,
  }));
  if (found.length === 0) return { pages, leftOut, categories };
  return { pages: pages.filter((page) => !isOverwritten(page)), leftOut: [...leftOut, ...found], categories };
}

function pathWithoutExtension(path: string): string {
  const { folder, name } = splitPath(path);
  return joinPath(folder, name);
}

/** Servers and hosts of pages show it in place of pages that are not there, whatever generator made it. */
function isForErrors({ source, route }: PlacedPage): boolean {
  return /^404(?:\.[\w-]+)?\.\w+$/.test(source.path) || route === '404.html';
}

function isIndex({ source, route }: PlacedPage): boolean {
  return isFolderPage(source.path) && !hasRouteOfItsOwn({ source, route });
}

/** Whether `README` or `_index` is a page like any other to the generator, with its name in its address. */
function hasRouteOfItsOwn({ source, route }: PlacedPage): boolean {
  return /(?:^|\/)(?:readme|_index)(?:\.(?:html|mdx?))?\/?$/i.test(route) && isFolderPage(source.path);
}

function pageOf(placed: PlacedPage, keepsName: boolean, settings: SiteSettings, { name }: DocsRootPlace): SitePage {
  const { source, route, query, aliases, label, title } = placed;
  const { folder, name: fileName } = splitPath(source.path);
  const id = keepsName ? joinPath(name ?? '', folder, fileName) : pageId(source.path, name);
  return {
    id,
    path: source.path,
    url: siteUrl(settings, route) + (query === undefined ? '' : `?${query}`),
    aliases: (aliases ?? []).map((alias) => siteUrl(settings, alias)),
    title: source.title || title || titleOfId(id),
    description: source.description,
    label: label && (frontMatterText(label) || undefined),
    keywords: [...new Set([...listValue(source, 'keywords'), ...listValue(source, 'tags')])],
    isCategory: !source.hasText,
    hasOwnTitle: Boolean(source.title || title),
  };
}

/**
 * A page and a folder whose names differ only in upper and lower case, or in Unicode form, are one topic with topics
 * below it, as `FAQ.md` and `faq/`: the results of the two would be one folder on some file systems. The folder's
 * spelling counts, since the ids below it have it.
 */
function spelledAsFolders(pages: readonly SitePage[]): readonly SitePage[] {
  const folders = new Set<string>();
  for (const { id } of pages) for (let at = id; at !== ''; at = splitPath(at).folder) folders.add(splitPath(at).folder);
  const spellings = new Map([...folders].sort().map((folder) => [foldedId(folder), folder] as const));
  return pages.map((page) => {
    const spelling = folders.has(page.id) ? undefined : spellings.get(foldedId(page.id));
    return spelling === undefined ? page : { ...page, id: spelling };
  });
}

function withoutConflicts(
  pages: readonly SitePage[],
  { docsRoot }: DocsRootPlace,
): { readonly unique: readonly SitePage[]; readonly conflicts: ReadonlyMap<string, Diagnostic> } {
  const byId = new Map<string, SitePage[]>();
  for (const page of pages) byId.set(page.id, [...(byId.get(page.id) ?? []), page]);
  const conflicts = new Map<string, Diagnostic>();
  for (const [id, same] of byId) {
    if (same.length === 1) continue;
    const files = same.map(({ path }) => joinPath(docsRoot, path)).sort();
    conflicts.set(id, {
      severity: 'error',
      code: 'PAGE_ID_CONFLICT',
      message: `${files.join(' and ')} have the same id, ${id}; none of them is built.`,
      file: files[0]!,
      remedy: `Rename one of them, or leave one out: add '${same.at(-1)!.path}' to exclude of their docs root in topicmill.yaml.`,
    });
  }
  return { unique: pages.filter(({ id }) => !conflicts.has(id)), conflicts };
}

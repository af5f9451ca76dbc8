import { frontMatterText, titleOfId } from '@topicmill/topics/formats';
import {
  generatorOf,
  joinPath,
  type LeftOutPage,
  listValue,
  type PageSource,
  type PlacedPage,
  type Publication,
  type SiteContext,
  type SiteFiles,
  type SiteSettings,
} from '../sites/index.js';
import type { PublishedHtmlPage } from './page-headings.js';
import { assignIds } from './page-ids.js';
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
  /** In reading order. */
  readonly pages: readonly SitePage[];
  readonly categories: readonly SiteCategory[];
  readonly leftOut: readonly LeftOutPage[];
}

/**
 * The pages of a docs root with ids, addresses, titles and order, and what the site leaves out with the reason.
 *
 * @param rootName begins the ids where there are several docs roots
 */
export function describeSite(
  sources: readonly PageSource[],
  settings: SiteSettings,
  context: SiteContext,
  rootName = '',
): Site {
  const publication = publishSite(sources, settings, context);
  const { ids, notShown } = assignIds(publication.pages, settings, rootName);
  const pages = publication.pages.flatMap((placed) => {
    const id = ids.get(placed);
    return id === undefined ? [] : [pageOf(placed, id, settings)];
  });
  const categories = publication.categories.map(({ folder, title, description, route }) => ({
    id: joinPath(rootName, folder),
    title,
    description,
    url: route === undefined ? undefined : siteUrl(settings, route),
  }));
  return { pages, categories, leftOut: [...publication.leftOut, ...notShown] };
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

/** Servers and hosts of pages show it in place of pages that are not there, whatever generator made it. */
function isForErrors({ source, route }: PlacedPage): boolean {
  return /^404(?:\.[\w-]+)?\.\w+$/.test(source.path) || route === '404.html';
}

function pageOf(placed: PlacedPage, id: string, settings: SiteSettings): SitePage {
  const { source, route, query, aliases, label, title } = placed;
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

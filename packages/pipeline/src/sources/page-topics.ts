import type { PagesRoot } from '../config/index.js';
import type { GeneratorName, SiteContext, SiteDialect } from '../sites/index.js';
import { areFilesRead, joinPath } from '../sites/index.js';
import { asksForInclusions, type IncludableFiles, type IncludedFile, includedFiles } from './included-files.js';
import type { PageFacts, ReadSite } from './page-facts.js';
import type { PublishedHtmlPage } from './page-headings.js';
import { type BuiltPage, withBuiltPages } from './published-pages.js';
import { describeSite, type Site, type SitePage } from './site.js';
import { SiteLinks } from './site-links.js';
import { partUrl } from './site-url.js';

/** A page as the source of a topic, or of a category when it has no text. */
export interface TopicPage {
  readonly id: string;
  /** Of its file below the workspace's root, with `/`. */
  readonly path: string;
  /** The same below its docs root. */
  readonly sitePath: string;
  readonly title: string;
  /** Empty where the page has none. */
  readonly description: string;
  /** Its short name in the site's navigation, where that is another than its title. */
  readonly label?: string;
  /** Its keywords and tags. */
  readonly keywords: readonly string[];
  /** Address of the page. */
  readonly url: string;
  /** The links of the page that point to pages of the site, by their destinations as written. */
  readonly links: readonly ResolvedLink[];
  /** The files that it includes, and those that these include, where the configuration asks for their text; `undefined` without any. */
  readonly inclusions?: readonly IncludedFile[];
  /** Whether it has a text of its own. */
  readonly hasText: boolean;
  /** What makes the site; it decides how the page is read, with the dialect. */
  readonly generator: GeneratorName;
  /** How the page is written, where the settings of the site say it. */
  readonly dialect?: SiteDialect;
  /** Of the docs root that it belongs to, among all of the configuration. */
  readonly rootIndex: number;
  /** What its HTML says, where the site's build made some and the configuration names it. */
  readonly published?: PublishedHtmlPage;
  readonly version?: string;
  readonly locale?: string;
}

/** A link of a page to a page of its site. */
export interface ResolvedLink {
  /** As written. */
  readonly href: string;
  /** Address that it points to. */
  readonly url: string;
  /** Id of the topic that it points to; `undefined` for a page of the site that is not a topic. */
  readonly topic?: string;
}

/** A folder of pages without a page of its own, of which the site says something. */
export interface PageCategory {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly url?: string;
}

/** A page file that is not a topic, and why. */
export interface LeftOutFile {
  /** Below the workspace's root. */
  readonly path: string;
  readonly reason: string;
  /** Path of the page that readers see at its address. */
  readonly shown?: string;
}

/** Why a page is left out that has not one word, and no front matter that says what it is for. */
export const EMPTY_PAGE = 'is empty';

/** The topics that the pages of all docs roots make. */
export interface PageTopics {
  /** In reading order, docs root by docs root. */
  readonly pages: readonly TopicPage[];
  readonly categories: readonly PageCategory[];
  readonly leftOut: readonly LeftOutFile[];
}

/** The page files of a docs root. */
export interface PageFiles {
  readonly root: PagesRoot;
  /** By path below the docs root. */
  readonly facts: ReadonlyMap<string, PageFacts>;
  readonly context: SiteContext;
  readonly includable: IncludableFiles;
  /** Pages of its HTML by path below the folder of the built site, where the configuration names one. */
  readonly built?: ReadonlyMap<string, BuiltPage>;
}

/** The topics of the pages that the sites of some docs roots publish. */
export function pageTopics(docsRoots: readonly PageFiles[]): PageTopics {
  const described = docsRoots.map((files, at) => topicsOfRoot(files, at));
  return {
    pages: described.flatMap(({ pages }) => pages),
    categories: described.flatMap(({ categories }) => categories),
    leftOut: described.flatMap(({ leftOut }, at) =>
      leftOut.filter(({ path }) => innermostRoot(path, docsRoots) === at),
    ),
  };
}

/** A file below docs roots inside one another belongs to the innermost: that one says whether it is a topic. */
function innermostRoot(path: string, docsRoots: readonly PageFiles[]): number {
  const depths = docsRoots.map(({ root: { docsRoot } }) =>
    docsRoot === '.' ? 0 : path.startsWith(`${docsRoot}/`) ? docsRoot.length : -1,
  );
  return depths.indexOf(Math.max(...depths));
}

function topicsOfRoot({ root, facts, context, includable, built }: PageFiles, rootIndex: number): PageTopics {
  const prefix = root.docsRoot === '.' ? '' : root.docsRoot;
  const sources = [...facts].map(([path, { hrefs: _, inclusions: __, ...source }]) => ({ path, ...source }));
  const { locale, version } = root;
  const described = describeSite(sources, root.site, { ...context, locale, version }, root.name);
  const site = built === undefined ? described : withBuiltPages(described, built, root.site, prefix);
  const resolve = linkResolver(site, root);
  const empty = site.pages.filter(({ path, isCategory }) => isCategory && isEmpty(facts.get(path)!));
  return {
    pages: site.pages.map((page) => {
      const included = inclusionsOf(facts.get(page.path)!, joinPath(prefix, page.path), root, includable);
      return {
        id: page.id,
        path: joinPath(prefix, page.path),
        sitePath: page.path,
        title: page.title,
        description: page.description,
        ...(page.label === undefined || page.label === page.title ? {} : { label: page.label }),
        keywords: page.keywords,
        url: page.url,
        links: facts.get(page.path)!.hrefs.flatMap((href) => resolve(href, page)),
        ...included,
        hasText: !page.isCategory || included.inclusions?.some(({ path: file }) => file !== undefined) === true,
        ...readBy(root.site),
        ...(page.published === undefined ? {} : { published: page.published }),
        rootIndex,
        ...(root.version === undefined ? {} : { version: root.version }),
        ...(root.locale === undefined ? {} : { locale: root.locale }),
      };
    }),
    categories: site.categories.map(({ id, title, description, url }) => ({
      id,
      title,
      description,
      ...(url === undefined ? {} : { url }),
    })),
    leftOut: [
      ...site.leftOut.map(({ path, reason, shown }) => ({
        path: joinPath(prefix, path),
        reason,
        ...(shown === undefined ? {} : { shown: joinPath(prefix, shown) }),
      })),
      ...empty.map(({ path }) => ({ path: joinPath(prefix, path), reason: EMPTY_PAGE })),
    ],
  };
}

function isEmpty({ hasText, hasFrontMatter, title, inclusions }: PageFacts): boolean {
  return !hasText && !hasFrontMatter && title === '' && inclusions === undefined;
}

function readBy({ generator, dialect }: ReadSite): Pick<TopicPage, 'generator' | 'dialect'> {
  return dialect === undefined ? { generator } : { generator, dialect };
}

function inclusionsOf(
  { inclusions }: PageFacts,
  path: string,
  root: PagesRoot,
  files: IncludableFiles,
): Pick<TopicPage, 'inclusions'> {
  if (inclusions === undefined || !asksForInclusions(root)) return {};
  return { inclusions: includedFiles(inclusions, path, root, files) };
}

function linkResolver(site: Site, { site: settings }: PagesRoot): (href: string, from: SitePage) => ResolvedLink[] {
  const links = new SiteLinks(site, settings);
  const firstLines = { first: 1, last: 1 };
  return (href, from) => {
    const target = links.resolve(href, from);
    if (target.kind === 'url') return target.url === href ? [] : [{ href, url: target.url }];
    if (target.kind !== 'page') return [];
    const { page, anchor } = target;
    const isPublished = page.published !== undefined;
    const hasParts = isPublished || !areFilesRead(settings);
    const url = hasParts ? partUrl({ ...page, isPublished }, { anchor, lines: firstLines }, settings) : page.url;
    return [{ href, url, topic: page.id }];
  };
}

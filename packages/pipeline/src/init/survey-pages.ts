import { pathIn } from '@topicmill/topics/formats/file-names';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import type { FolderView, SiteDialect } from '../sites/index.js';
import { areFilesRead } from '../sites/index.js';
import {
  type BuiltPage,
  type LeftOutFile,
  pageDialect,
  pageTopics,
  readPageFacts,
  type TopicPage,
  UNREADABLE_PAGE,
} from '../sources/index.js';
import { collectPages, IGNORED_REASON, pageFileRules } from '../workspace/index.js';
import { lacksHost } from './lacks-host.js';
import { hasPages } from './pages-below.js';

/** What a docs root of pages contains. */
export interface SurveyedRoot {
  /** `undefined` for the only one. */
  readonly name: string | undefined;
  readonly docsRoot: string;
  readonly generator: string;
  /** How pages without a generator are written; `undefined` where nothing says it. */
  readonly dialect: SiteDialect | undefined;
  /** Folder of the HTML of its site, where that is named. */
  readonly built: string | undefined;
  /** Whether addresses are those of the files, for want of a site's. */
  readonly areFilesRead: boolean;
  /** Whether nothing says where the site is published. */
  readonly lacksHost: boolean;
  readonly version: string | undefined;
  /** Whether searches find this version where none is asked for. */
  readonly isCurrent: boolean | undefined;
  readonly locale: string | undefined;
  readonly pageCount: number;
  /** Folders with pages below them. */
  readonly sectionCount: number;
}

/** The pages of a repository, as its sites publish them. */
export interface PagesSurvey {
  readonly roots: readonly SurveyedRoot[];
  /** In reading order. */
  readonly pages: readonly TopicPage[];
  /** Ids of the topics, in reading order. */
  readonly topicIds: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
}

/** What a survey of pages depends on besides them. */
export interface SurveyOptions {
  /** What counts as the future, for pages with a date. */
  readonly now: Date;
  /** Told of each page before it is read, of how many. */
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

/**
 * Finds the pages that a configuration makes topics of, by the rules of the sites.
 *
 * @param built pages of their HTML by path below its folder; left out, none are compared
 */
export function surveyPages(
  view: FolderView,
  config: TopicmillConfig,
  { now, onPage = () => undefined }: SurveyOptions,
  built?: ReadonlyMap<string, BuiltPage>,
): PagesSurvey {
  const found = pagesRootsOf(config).map((root) => {
    const rules = pageFileRules(root, config);
    return { root, rules, ...pathsBelow(view, root.docsRoot, rules) };
  });
  const ignored = found.flatMap((each) => each.ignored.map((path) => ({ path, reason: IGNORED_REASON })));
  const total = found.reduce((sum, { paths }) => sum + paths.length, 0);
  let done = 0;
  const docsRoots = found.map(({ root, rules, paths }) => {
    const pages = collectPages(root, paths, rules, {
      readText: (path) => view.readText(path),
      factsOf: (path) => {
        onPage(++done, total);
        const text = view.readText(root.docsRoot === '.' ? path : `${root.docsRoot}/${path}`);
        return text === undefined ? UNREADABLE_PAGE : readPageFacts(path, text, pageDialect(root.site, path));
      },
      // Whether a page is a topic depends on what is there, not on what it contains.
      includable: {
        hashOf: (path) => (view.readText(path) === undefined ? '' : path),
        targetOf: (path: string) => path,
        inclusionsIn: () => [],
      },
      now,
    });
    return built === undefined ? pages : { ...pages, built };
  });
  const topics = pageTopics(docsRoots);
  const { pages } = topics;
  const leftOut = [...topics.leftOut, ...ignored];
  const roots = pagesRootsOf(config).map(({ name, docsRoot, site, version, isCurrent, locale }, at): SurveyedRoot => {
    const ids = pages.filter(({ rootIndex }) => rootIndex === at).map(({ id }) => id);
    const sectionCount = sectionFolders(ids, name ?? '').size;
    const { generator } = site;
    const dialect = site.generator === 'none' ? site.dialect : undefined;
    const addresses = { areFilesRead: areFilesRead(site), lacksHost: lacksHost(site) };
    const facts = { name, docsRoot, version, isCurrent, locale, generator, dialect, built: site.built };
    return { ...facts, ...addresses, pageCount: ids.length, sectionCount };
  });
  const topicIds = pages.filter(({ hasText }) => hasText).map(({ id }) => id);
  return { roots, pages, topicIds, leftOut };
}

function pathsBelow(
  view: FolderView,
  docsRoot: string,
  { entersFolder, takesFile }: ReturnType<typeof pageFileRules>,
): { readonly paths: readonly string[]; readonly ignored: readonly string[] } {
  const root = docsRoot === '.' ? '' : docsRoot;
  const below = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  const paths: string[] = [];
  const ignored: string[] = [];
  const walk = (folder: string): void => {
    for (const { name, isFolder } of view.list(folder)) {
      const path = pathIn(folder, name);
      if (!(isFolder ? entersFolder : takesFile)(name, below(path))) continue;
      if (view.isIgnored?.(path, isFolder)) ignored.push(isFolder ? `${path}/` : path);
      else if (isFolder) walk(path);
      else paths.push(below(path));
    }
  };
  walk(root);
  const counts = (path: string): boolean => !path.endsWith('/') || hasPages(view, path.slice(0, -1));
  return { paths, ignored: ignored.filter(counts) };
}

/** The folders above some ids, without the docs root itself. */
function sectionFolders(ids: readonly string[], rootName: string): Set<string> {
  const sections = new Set<string>();
  for (const id of ids) {
    const segments = id.split('/').slice(0, -1);
    for (const at of segments.keys()) sections.add(segments.slice(0, at + 1).join('/'));
  }
  sections.delete(rootName);
  return sections;
}

import { pagesRootsOf, type TopicmillConfig } from '@topicmill/base/config';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { FolderView } from '../site-config/index.js';
import {
  type LeftOutFile,
  pageDialect,
  pageTopics,
  readPageFacts,
  type TopicPage,
  UNREADABLE_PAGE,
} from '../sources/index.js';
import { collectPages, pageFileRules } from '../workspace/index.js';

/** What a docs root of pages contains. */
export interface SurveyedRoot {
  /** `undefined` for the only one. */
  readonly name: string | undefined;
  readonly docsRoot: string;
  readonly generator: string;
  readonly version: string | undefined;
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
  /** `PAGE_ID_CONFLICT`. */
  readonly conflicts: readonly Diagnostic[];
}

/** Finds the pages that a configuration makes topics of, by the rules of the sites. */
export function surveyPages(view: FolderView, config: TopicmillConfig, now: Date): PagesSurvey {
  const docsRoots = pagesRootsOf(config).map((root) => {
    const rules = pageFileRules(root, config);
    const paths = pathsBelow(view, root.docsRoot, rules);
    return collectPages(root, paths, rules, {
      readText: (path) => view.readText(path),
      factsOf: (path) => {
        const text = view.readText(root.docsRoot === '.' ? path : `${root.docsRoot}/${path}`);
        return text === undefined ? UNREADABLE_PAGE : readPageFacts(path, text, pageDialect(root.site.generator, path));
      },
      hashOf: () => '',
      now,
    });
  });
  const { pages, leftOut, conflicts } = pageTopics(docsRoots);
  const roots = pagesRootsOf(config).map(({ name, docsRoot, site, version, locale }, at): SurveyedRoot => {
    const ids = pages.filter(({ rootIndex }) => rootIndex === at).map(({ id }) => id);
    const sectionCount = sectionsOf(ids, name ?? '').size;
    return { name, docsRoot, generator: site.generator, version, locale, pageCount: ids.length, sectionCount };
  });
  const topicIds = pages.filter(({ hasText }) => hasText).map(({ id }) => id);
  return { roots, pages, topicIds, leftOut, conflicts: [...conflicts.values()] };
}

function pathsBelow(
  view: FolderView,
  docsRoot: string,
  { entersFolder, takesFile }: ReturnType<typeof pageFileRules>,
): string[] {
  const root = docsRoot === '.' ? '' : docsRoot;
  const below = (path: string): string => (root === '' ? path : path.slice(root.length + 1));
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const { name, isFolder } of view.list(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!isFolder && takesFile(name, below(path))) found.push(below(path));
      if (isFolder && entersFolder(name, below(path))) walk(path);
    }
  };
  walk(root);
  return found;
}

/** The folders above some ids, without the docs root itself. */
function sectionsOf(ids: readonly string[], rootName: string): Set<string> {
  const sections = new Set<string>();
  for (const id of ids) {
    const segments = id.split('/').slice(0, -1);
    for (const at of segments.keys()) sections.add(segments.slice(0, at + 1).join('/'));
  }
  sections.delete(rootName);
  return sections;
}

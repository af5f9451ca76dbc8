import { posix } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { type PagesRoot, pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import type { FolderTree } from '../runner/index.js';
import {
  type NestedInclusion,
  nestedInclusions,
  type PageFacts,
  pageDialect,
  pageTopics,
  readPageFacts,
  siteFiles,
  UNREADABLE_PAGE,
} from '../sources/index.js';
import { collectPages, pageFileRules } from './collect-pages.js';
import { buildPageTree, PAGE_NOTE_ENDINGS } from './page-tree.js';

/** Files that are not on disk, such as those of a commit. */
export interface StoredFiles {
  /** All of them, below the workspace's root, with `/`. */
  readonly paths: readonly string[];
  readText(path: string): Promise<string | undefined>;
}

/**
 * The pages of a workspace whose files are not on disk.
 *
 * @param now what counts as the future, for pages with a date
 */
export async function pageTreeOfFiles(config: TopicmillConfig, files: StoredFiles, now: Date): Promise<FolderTree> {
  const docsRoots = [];
  const included = new Map<string, string>();
  for (const root of pagesRootsOf(config)) {
    const rules = pageFileRules(root, config);
    const paths = pathsBelow(root, files.paths).filter((path) => isTaken(path, rules));
    const texts = new Map<string, string>();
    for (const path of [...siteFiles(root.site).inWorkspace, ...paths.map((each) => posix.join(root.docsRoot, each))]) {
      const text = await files.readText(path);
      if (text !== undefined) texts.set(path, text);
    }
    const stored = new Set(files.paths);
    const hashOf = (path: string): string => (stored.has(path) ? 'stored' : '');
    const readText = (path: string): string | undefined => texts.get(path);
    const inclusionsIn = (path: string): readonly NestedInclusion[] =>
      nestedInclusions(included.get(path) ?? '', path, root);
    docsRoots.push(
      collectPages(root, paths, rules, {
        readText,
        now,
        includable: { hashOf, targetOf: (path) => path, inclusionsIn },
        factsOf: (path) => factsOf(root, path, texts),
      }),
    );
  }
  // An included file that has been read may include others.
  for (;;) {
    const topics = pageTopics(docsRoots);
    const paths = topics.pages.flatMap(({ inclusions = [] }) => inclusions.flatMap(({ path }) => path ?? []));
    const unread = paths.filter((path) => !included.has(path));
    if (unread.length === 0) return buildPageTree(topics, REFERENCE_FILE, PAGE_NOTE_ENDINGS);
    for (const path of new Set(unread)) included.set(path, (await files.readText(path)) ?? '');
  }
}

function pathsBelow({ docsRoot }: PagesRoot, paths: readonly string[]): string[] {
  if (docsRoot === '.') return [...paths];
  return paths.filter((path) => path.startsWith(`${docsRoot}/`)).map((path) => path.slice(docsRoot.length + 1));
}

function isTaken(path: string, { entersFolder, takesFile }: ReturnType<typeof pageFileRules>): boolean {
  const names = path.split('/');
  const folders = names.slice(0, -1);
  return (
    folders.every((name, at) => entersFolder(name, folders.slice(0, at + 1).join('/'))) &&
    takesFile(names.at(-1)!, path)
  );
}

function factsOf({ docsRoot, site }: PagesRoot, path: string, texts: ReadonlyMap<string, string>): PageFacts {
  try {
    const text = texts.get(posix.join(docsRoot, path));
    return text === undefined ? UNREADABLE_PAGE : readPageFacts(path, text, pageDialect(site, path));
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return UNREADABLE_PAGE;
    throw thrown;
  }
}

import { join, posix } from 'node:path';
import { type PagesRoot, pagesRootsOf, resultsRootOf, type TopicmillConfig } from '@topicmill/base/config';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { readDocument, readTextIfExists } from '@topicmill/base/files';
import picomatch from 'picomatch';
import { type FolderTree, type Memo, openMemo, type SourceRecord } from '../runner/index.js';
import {
  dialectKey,
  type LeftOutFile,
  type PageFacts,
  type PageFiles,
  pageDialect,
  pageId,
  pageTopics,
  readPageFacts,
  siteFiles,
  UNREADABLE_PAGE,
} from '../sources/index.js';
import { REFERENCE_FILE } from './folder-tree.js';
import { buildPageTree, PAGE_NOTES_DIRECTORY } from './page-tree.js';
import { walkDocsRoot } from './walk-docs-root.js';

/** What the pages of a workspace are. */
export interface PageTree {
  readonly tree: FolderTree;
  readonly leftOut: readonly LeftOutFile[];
}

/** What is needed beside the files themselves. */
export interface ReadPagesContext {
  /** Names the release of the code that reads. */
  readonly engine: string;
  /** Hashes of files by their paths below the workspace's root. */
  readonly hashes: Pick<SourceRecord, 'fileAt'>;
  /** What counts as the future, for pages with a date. */
  readonly now: Date;
}

/** The names that steps have for what people write about a topic, with the ends of the file names that these have for pages. */
const PAGE_NOTES = new Map([
  ['qa-pairs.md', '.qa.md'],
  ['page-queries.yaml', '.page-queries.yaml'],
]);
const FACTS_MEMO = 'pages';

/**
 * Finds the pages of a workspace and reads of each what the others must know; a page that has not changed since is not
 * read again.
 */
export function readPageTree(root: string, config: TopicmillConfig, context: ReadPagesContext): PageTree {
  const memo = openMemo(root, FACTS_MEMO, context.engine);
  const unreadable = new Map<string, Diagnostic>();
  const docsRoots = pagesRootsOf(config).map((pagesRoot) => {
    const found = walkDocsRoot(root, pagesRoot.docsRoot, rulesOf(pagesRoot, config));
    for (const [path, fault] of found.unreadable) unreadable.set(pageId(`${path}/index.md`, pagesRoot.name), fault);
    return filesOf(root, pagesRoot, found.paths, memo, context);
  });
  saveIfWritable(memo);
  const topics = pageTopics(docsRoots);
  return { tree: buildPageTree(topics, REFERENCE_FILE, PAGE_NOTES, unreadable), leftOut: topics.leftOut };
}

function rulesOf(pagesRoot: PagesRoot, config: TopicmillConfig): Parameters<typeof walkDocsRoot>[2] {
  const { docsRoot } = pagesRoot;
  const isPage = pageMatcher(pagesRoot);
  const isSiteFile = matcher(siteFiles(pagesRoot.site).inDocsRoot);
  const ours = new Set([resultsRootOf(config), PAGE_NOTES_DIRECTORY]);
  return {
    entersFolder: (name, path) =>
      !name.startsWith('.') && name !== 'node_modules' && !ours.has(posix.join(docsRoot, path)),
    takesFile: (name, path) => isSiteFile(path) || (!name.startsWith('.') && isPage(path)),
  };
}

/** Whether a path below a docs root is that of a page file. */
function pageMatcher({ include, exclude }: PagesRoot): (path: string) => boolean {
  return picomatch([...include], { ignore: [...exclude] });
}

function matcher(globs: readonly string[]): (path: string) => boolean {
  return globs.length === 0 ? () => false : picomatch([...globs]);
}

function filesOf(
  root: string,
  pagesRoot: PagesRoot,
  paths: readonly string[],
  memo: Memo,
  context: ReadPagesContext,
): PageFiles {
  const { docsRoot, site } = pagesRoot;
  const { inDocsRoot, inWorkspace } = siteFiles(site);
  const isSiteFile = matcher(inDocsRoot);
  const isPage = pageMatcher(pagesRoot);
  const files = new Map<string, string>();
  const read = (path: string, name: string): void => {
    const text = textIfSound(join(root, path));
    if (text !== undefined) files.set(name, text);
  };
  for (const path of inWorkspace) read(path, path);
  const facts = new Map<string, PageFacts>();
  for (const path of [...paths].sort()) {
    if (isSiteFile(path)) read(posix.join(docsRoot, path), path);
    if (isPage(path)) facts.set(path, factsOf(root, pagesRoot, path, memo, context));
  }
  return { root: pagesRoot, facts, context: { files, now: context.now } };
}

function factsOf(
  root: string,
  { docsRoot, site }: PagesRoot,
  path: string,
  memo: Memo,
  context: ReadPagesContext,
): PageFacts {
  const inWorkspace = posix.join(docsRoot, path);
  const key = `${dialectKey(site.generator, path)} ${context.hashes.fileAt(inWorkspace)}`;
  const known = memo.recall(key);
  if (known !== undefined) return JSON.parse(known) as PageFacts;
  try {
    const { text } = readDocument(join(root, inWorkspace), inWorkspace);
    const facts = readPageFacts(path, text, pageDialect(site.generator, path));
    memo.keep(key, JSON.stringify(facts));
    return facts;
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return UNREADABLE_PAGE;
    throw thrown;
  }
}

function textIfSound(file: string): string | undefined {
  try {
    return readTextIfExists(file);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

/** A workspace that cannot be written does without. */
function saveIfWritable(memo: Memo): void {
  try {
    memo.save();
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError)) throw thrown;
  }
}

import { existsSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { pathBelow, readDocument, readTextIfExists, refuseLinkOrPipe } from '@topicmill/base/files';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { type PagesRoot, pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import { type BuildRecord, type FolderTree, fileHash, type Memo, openMemo, UNREADABLE } from '../runner/index.js';
import { pageId } from '../sites/index.js';
import {
  dialectKey,
  type IncludableFiles,
  type LeftOutFile,
  type NestedInclusion,
  nestedInclusions,
  type PageFacts,
  pageDialect,
  pageTopics,
  readPageFacts,
  UNREADABLE_PAGE,
} from '../sources/index.js';
import { collectPages, IGNORED_REASON, type PageFileRules, pageFileRules } from './collect-pages.js';
import { builtPagesOf } from './import-built-site.js';
import { type AbsentFiles, absentTexts, countAbsent } from './not-checked-out.js';
import { buildPageTree, PAGE_NOTE_ENDINGS } from './page-tree.js';
import { walkDocsRoot } from './walk-docs-root.js';

/** What the pages of a workspace are. */
export interface PageTree {
  readonly tree: FolderTree;
  readonly leftOut: readonly LeftOutFile[];
}

/** What is needed besides the files themselves. */
export interface ReadPagesContext {
  /** Names the release of the code that reads. */
  readonly engine: string;
  /** Hashes of files, and what is in folders, by their paths below the workspace's root. */
  readonly hashes: Pick<BuildRecord, 'file' | 'entries'>;
  /** What counts as the future, for pages with a date. */
  readonly now: Date;
  /** What is not checked out; nothing without it. */
  readonly absent?: AbsentFiles;
}

const FACTS_MEMO = 'pages';

/**
 * Finds the pages of a workspace and reads of each what the others must know; a page that has not changed since is not
 * read again.
 */
export function readPageTree(root: string, config: TopicmillConfig, context: ReadPagesContext): PageTree {
  const { absent = new Map() } = context;
  const memo = openMemo(root, FACTS_MEMO, context.engine);
  const unreadable = new Map<string, Diagnostic>();
  const unseen: LeftOutFile[] = [];
  const docsRoots = pagesRootsOf(config).map((pagesRoot) => {
    const rules = pageFileRules(pagesRoot, config);
    const includesIgnored = pagesRoot.site.generator === 'html';
    const found = walkDocsRoot(root, pagesRoot.docsRoot, { ...rules, includesIgnored, record: context.hashes });
    const isThere = existsSync(join(root, pagesRoot.docsRoot));
    const notHere = absentBelow(pagesRoot, rules, absent);
    const { textOf, factsOf: absentFactsOf } = absentPages(root, pagesRoot, notHere, memo);
    for (const [path, fault] of isThere ? found.unreadable : [])
      unreadable.set(pageId(`${path}/index.md`, pagesRoot.name), fault);
    const leaveOut = (paths: readonly string[], reason: string): void => {
      for (const path of paths) unseen.push({ path: posix.join(pagesRoot.docsRoot, path), reason });
    };
    leaveOut(found.linked.filter(rules.isPage), 'a symbolic link');
    leaveOut(
      found.ignored.filter((path) => path.endsWith('/') || rules.isPage(path)),
      IGNORED_REASON,
    );
    const built = builtPagesOf(root, pagesRoot);
    const pages = collectPages(pagesRoot, [...found.paths, ...notHere.keys()], rules, {
      readText: (path) => textOf(path) ?? textIfSound(root, path),
      factsOf: (path) => absentFactsOf(path) ?? factsOf(root, pagesRoot, path, memo, context),
      includable: includableFiles(root, memo, context),
      now: context.now,
    });
    return built === undefined ? pages : { ...pages, built };
  });
  memo.saveIfWritable();
  const topics = pageTopics(docsRoots);
  const tree = buildPageTree(topics, REFERENCE_FILE, PAGE_NOTE_ENDINGS, unreadable);
  return {
    tree: countAbsent(tree, absent, config),
    leftOut: [...topics.leftOut, ...unseen],
  };
}

/** Pages and site files of a docs root that are not checked out, by their paths below it. */
function absentBelow(
  { docsRoot }: PagesRoot,
  { entersFolder, takesFile }: PageFileRules,
  absent: AbsentFiles,
): AbsentFiles {
  const below = new Map<string, string>();
  for (const [path, content] of absent) {
    const name = pathBelow(docsRoot, path);
    if (name === undefined) continue;
    const names = name.split('/');
    const folders = names.slice(0, -1).map((each, at) => [each, names.slice(0, at + 1).join('/')] as const);
    if (takesFile(names.at(-1)!, name) && folders.every(([each, folder]) => entersFolder(each, folder)))
      below.set(name, content);
  }
  return below;
}

/** What git has of pages that are not checked out: others link to them, and folders above contain them. */
function absentPages(
  root: string,
  { docsRoot, site }: PagesRoot,
  notHere: AbsentFiles,
  memo: Memo,
): {
  /** @param path below the workspace's root */
  textOf(path: string): string | undefined;
  /** @param path below the docs root */
  factsOf(path: string): PageFacts | undefined;
} {
  let texts: ReadonlyMap<string, string> | undefined;
  const textOf = (content: string): string | undefined => {
    texts ??= absentTexts(root, [...new Set(notHere.values())]);
    return texts.get(content);
  };
  return {
    textOf(path) {
      const below = pathBelow(docsRoot, path);
      const content = below === undefined ? undefined : notHere.get(below);
      return content === undefined ? undefined : textOf(content);
    },
    factsOf(path) {
      const content = notHere.get(path);
      if (content === undefined) return undefined;
      const key = `${dialectKey(site, path)} git ${content}`;
      const known = memo.recall(key);
      if (known !== undefined) return JSON.parse(known) as PageFacts;
      const text = textOf(content);
      if (text === undefined) return UNREADABLE_PAGE;
      const facts = readPageFacts(path, text, pageDialect(site, path));
      memo.keep(key, JSON.stringify(facts));
      return facts;
    },
  };
}

function factsOf(
  root: string,
  { docsRoot, site }: PagesRoot,
  path: string,
  memo: Memo,
  context: ReadPagesContext,
): PageFacts {
  const inWorkspace = posix.join(docsRoot, path);
  const hash = context.hashes.file(inWorkspace);
  const key = `${dialectKey(site, path)} ${hash}`;
  const known = memo.recall(key);
  if (known !== undefined) return JSON.parse(known) as PageFacts;
  try {
    refuseLinkOrPipe(join(root, inWorkspace), inWorkspace);
    const { text, bytes } = readDocument(join(root, inWorkspace), inWorkspace);
    const facts = readPageFacts(path, text, pageDialect(site, path));
    if (fileHash(bytes) === hash) memo.keep(key, JSON.stringify(facts));
    return facts;
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return UNREADABLE_PAGE;
    throw thrown;
  }
}

/** What files include is kept by their hashes, as the facts of pages are. */
function includableFiles(root: string, memo: Memo, { hashes }: ReadPagesContext): IncludableFiles {
  const realRoot = realpathSync(root);
  return {
    hashOf: (path) => includedHash(realRoot, path, hashes),
    targetOf: (path) => realPath(realRoot, path) ?? path,
    inclusionsIn: (path, pagesRoot) => {
      const key = `${dialectKey(pagesRoot.site, path)} inclusions ${hashes.file(path)}`;
      const known = memo.recall(key);
      if (known !== undefined) return JSON.parse(known) as readonly NestedInclusion[];
      const nested = nestedInclusions(textIfSound(root, path) ?? '', path, pagesRoot);
      memo.keep(key, JSON.stringify(nested));
      return nested;
    },
  };
}

/** A link in the file system may lead anywhere: what is not below the root is not there. */
function includedHash(realRoot: string, path: string, hashes: ReadPagesContext['hashes']): string {
  if (realPath(realRoot, path) === undefined) return '';
  const hash = hashes.file(path);
  return hash === UNREADABLE ? '' : hash;
}

/** Where a file is, below the workspace's root with `/`; `undefined` for what is not there. */
function realPath(realRoot: string, path: string): string | undefined {
  try {
    return pathBelow(realRoot, realpathSync(join(realRoot, path)));
  } catch {
    return undefined;
  }
}

/** @param path below the workspace's root, with `/` */
function textIfSound(root: string, path: string): string | undefined {
  const file = join(root, path);
  try {
    refuseLinkOrPipe(file);
  } catch {
    // The page's own steps say so.
    return undefined;
  }
  try {
    return readTextIfExists(file, path);
  } catch (thrown) {
    if (thrown instanceof TopicmillError && thrown.code === 'NOT_UTF8') return undefined;
    throw thrown;
  }
}

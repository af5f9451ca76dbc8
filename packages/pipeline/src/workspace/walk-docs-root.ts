import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { errorCode, pathBelow } from '@topicmill/base/files';
import { pathIn, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import { type BuildRecord, type DirectoryEntry, entriesOf, type FolderTree, joinBelow } from '../runner/index.js';
import { buildFolderTree, isHiddenName, parentOf } from './folder-tree.js';
import { IgnoredPaths } from './ignored-paths.js';
import { type AbsentFiles, countAbsent } from './not-checked-out.js';

/** What is looked for below a folder. Paths are below that folder, with `/`. */
interface WalkRules {
  entersFolder(name: string, path: string): boolean;
  takesFile(name: string, path: string): boolean;
  /** Walks what git and Nx leave out, too: outputs may be left out of a repository. Default: false. */
  readonly includesIgnored?: boolean;
  /** Knows what is in folders that have not changed. */
  readonly record?: Pick<BuildRecord, 'entries'> | undefined;
}

/** The files found below a folder. */
interface FoundFiles {
  /** Below the folder, with `/`, in no particular order. */
  readonly paths: readonly string[];
  /** Those that are symbolic links, which are not among the others. */
  readonly linked: readonly string[];
  /** Files that would be taken, and folders with `/` at their end that would be entered, if git and Nx knew of them. */
  readonly ignored: readonly string[];
  /** Paths of folders that cannot be looked into, with the reason. */
  readonly unreadable: ReadonlyMap<string, Diagnostic>;
}

/**
 * Walks a folder of the workspace once. Links to folders are not followed. No file is read but those that leave paths out of a repository, which count.
 *
 * @param docsRoot below the workspace's root, with `/`; `.` for the root itself
 */
export function walkDocsRoot(root: string, docsRoot: string, rules: WalkRules): FoundFiles {
  const found = { paths: [], linked: [], ignored: [], unreadable: new Map<string, Diagnostic>() };
  const ignored = rules.includesIgnored ? () => NOTHING_IGNORED : ignoredIn(root, docsRoot);
  walk({ root, docsRoot, rules, found }, '', ignored);
  return found;
}

/** What is left out of a folder that contains these names. */
type IgnoredIn = (names: readonly string[]) => Ignored;
type Ignored = Pick<IgnoredPaths, 'leavesOut'> & { below: (...args: Parameters<IgnoredPaths['below']>) => Ignored };

const NOTHING_IGNORED: Ignored = { leavesOut: () => false, below: () => NOTHING_IGNORED };

function ignoredIn(root: string, docsRoot: string): IgnoredIn {
  const segments = docsRoot.split('/').filter((name) => name !== '' && name !== '.');
  const last = segments.pop();
  let above = IgnoredPaths.at(root);
  for (const [at, name] of segments.entries()) above = above.below(name, join(root, ...segments.slice(0, at + 1)));
  return last === undefined ? () => above : (names) => above.below(last, join(root, docsRoot), names);
}

interface Walk {
  readonly root: string;
  readonly docsRoot: string;
  readonly rules: WalkRules;
  readonly found: { readonly [each in 'paths' | 'linked' | 'ignored']: string[] } & {
    readonly unreadable: Map<string, Diagnostic>;
  };
}

function walk(walked: Walk, path: string, ignoredIn: IgnoredIn): void {
  const { root, docsRoot, rules, found } = walked;
  let entries: readonly DirectoryEntry[];
  try {
    entries = rules.record?.entries(joinBelow(docsRoot, path)) ?? entriesOf(join(root, docsRoot, path));
  } catch (cause) {
    found.unreadable.set(path, unreadableFolder(errorCode(cause)));
    return;
  }
  const ignored = ignoredIn(entries.map(({ name }) => name));
  for (const { name, kind } of entries) {
    const inner = pathIn(path, name);
    if (kind !== 'folder') {
      if (!rules.takesFile(name, inner)) continue;
      const isLeftOut = ignored.leavesOut(name);
      (isLeftOut ? found.ignored : kind === 'link' ? found.linked : found.paths).push(inner);
    } else if (rules.entersFolder(name, inner)) {
      if (ignored.leavesOut(`${name}/`)) {
        found.ignored.push(`${inner}/`);
        continue;
      }
      walk(walked, inner, (names) => ignored.below(name, join(root, docsRoot, inner), names));
    }
  }
}

function unreadableFolder(reason: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_UNREADABLE',
    message: `The folder cannot be read (${reason}).`,
    remedy: 'Check that you may read it, or move it out of the docs root.',
  };
}

/** The folders of a docs root whose topics are folders. */
export function readReferenceTree(
  root: string,
  config: TopicmillConfig,
  absent: AbsentFiles = new Map(),
  record?: BuildRecord,
): FolderTree {
  const { docsRoot, order } = config;
  const { paths, linked, unreadable } = walkDocsRoot(root, docsRoot, {
    entersFolder: (name) => !isHiddenName(name),
    takesFile: (name) => name === REFERENCE_FILE,
    record,
  });
  const faults = linked.map((path) => [parentOf(path)!, LINKED_REFERENCE] as const);
  const notHere = [...absent.keys()].flatMap((path) => pathBelow(docsRoot, path) ?? []);
  const tree = buildFolderTree([...paths, ...linked, ...notHere], order, new Map([...unreadable, ...faults]));
  return countAbsent(tree, absent, config);
}

const LINKED_REFERENCE: Diagnostic = {
  severity: 'error',
  code: 'LINK_NOT_FOLLOWED',
  message: `Its ${REFERENCE_FILE} is a symbolic link, which Topicmill does not follow.`,
  remedy: 'Replace the link with the file itself.',
};

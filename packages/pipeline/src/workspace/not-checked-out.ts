import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { pagesRootsOf, type TopicmillConfig } from '../config/index.js';
import { type FolderTree, sourcePath } from '../runner/index.js';
import { gitDirectory } from './ignored-paths.js';

/** Files that are in the repository, and that git was told not to check out: names of their contents, by their paths. */
export type AbsentFiles = ReadonlyMap<string, string>;

/**
 * The files below the docs roots that `git sparse-checkout`, or `git update-index --skip-worktree`, leaves out. Without git
 * on this machine nothing is known to be left out.
 *
 * @returns paths below the workspace's root, with `/`
 * @throws TopicmillError `FILE_UNREADABLE` where git cannot say it
 */
export function absentFiles(root: string, config: TopicmillConfig): AbsentFiles {
  if (!mayLeaveOut(root)) return new Map();
  const docsRoots = config.sources === 'pages' ? pagesRootsOf(config).map((each) => each.docsRoot) : [config.docsRoot];
  const listed = git(root, ['--literal-pathspecs', 'ls-files', '-t', '-s', '-z', '--', ...docsRoots]);
  const files = (listed?.toString('utf8') ?? '').split('\0').flatMap((line): [string, string][] => {
    const [, content, path] = /^S \d+ ([0-9a-f]+) 0\t(.+)$/s.exec(line) ?? [];
    return path === undefined || existsSync(join(root, path)) ? [] : [[path, content!]];
  });
  return new Map(files);
}

/**
 * The texts of files that are not checked out, by the names of their contents; without those that git does not have.
 *
 * @throws TopicmillError `FILE_UNREADABLE`
 */
export function absentTexts(root: string, contents: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (contents.length === 0) return texts;
  const out = git(root, ['cat-file', '--batch'], `${contents.join('\n')}\n`) ?? Buffer.alloc(0);
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf('\n', at);
    const [name, type, size] = out.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    texts.set(name!, out.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

/** A tree in which each folder says how many documents, its own and those below it, are not checked out. */
export function countAbsent(tree: FolderTree, absent: AbsentFiles, config: TopicmillConfig): FolderTree {
  if (absent.size === 0) return tree;
  const counts = new Map<string, number>();
  for (const folder of tree.values()) {
    const path = folder.isTopic || folder.page !== undefined ? sourcePath(config, folder, REFERENCE_FILE) : undefined;
    if (path === undefined || !absent.has(path)) continue;
    for (let id: string | undefined = folder.id; id !== undefined; id = tree.get(id)!.parentId)
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return new Map(
    [...tree].map(([id, folder]) => {
      const absentCount = counts.get(id);
      return [id, absentCount === undefined ? folder : { ...folder, absentCount }];
    }),
  );
}

/** Only an index of version 3 or later can say that files are not checked out: git need not be started for others. */
function mayLeaveOut(root: string): boolean {
  let directory = root;
  while (!existsSync(join(directory, '.git'))) {
    if (dirname(directory) === directory) return false;
    directory = dirname(directory);
  }
  const header = Buffer.alloc(8);
  try {
    const file = openSync(join(gitDirectory(directory), 'index'), 'r');
    try {
      readSync(file, header, 0, header.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return header.readUInt32BE(4) >= 3;
}

const MAX_BYTES = 2 ** 31;

/** @returns `undefined` without git on this machine */
function git(root: string, args: readonly string[], input = ''): Buffer | undefined {
  const { error, status, stdout, stderr } = spawnSync('git', args, { cwd: root, input, maxBuffer: MAX_BYTES });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
  if (error === undefined && status === 0) return stdout;
  const reason = error?.message ?? stderr.toString('utf8').trim();
  throw new TopicmillError('FILE_UNREADABLE', `git does not say which files are not checked out: ${reason}`, {
    remedy: 'Run `git ls-files -t` here, and do what its message says.',
  });
}

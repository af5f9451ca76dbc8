import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readBytesIfExists } from '@topicmill/base/files';
import { GitError, type SimpleGit, simpleGit } from 'simple-git';
import { parseConfig, type TopicmillConfig } from '../config/index.js';
import { CONFIG_FILE, type FolderTree, sourcePath, type Workspace } from '../runner/index.js';
import { buildFolderTree, pageTreeOfFiles } from '../workspace/index.js';

/** The sources of a docs root as they are or were. */
export interface DocsSnapshot {
  readonly config: TopicmillConfig;
  readonly tree: FolderTree;
  /**
   * A file of a folder, or `undefined` when there is none.
   *
   * @param id of the folder
   * @param path below the folder, with `/`
   * @throws TopicmillError `FILE_UNREADABLE`
   */
  read(id: string, path: string): Promise<Uint8Array | undefined>;
}

/** The docs as they are on disk: folders with references, or pages of a site. */
export function worktreeSnapshot({ root, config, tree }: Pick<Workspace, 'root' | 'config' | 'tree'>): DocsSnapshot {
  return {
    config,
    tree,
    async read(id, path) {
      const file = sourcePath(config, tree.get(id) ?? { id }, path);
      return file === undefined ? undefined : readBytesIfExists(join(root, file), file);
    },
  };
}

/** The docs by their markdown alone: the HTML of a site is of one state of the sources, and no help where two are compared. */
export function withoutHtml(snapshot: DocsSnapshot): DocsSnapshot {
  const tree = Array.from(snapshot.tree, ([id, folder]) => {
    if (folder.page === undefined) return [id, folder] as const;
    const { published: _, ...page } = folder.page;
    return [id, { ...folder, page }] as const;
  });
  return { ...snapshot, tree: new Map(tree) };
}

/** A commit's docs root. */
interface CommitSnapshot extends DocsSnapshot {
  /** Full hash of the commit. */
  readonly commit: string;
}

/**
 * The docs root as it was in a commit, with the configuration that it had; nothing is checked out. Files that are still
 * the same are read from disk.
 *
 * @param root of the workspace, in or below a git repository
 * @param revision anything that names a commit: `main`, `HEAD~2`, a hash
 * @param embeddingModel what the command line says about it
 * @throws TopicmillError `INVALID_OPTION` for a revision that does not exist, `GIT_FAILED`; FaultsError as `parseConfig`
 */
export async function commitSnapshot(
  root: string,
  revision: string,
  embeddingModel: string | undefined,
): Promise<CommitSnapshot> {
  const git = simpleGit(root);
  const commit = await resolveCommit(git, revision);
  const names = await pathsOf(git, ['ls-tree', '-r', '-z', '--name-only', commit]);
  const changed = new Set(await pathsOf(git, ['diff', '--name-only', '--no-renames', '-z', '--relative', commit]));
  const present = new Set(names);
  const readPath = async (path: string): Promise<Uint8Array | undefined> => {
    if (!present.has(path)) return undefined;
    const onDisk = changed.has(path) ? undefined : readBytesIfExists(join(root, path), path);
    return onDisk ?? attempt(() => git.showBuffer([`${commit}:./${path}`]));
  };
  const configBytes = await readPath(CONFIG_FILE);
  const text = configBytes && new TextDecoder().decode(configBytes);
  const config = parseConfig(text, `${commit.slice(0, 12)}:${CONFIG_FILE}`, { embeddingModel });
  const tree = await treeOf(config, names, readPath);
  return {
    commit,
    config,
    tree,
    async read(id, path) {
      const file = sourcePath(config, tree.get(id) ?? { id }, path);
      return file === undefined ? undefined : readPath(file);
    },
  };
}

async function treeOf(
  config: TopicmillConfig,
  names: readonly string[],
  readPath: (path: string) => Promise<Uint8Array | undefined>,
): Promise<FolderTree> {
  if (config.sources === 'pages') {
    const readText = async (path: string): Promise<string | undefined> => {
      const bytes = await readPath(path);
      return bytes && new TextDecoder().decode(bytes);
    };
    return pageTreeOfFiles(config, { paths: names, readText }, new Date());
  }
  const prefix = `${config.docsRoot}/`;
  const paths = names.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return buildFolderTree(paths, config.order);
}

async function resolveCommit(git: SimpleGit, revision: string): Promise<string> {
  // git says nothing of a name that it does not know, and simple-git takes silence for success.
  const found = await attempt(() =>
    git.raw(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]),
  );
  const commit = found.trim();
  if (!/^[\da-f]{40,64}$/.test(commit)) {
    throw new TopicmillError('INVALID_OPTION', `There is no commit "${revision}" here.`, {
      remedy: 'Give the name of a branch, a tag or a hash, and fetch it first if it is not here.',
    });
  }
  return commit;
}

async function pathsOf(git: SimpleGit, command: readonly string[]): Promise<string[]> {
  return (await attempt(() => git.raw([...command]))).split('\0').filter((path) => path !== '');
}

async function attempt<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    throw new TopicmillError(
      'GIT_FAILED',
      `git failed: ${(cause.message.trim().split('\n')[0] ?? '').replace(/\.?$/, '.')}`,
      {
        remedy: 'Run the command in a git repository that contains the commit.',
        cause,
      },
    );
  }
}

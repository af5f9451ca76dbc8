import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isBeingWritten, parseTemporaryName, readSealedFile, removeCacheFile } from '@topicmill/base/files';
import { lastName } from '@topicmill/base/paths';
import { ALL_TARGETS } from '../optional-targets/index.js';
import { displayPath, FolderState, removeEmptyFolders, STATE_DIRECTORY, type Workspace } from '../runner/index.js';
import { storedFiles } from '../search-store/index.js';
import { type StateFile, walkStates } from './walk-states.js';

/** One file of `.topicmill` that garbage collection removes. */
export interface StateGarbage {
  /** `unneeded`: no topic or release uses it. `damaged`: it would be rebuilt anyway. `temporary`: left by a killed process. */
  readonly reason: 'unneeded' | 'damaged' | 'temporary';
  /** Below `.topicmill`, with `/` on every system. */
  readonly path: string;
  readonly byteLength: number;
}

/** What `collectStateGarbage` removed, or would remove. */
export interface StateGarbageCollection {
  readonly removed: readonly StateGarbage[];
  readonly removedByteLength: number;
  /** Files that stay. */
  readonly keptCount: number;
}

/** How it is collected. */
export interface StateNeeds {
  /** Removes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Removes files of `.topicmill` that no topic needs, that are damaged and would be rebuilt, or that killed processes left. The
 * state of a folder that is gone stays until a build has removed the folder's outputs. Answers of language models, the
 * record of `topicmill init`, and files that Topicmill did not write stay.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export function collectStateGarbage(workspace: Workspace, { dryRun = false }: StateNeeds = {}): StateGarbageCollection {
  const root = join(workspace.root, STATE_DIRECTORY);
  const isNeeded = needs(workspace);
  const files = walkStates(workspace.root);
  const removed = files.flatMap((file): StateGarbage[] => {
    const reason = reasonToRemove(file, root, isNeeded);
    return reason === undefined ? [] : [{ reason, path: file.path, byteLength: file.byteLength }];
  });
  for (const { path } of dryRun ? [] : removed) {
    removeCacheFile(root, join(root, path));
    removeEmptyFolders(dirname(join(root, path)), root);
  }
  return {
    removed,
    removedByteLength: removed.reduce((total, { byteLength }) => total + byteLength, 0),
    keptCount: files.length - removed.length,
  };
}

type IsNeeded = (file: StateFile) => boolean;

function reasonToRemove(file: StateFile, root: string, isNeeded: IsNeeded): StateGarbage['reason'] | undefined {
  const { path, role, problem } = file;
  if (problem?.kind === 'temporary') {
    const name = parseTemporaryName(lastName(path));
    return name !== undefined && isBeingWritten(join(root, path), name) ? undefined : 'temporary';
  }
  if (problem?.kind === 'damaged') return role === 'init' ? undefined : 'damaged';
  return problem === undefined && !isNeeded(file) ? 'unneeded' : undefined;
}

function needs(workspace: Workspace): IsNeeded {
  const { root, config, tree, engine } = workspace;
  const searched = storedFiles(root, config.embedding);
  const states = new Set(
    ALL_TARGETS.flatMap((target) =>
      target.foldersIn(workspace).map(({ id }) => `${target.name}/${displayPath(config, id)}`),
    ),
  );
  const unknown = [...tree.values()].flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`${displayPath(config, id)}/`],
  );
  return ({ path, role }) => {
    if (role === 'search') return searched.has(path);
    if (role === 'memo') return engineOf(join(root, STATE_DIRECTORY, path)) === engine;
    if (role !== 'state') return true;
    const [target = '', ...names] = path.split('/').slice(0, -1);
    const folder = names.join('/');
    if (states.has(`${target}/${folder}`) || unknown.some((prefix) => `${folder}/`.startsWith(prefix))) return true;
    return new FolderState(root, target, folder).filePaths.some((file) => existsSync(join(root, folder, file)));
  };
}

function engineOf(path: string): string | undefined {
  const file = readSealedFile(path);
  return file.status === 'sound' ? (file.content as { readonly engine?: string }).engine : undefined;
}

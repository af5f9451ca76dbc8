import { type Folder, type FolderWork, folderWork, type Target, type Workspace } from '../runner/index.js';
import { AUTHORITY, indexTargets, STEP_TARGETS } from '../steps/index.js';
import { ALL_TARGETS, OPTIONAL_TARGETS } from './optional-targets.js';

/** Folders by their ids. */
type FolderIds = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/**
 * The work whose files some tasks read, and those that it reads in turn, without that of the tasks themselves.
 *
 * @param tasks their folders, by the names of their targets
 */
export function worksReadBy(
  tasks: ReadonlyMap<string, FolderIds>,
  { tree, config }: Pick<Workspace, 'tree' | 'config'>,
): FolderWork[] {
  const chain = indexTargets(config);
  const found = new Map<string, FolderWork>();
  const add = (target: Target, folder: Folder): void => {
    const key = `${target.name} ${folder.id}`;
    const isRead = target.stepsOf(folder).length > 0 && folder.fault === undefined;
    if (!isRead || found.has(key) || tasks.get(target.name)?.has(folder.id)) return;
    found.set(key, folderWork(target, folder));
    addRead(target, folder);
  };
  const addIndex = (folder: Folder): void => {
    for (const target of chain) add(target, folder);
  };
  const addRead = (target: Target, folder: Folder): void => {
    for (const each of targetsReadBy(target)) add(each, folder);
    for (const { kind } of target.stepsOf(folder).flatMap(({ inputs }) => inputs)) {
      if (kind === 'docs-root') add(AUTHORITY, tree.get('')!);
      if (kind === 'below') for (const id of folder.childIds) addIndex(tree.get(id)!);
      if (kind === 'every-topic-made') for (const each of tree.values()) addIndex(each);
    }
  };
  for (const target of ALL_TARGETS) {
    for (const id of tasks.get(target.name)?.keys() ?? []) {
      const folder = tree.get(id);
      if (folder !== undefined) addRead(target, folder);
    }
  }
  return [...found.values()];
}

/** Targets of the same folder whose files a target reads. */
function targetsReadBy({ name }: Target): Target[] {
  const reads = OPTIONAL_TARGETS.find((each) => each.name === name)?.reads;
  const needs = STEP_TARGETS.find((each) => each.name === name)?.needs ?? [];
  return ALL_TARGETS.filter((each) => each.name === reads || needs.includes(each.name));
}

import { posix } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { groupBy } from '@topicmill/base/groups';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  type FolderTree,
  type FolderWork,
  StatePack,
  statePackPath,
  statePath,
  type Target,
  type Workspace,
} from '@topicmill/pipeline/runner';

/** Folders whose steps one Nx project runs. */
export interface FolderGroup {
  /** The folder that the project stands for, or that contains its pages. */
  readonly owner: Folder;
  /** Name of a part of its pages; empty for the folder itself. */
  readonly part: string;
  /** Pages before the folder that contains them. */
  readonly folders: readonly Folder[];
}

/** Pages that one task builds at most. */
const MAX_PAGES = 64;

/** Begins with a dot, as no folder of pages does. */
const PAGES_PART_NAME = '.pages';

/**
 * The groups of a docs root, each a project. A folder with a reference of its own is one. A folder of pages is one together with its
 * pages; where there are many, parts of them are projects next to it, and so are the pages of the docs root itself, whose
 * task runs in every build. A page that comes or goes moves no other page to another project, but for a part that is
 * split or joined.
 */
export function groupFolders(tree: FolderTree): FolderGroup[] {
  return [...tree.values()].filter((folder) => !isPageOfFolder(folder)).flatMap((each) => groupsOf(each, tree));
}

function groupsOf(owner: Folder, tree: FolderTree): FolderGroup[] {
  const pages = owner.childIds.map((id) => tree.get(id)!).filter(isPageOfFolder);
  if (owner.id !== '' && pages.length <= MAX_PAGES) return [{ owner, part: '', folders: [...pages, owner] }];
  const parts = splitPages(pages.map((page) => ({ page, bits: partBits(page.id) })));
  const groups = [...parts].map(([bits, folders]) => ({
    owner,
    part: bits === '' ? PAGES_PART_NAME : `${PAGES_PART_NAME}-${bits}`,
    folders,
  }));
  return [...groups, { owner, part: '', folders: [owner] }];
}

/** The groups by the ids of the folders in them. */
export function groupByFolder(groups: readonly FolderGroup[]): ReadonlyMap<string, FolderGroup> {
  return new Map(groups.flatMap((group) => group.folders.map(({ id }) => [id, group] as const)));
}

/** Some folders, by the group that each is in; one outside the docs root is a group by itself. */
export function foldersByGroup(
  folders: Iterable<Folder>,
  groupOf: ReadonlyMap<string, FolderGroup>,
): Map<FolderGroup, Folder[]> {
  return groupBy(folders, (folder) => groupOf.get(folder.id) ?? { owner: folder, part: '', folders: [folder] });
}

/** What Nx caches of a target of a group: the state of a folder, or a file with those of several. */
export interface GroupOutput {
  /** Below the workspace's root, with `/`. */
  readonly path: string;
  readonly folders: readonly Folder[];
  readonly isPack: boolean;
}

/** @param folders those of the group that have the target */
export function outputOf(
  target: Pick<Target, 'name'>,
  { owner, part }: FolderGroup,
  folders: readonly Folder[],
  config: TopicmillConfig,
): GroupOutput {
  const directory = displayPath(config, owner.id);
  const isPack = folders.length !== 1 || folders[0]!.id !== owner.id;
  const path = isPack ? statePackPath(target.name, posix.join(directory, part)) : statePath(target.name, directory);
  return { path, folders, isPack };
}

/** The outputs of a target, of all groups that have it. */
export function outputsOf(
  target: Target,
  groups: readonly FolderGroup[],
  docsRoot: Pick<Workspace, 'root' | 'config' | 'tree'>,
): GroupOutput[] {
  return [...foldersByGroup(target.foldersIn(docsRoot), groupByFolder(groups))].map(([group, folders]) =>
    outputOf(target, group, folders, docsRoot.config),
  );
}

/** Puts the states of folders where their steps look for them, from the files that a cache has restored them in. */
export function unpackStates(
  workspace: Workspace,
  works: readonly FolderWork[],
  groups = groupFolders(workspace.tree),
): void {
  const { root, config, record } = workspace;
  for (const name of new Set(works.map(({ target }) => target))) {
    const wanted = new Set(works.flatMap(({ target, folder }) => (target === name ? [folder.id] : [])));
    const target = ALL_TARGETS.find((each) => each.name === name)!;
    for (const { path, folders, isPack } of outputsOf(target, groups, workspace)) {
      const chosen = folders.filter(({ id }) => wanted.has(id));
      if (!isPack || chosen.length === 0) continue;
      const pack = new StatePack(root, path, name);
      for (const { id } of chosen) {
        const directory = displayPath(config, id);
        if (record.seal(statePath(name, directory)) !== pack.seal(directory)) pack.restore(directory);
      }
    }
  }
}

/** Whether it is built with others of the folder that it is in. */
function isPageOfFolder({ id, sources, childIds }: Folder): boolean {
  return sources !== undefined && id !== '' && childIds.length === 0;
}

interface HashedPage {
  readonly page: Folder;
  readonly bits: string;
}

/** Halves pages by one bit of their hashes after the other, until no part is too large. By the bits that a part has in common. */
function splitPages(pages: readonly HashedPage[], common = ''): Map<string, Folder[]> {
  if (pages.length === 0) return new Map();
  if (pages.length <= MAX_PAGES) return new Map([[common, pages.map(({ page }) => page)]]);
  const halves = ['0', '1'].map((bit) =>
    splitPages(
      pages.filter(({ bits }) => bits[common.length] === bit),
      common + bit,
    ),
  );
  return new Map(halves.flatMap((half) => [...half]));
}

const HASHED_BITS = 32;

/** Of the id alone, so that a page stays in its part whatever is next to it. */
function partBits(id: string): string {
  return Number.parseInt(sha256Hex(id).slice(0, HASHED_BITS / 4), 16)
    .toString(2)
    .padStart(HASHED_BITS, '0');
}

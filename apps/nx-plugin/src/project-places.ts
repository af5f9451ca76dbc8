import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isWithin } from '@topicmill/base/paths';
import { IMPORTED_PAGES, type PagesRoot, pagesRootsOf, type TopicmillConfig } from '@topicmill/pipeline/config';
import { displayPath, type Folder, type FolderTree } from '@topicmill/pipeline/runner';

/** What other projects are named by, whose names pages must not take. */
export const PACKAGE_FILES: ReadonlySet<string> = new Set(['package.json', 'project.json']);

/** How Nx knows the folders of a docs root: their projects' names and roots. */
export interface ProjectPlaces {
  /** Name of the project of a folder of the tree, or of one outside the docs root, whose id begins with `../`. */
  nameOf(folderId: string): string;
  /** Root of its project, below the workspace's root. */
  rootOf(folder: Pick<Folder, 'id'>): string;
  /** Name of the project that the files of a folder belong to, where another docs root has the same folder. */
  sharedWith(folder: Folder): string | undefined;
}

/** Where projects are whose folders contain what they are made from. */
export function folderPlaces(config: TopicmillConfig, tree: FolderTree): ProjectPlaces {
  return {
    nameOf: (id) => (id.startsWith('../') ? outsideName(config, tree, id) : folderName(config, id)),
    rootOf: ({ id }) => displayPath(config, id),
    sharedWith: () => undefined,
  };
}

/**
 * Name of a folder's project: its id. The docs root is called after its path, and so are folders whose id would be, or
 * be below, that name, and those called like a member of every object, such as `constructor`, which Nx takes for a
 * project that is there already.
 */
function folderName(config: TopicmillConfig, id: string): string {
  const { docsRoot } = config;
  const isTaken = id === docsRoot || id.startsWith(`${docsRoot}/`) || id in Object.prototype;
  return id === '' || isTaken ? displayPath(config, id) : id;
}

function outsideName(config: TopicmillConfig, tree: FolderTree, id: string): string {
  const path = displayPath(config, id);
  return tree.has(path) ? `${path}-markdown` : path;
}

/**
 * Where projects are whose sources are pages: the folder of the pages is the root, so that Nx knows which project a file
 * belongs to that is edited, comes or goes.
 *
 * @param files what Nx found: `package.json` and `project.json`, which name other projects
 */
export function pagePlaces(
  root: string,
  config: TopicmillConfig,
  tree: FolderTree,
  files: readonly string[],
): ProjectPlaces {
  const docsRoots = pagesRootsOf(config);
  const named = namesByFolder(
    root,
    files.filter((file) => PACKAGE_FILES.has(posix.basename(file))),
  );
  const taken = new Set(named.values());
  const [first] = docsRoots;
  const prefix = first!.name === undefined && !isHidden(first!.docsRoot) ? first!.docsRoot : displayPath(config, '');
  const rootName = named.get(prefix) ?? (prefix === '.' ? 'docs-root' : prefix);
  const sharing = new SharedFolders(docsRoots, tree);
  const directoryOf = (id: string): string => {
    const { name, docsRoot } = docsRoots.find((each) => each.name === undefined || isWithin(id, each.name)) ?? {};
    if (docsRoot === undefined || isHidden(docsRoot) || sharing.ownerOf(id) !== undefined)
      return displayPath(config, id);
    return posix.join(docsRoot, name === undefined ? id : id.slice(name.length + 1));
  };
  const nameOf = (id: string): string => {
    if (id === '') return rootName;
    const own = named.get(directoryOf(id));
    if (own !== undefined) return own;
    const isTaken = taken.has(id) || id === rootName || id.startsWith(`${rootName}/`) || id in Object.prototype;
    return isTaken ? `${rootName}/${id}` : id;
  };
  return {
    nameOf,
    rootOf: ({ id }) => directoryOf(id),
    sharedWith({ id }) {
      const owner = sharing.ownerOf(id);
      return owner === undefined ? undefined : nameOf(owner);
    },
  };
}

/** Whether Nx does not see the pages of a docs root: those of HTML are turned into markdown where git ignores it. */
function isHidden(docsRoot: string): boolean {
  return docsRoot.startsWith(IMPORTED_PAGES);
}

/**
 * Folders in which several docs roots have pages, as those of languages at the end of names: a folder is the root of one
 * project only, that of the first docs root.
 */
class SharedFolders {
  constructor(
    private readonly docsRoots: readonly PagesRoot[],
    private readonly tree: FolderTree,
  ) {}

  /** Id of the folder of another docs root whose project the files of a folder belong to. */
  ownerOf(id: string): string | undefined {
    const own = this.docsRoots.find(({ name }) => name !== undefined && isWithin(id, name));
    const first = this.docsRoots.find(({ docsRoot }) => docsRoot === own?.docsRoot);
    if (own === undefined || first === undefined || first === own) return undefined;
    let owner = first.name! + id.slice(own.name!.length);
    while (owner !== first.name && !this.isFolder(owner)) owner = posix.dirname(owner);
    return owner;
  }

  private isFolder(id: string): boolean {
    const folder = this.tree.get(id);
    return folder !== undefined && (folder.sources === undefined || folder.childIds.length > 0);
  }
}

/** Names of the projects that files of other tools name, by folder. */
function namesByFolder(root: string, packages: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const path of [...packages].sort()) {
    const name = nameIn(join(root, path));
    if (name !== undefined) names.set(posix.dirname(path), name);
  }
  return names;
}

function nameIn(file: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

import { sha256Hex } from '@topicmill/base/files';
import type { Folder, FolderTree } from '@topicmill/pipeline/runner';
import type { ProjectPlaces } from './project-places.js';

/** An Nx project, and the folders whose steps its tasks run. */
export interface FolderGroup {
  readonly name: string;
  /** Root of the project, below the workspace's root. */
  readonly root: string;
  /** The folder that the project stands for, or that contains its pages. */
  readonly owner: Folder;
  /** Pages before the folder that contains them. */
  readonly folders: readonly Folder[];
}

/** Pages that one task builds at most. */
const MAX_PAGES = 64;

/** Begins with a dot, as no folder of pages does. */
const PART = '.pages';

/**
 * The projects of a docs root. A folder with a reference of its own is one. A folder of pages is one together with its
 * pages; where they are many, parts of them are projects beside it, and so are the pages of the docs root itself, whose
 * task runs in every build. A page that comes or goes moves no other page to another project, but for a part that is
 * split or joined.
 */
export function groupFolders(tree: FolderTree, places: ProjectPlaces): FolderGroup[] {
  return [...tree.values()].filter((folder) => !isPageOfFolder(folder)).flatMap((each) => groupsOf(each, tree, places));
}

function groupsOf(owner: Folder, tree: FolderTree, places: ProjectPlaces): FolderGroup[] {
  const own = { name: places.nameOf(owner.id), root: places.rootOf(owner), owner };
  const pages = owner.childIds.map((id) => tree.get(id)!).filter(isPageOfFolder);
  if (owner.id !== '' && pages.length <= MAX_PAGES) return [{ ...own, folders: [...pages, owner] }];
  const parts = splitPages(pages.map((page) => ({ page, bits: bitsOf(page.id) })));
  const groups = [...parts].map(([bits, folders]): FolderGroup => {
    const part = bits === '' ? PART : `${PART}-${bits}`;
    return { name: `${own.name}/${part}`, root: own.root === '.' ? part : `${own.root}/${part}`, owner, folders };
  });
  return [...groups, { ...own, folders: [owner] }];
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

/** Of the id alone, so that a page stays in its part whatever is beside it. */
function bitsOf(id: string): string {
  return Number.parseInt(sha256Hex(id).slice(0, HASHED_BITS / 4), 16)
    .toString(2)
    .padStart(HASHED_BITS, '0');
}

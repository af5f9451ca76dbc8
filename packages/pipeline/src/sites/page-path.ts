/** Folders next to a docs root, or to one above it, whose files generators publish as they are, at the root of the site. */
export const ASSET_FOLDERS: readonly string[] = ['static', 'public'];

const FOLDER_PAGE = /^(?:index|_index|readme)$/i;

/** The parts of a page's path below its docs root. */
export interface PagePath {
  /** With `/`; `''` for the docs root. */
  readonly folder: string;
  /** File name without its extension. */
  readonly name: string;
  /** With its dot. */
  readonly extension: string;
}

/** Splits a path such as `guide/install.md`. */
export function splitPath(path: string): PagePath {
  const at = path.lastIndexOf('/');
  const file = path.slice(at + 1);
  const dot = file.lastIndexOf('.');
  return {
    folder: at < 0 ? '' : path.slice(0, at),
    name: dot <= 0 ? file : file.slice(0, dot),
    extension: dot <= 0 ? '' : file.slice(dot),
  };
}

/** The folders that contain a path, the innermost first, without the docs root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.push(path.slice(0, at));
  return folders;
}

/** A folder and those above it, the innermost first; the repository's root is `''`. */
export function foldersFrom(folder: string): string[] {
  const segments = folder === '' || folder === '.' ? [] : folder.split('/');
  return [...segments.map((_, at) => segments.slice(0, segments.length - at).join('/')), ''];
}

/** Joins parts of a path with `/`; empty ones, and slashes around them, are left out. */
export function joinPath(...parts: readonly string[]): string {
  return parts
    .map((part) => part.replace(/^\/+|(?<!\/)\/+$/g, ''))
    .filter((part) => part !== '')
    .join('/');
}

/** Whether a page is the index of its folder by its name: `index`, `_index`, `README`. */
export function isFolderPage(path: string): boolean {
  return FOLDER_PAGE.test(splitPath(path).name);
}

/**
 * The id of a page: its path without the extension. `index`, `_index` and `README` have the id of their folder; that of the
 * docs root itself is `index`.
 *
 * @param rootName begins the ids of a docs root that is one of several
 */
export function pageId(path: string, rootName = ''): string {
  const { folder, name } = splitPath(path);
  if (!isFolderPage(path)) return joinPath(rootName, folder, name);
  return joinPath(rootName, folder) || 'index';
}

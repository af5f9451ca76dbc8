/** The last name of a path with `/`: of a file, that of the file. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Number of names in a path with `/`; 0 for `''`. */
export function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}

/**
 * Whether a path is that of a folder or below it.
 *
 * @param separator between names in both; `path.sep` for paths of the system
 */
export function isWithin(path: string, folder: string, separator = '/'): boolean {
  return path === folder || path.startsWith(`${folder}${separator}`);
}

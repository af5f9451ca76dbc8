/**
 * The path that a relative reference means in a folder; both with `/`, `''` being the root.
 *
 * @returns `undefined` where it leads out of the root
 */
export function resolvePath(folder: string, reference: string): string | undefined {
  const segments = segmentsOf(folder, reference);
  return segments.includes('..') ? undefined : segments.join('/');
}

/** The same as browsers resolve it: what leads out of the root goes on from the root. */
export function resolveInRoot(folder: string, reference: string): string {
  return segmentsOf(folder, reference)
    .filter((segment) => segment !== '..')
    .join('/');
}

/** Names without dot segments; one `..` remains for each step out of the root. */
function segmentsOf(folder: string, reference: string): string[] {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of reference.split('/')) {
    if (segment === '' || segment === '.') continue;
    const isStepUp = segment === '..' && segments.length > 0 && segments.at(-1) !== '..';
    if (isStepUp) segments.pop();
    else segments.push(segment);
  }
  return segments;
}

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

/** Whether a link names a scheme or a host, and so is not a path. */
export function isAbsoluteUrl(link: string): boolean {
  return ABSOLUTE_URL.test(link);
}

const ABSOLUTE_URL = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** A path for an address: each of its names percent-encoded, with `/` between them. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** A text without its percent-encoding; as it is where it is not encoded as it must be. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path, or a name, in the form in which file systems that ignore case and Unicode form compare them. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

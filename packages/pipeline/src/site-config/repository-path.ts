/**
 * A path below a folder of the repository, dot segments resolved; `''` is the root. Leading out of the repository ends
 * at its root.
 */
export function joinFolder(folder: string, path: string): string {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** A folder as `topicmill.yaml` writes it. */
export function docsRootPath(folder: string): string {
  return folder === '' ? '.' : folder;
}

/**
 * A path below a folder of the repository, dot segments resolved; `''` is the root. Leading out of the repository ends
 * at its root.
 */
/** A folder as `topicmill.yaml` writes it. */
export function docsRootPath(folder: string): string {
  return folder === '' ? '.' : folder;
}

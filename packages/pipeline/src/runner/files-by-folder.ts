import { counted } from '@topicmill/base/diagnostics';

/** A folder inside of a topic's results, such as `_chunks`. */
const INSIDE = /(?:^|\/)_[^/]*\/.*$/;

/**
 * Files for people, one text for each folder of results that they are in: the path of a file that is alone, else how many
 * there are.
 *
 * @param paths with `/`
 * @returns in the order of the paths
 */
export function filesByFolder(paths: readonly string[]): string[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.replace(INSIDE, '/').replace(/\/?[^/]*$/, '') || '.';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return [...byFolder].map(([folder, same]) =>
    same.length === 1 ? same[0]! : `${counted(same.length, 'file')} in ${folder}`,
  );
}

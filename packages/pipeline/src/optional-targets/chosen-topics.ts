import picomatch from 'picomatch';
import type { DocsRoot, Folder } from '../runner/index.js';

/** Whether globs choose a path; one that begins with `!` excludes what others chose. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const chosen = globs.filter((glob) => !glob.startsWith('!'));
  const ignore = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return chosen.length === 0 ? () => false : picomatch(chosen, { ignore });
}

/** The topics whose ids globs choose; none of them waits for the folders below it. */
export function chosenTopics({ tree }: Pick<DocsRoot, 'tree'>, globs: readonly string[]): Folder[] {
  const isChosen = globMatcher(globs);
  const topics = [...tree.values()].filter(({ id, isTopic }) => isTopic && isChosen(id));
  return topics.map((folder) => ({ ...folder, childIds: [] }));
}

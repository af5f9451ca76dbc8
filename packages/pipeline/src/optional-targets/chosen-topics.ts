import type { DocsRoot, Folder } from '../runner/index.js';
import { globMatcher } from '../workspace/index.js';

/** The topics whose ids globs choose; none of them waits for the folders below it. */
export function chosenTopics({ tree }: Pick<DocsRoot, 'tree'>, globs: readonly string[]): Folder[] {
  const isChosen = globMatcher(globs);
  const topics = [...tree.values()].filter(({ id, isTopic }) => isTopic && isChosen(id));
  return topics.map((folder) => ({ ...folder, childIds: [] }));
}

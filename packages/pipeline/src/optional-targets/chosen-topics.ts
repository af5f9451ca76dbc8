import picomatch from 'picomatch';
import type { Folder } from '../runner/index.js';
import type { DocsRoot } from './optional-target.js';

/** Whether globs choose a path; one that begins with `!` takes away what others gave. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const chosen = globs.filter((glob) => !glob.startsWith('!'));
  const ignore = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return chosen.length === 0 ? () => false : picomatch(chosen, { ignore });
}

/** The topics whose ids globs choose. */
export function chosenTopics({ tree }: Pick<DocsRoot, 'tree'>, globs: readonly string[]): Folder[] {
  const isChosen = globMatcher(globs);
  return [...tree.values()].filter(({ id, isTopic }) => isTopic && isChosen(id));
}

import { compareCodeUnits } from '@topicmill/base/order';
import { depthOf } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import type { FolderView } from '../sites/index.js';
import { isHiddenName } from '../workspace/index.js';

const MARKDOWN = /\.(?:md|mdx|markdown|qmd)$/i;

/**
 * Markdown of a repository that is in none of its docs roots, such as its README, the outermost first. What is hidden or
 * ignored is not looked at.
 *
 * @param docsRoots folders relative to the repository's root; `.` is the root
 * @param ours folders that Topicmill writes
 */
export function markdownOutside(view: FolderView, docsRoots: readonly string[], ours: readonly string[]): string[] {
  if (docsRoots.includes('.')) return [];
  const known = new Set([...docsRoots, ...ours]);
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const { name, isFolder } of view.list(folder)) {
      const path = pathIn(folder, name);
      const isSkipped = isFolder
        ? isHiddenName(name) || name === 'node_modules' || known.has(path)
        : !MARKDOWN.test(name);
      if (isSkipped || view.isIgnored?.(path, isFolder)) continue;
      if (isFolder) walk(path);
      else found.push(path);
    }
  };
  walk('');
  return found.sort((a, b) => depthOf(a) - depthOf(b) || compareCodeUnits(a, b));
}

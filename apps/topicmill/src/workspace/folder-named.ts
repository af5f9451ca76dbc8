import { resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { relativePath } from '@topicmill/base/files';
import type { Folder, Workspace } from '@topicmill/pipeline/runner';
import { folderIdOf } from '@topicmill/pipeline/workspace';

/**
 * The folder that an argument means: a page, a topic's folder or document, or an id.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function folderNamed(argument: string, workspace: Workspace, cwd: string): Folder {
  const path = pathNamed(argument, workspace, cwd);
  const id = argument.replace(/(?<!\/)\/+$/, '');
  const inResults = folderIdOf(workspace, resolve(cwd, argument.replace(/\/golden-reference\.md$/, '')));
  const folder =
    pageNamed(argument, workspace, cwd) ??
    workspace.tree.get(id) ??
    (inResults === undefined ? undefined : workspace.tree.get(inResults));
  if (folder !== undefined && argument !== '') return folder;
  const leftOut = workspace.leftOut.find((each) => each.path === path);
  throw new TopicmillError(
    'INVALID_OPTION',
    leftOut === undefined ? `"${argument}" is not a topic.` : `"${argument}" is not a topic: ${leftOut.reason}.`,
    { remedy: 'Name a page, a topic’s folder, or an id; `topicmill build --dry-run` lists what is left out.' },
  );
}

/** The page whose path an argument is; `undefined` where there is no such page. */
export function pageNamed(argument: string, workspace: Workspace, cwd: string): Folder | undefined {
  const path = pathNamed(argument, workspace, cwd);
  return [...workspace.tree.values()].find(({ page }) => page?.path === path);
}

function pathNamed(argument: string, { root }: Workspace, cwd: string): string {
  return relativePath(root, resolve(cwd, argument));
}

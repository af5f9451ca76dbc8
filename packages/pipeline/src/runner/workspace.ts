import { join, posix } from 'node:path';
import type { TopicmillConfig } from '@topicmill/base/config';
import type { FolderTree } from './folder.js';
import type { StepServices } from './step.js';

/** File at the workspace's root that holds the configuration. */
export const CONFIG_FILE = 'topicmill.yaml';

/** A docs repository as the runner sees it. */
export interface Workspace {
  /** Folder that holds `topicmill.yaml` and the caches. */
  readonly root: string;
  readonly config: TopicmillConfig;
  /** Of the file that the configuration was read from, as `fileHash` gives it. */
  readonly configHash: string;
  readonly tree: FolderTree;
  /** Names the release of the steps' code: a record made by another release is not trusted. */
  readonly engine: string;
  readonly services: StepServices;
}

/** File system path of a folder of the docs root, or of one outside it, whose id begins with `../../`. */
export function folderPath(workspace: Pick<Workspace, 'root' | 'config'>, id: string): string {
  return join(workspace.root, workspace.config.docsRoot, id);
}

/** Path of a folder as messages name it: relative to the workspace, with `/` on every system. */
export function displayPath(config: Pick<TopicmillConfig, 'docsRoot'>, id: string): string {
  if (id.startsWith('../')) return posix.join(config.docsRoot, id);
  return id === '' ? config.docsRoot : `${config.docsRoot}/${id}`;
}

import { join, posix } from 'node:path';
import { type ResultsConfig, resultsRootOf, type TopicmillConfig } from '../config/index.js';
import type { LeftOutFile } from '../sources/index.js';
import type { BuildRecord } from './build-record.js';
import type { FolderTree } from './folder.js';
import type { StepServices } from './step.js';

/** File at the workspace's root that contains the configuration. */
export const CONFIG_FILE = 'topicmill.yaml';

/** A docs repository as the runner sees it. */
export interface Workspace {
  /** Folder that contains `topicmill.yaml` and the caches. */
  readonly root: string;
  readonly config: TopicmillConfig;
  /** Of the file that the configuration was read from, as `fileHash` gives it. */
  readonly configHash: string;
  readonly tree: FolderTree;
  /** Page files that are not topics, because the site does not publish them. */
  readonly leftOut: readonly LeftOutFile[];
  /** Names the release of the steps' code: a record made by another release is not trusted. */
  readonly engine: string;
  readonly services: StepServices;
  /** What is remembered of builds. */
  readonly record: BuildRecord;
}

/**
 * File system path of the results of a folder, which for topics that are folders is that folder; or of a folder outside
 * the docs root, whose id begins with `../../`.
 */
export function folderPath(workspace: Pick<Workspace, 'root'> & { config: ResultsConfig }, id: string): string {
  return join(workspace.root, resultsRootOf(workspace.config), id);
}

/** Path of a folder as messages name it: relative to the workspace, with `/` on every system. */
export function displayPath(config: ResultsConfig, id: string): string {
  return joinBelow(resultsRootOf(config), id);
}

/** A segment that is empty, `.` or `..`. */
const SEGMENT_TO_RESOLVE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** `posix.join`, which takes several times as long: a build of many topics joins paths tens of thousands of times. */
export function joinBelow(directory: string, path: string): string {
  if (SEGMENT_TO_RESOLVE.test(directory) || SEGMENT_TO_RESOLVE.test(path)) return posix.join(directory, path);
  return `${directory}/${path}`;
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, readableEntries } from '@topicmill/base/files';
import { addTo } from '@topicmill/base/groups';
import { sum } from '@topicmill/base/sums';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  folderWork,
  recordKey,
  STATE_DIRECTORY,
  sourcePath,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';

/** What files of one kind take. */
export interface DiskUse {
  /** `sources`, `results of` a step, or a cache by its path below the workspace's root. */
  readonly kind: string;
  readonly fileCount: number;
  /** Of their contents, without what a file system adds. */
  readonly byteLength: number;
}

/**
 * What the references and pages, the results that builds have on record, and each cache take on disk. Links are not
 * followed, and what is gone or cannot be looked at takes nothing.
 */
export function diskUse(workspace: Workspace): DiskUse[] {
  const { root, config, tree } = workspace;
  const topics = [...tree.values()].filter(({ isTopic }) => isTopic);
  const caches = readableEntries(join(root, STATE_DIRECTORY)).map(({ name }) => `${STATE_DIRECTORY}/${name}`);
  return [
    measureUse(
      'sources',
      topics.flatMap((folder) => sourcePath(config, folder, REFERENCE_FILE) ?? []),
      root,
    ),
    ...Array.from(resultPaths(workspace), ([step, paths]) => measureUse(`results of ${step}`, paths, root)),
    ...[EMBEDDING_CACHE_DIRECTORY, ...caches.sort()].map((kind) => measureUse(kind, pathsBelow(root, kind), root)),
  ].filter(({ fileCount }) => fileCount > 0);
}

/** Paths of files by the name of the step that makes them, in the order of the build. */
function resultPaths(workspace: Workspace): Map<string, string[]> {
  const { config, record } = workspace;
  const paths = new Map<string, string[]>();
  for (const target of ALL_TARGETS) {
    for (const { name } of target.steps) paths.set(name, paths.get(name) ?? []);
    for (const folder of target.foldersIn(workspace)) {
      const steps = record.folder(recordKey(folderWork(target, folder), workspace))?.steps ?? {};
      const directory = displayPath(config, folder.id);
      for (const [name, { outputs }] of Object.entries(steps))
        for (const path of outputs) addTo(paths, name, `${directory}/${path}`);
    }
  }
  return paths;
}

function pathsBelow(root: string, path: string): string[] {
  const below = filesBelow(join(root, path), undefined, readableEntries);
  return [path, ...below.map((name) => `${path}/${name}`)];
}

function measureUse(kind: string, paths: readonly string[], root: string): DiskUse {
  const sizes = [...new Set(paths)].map((path) => fileSize(join(root, path))).filter((size) => size !== undefined);
  return { kind, fileCount: sizes.length, byteLength: sum(sizes) };
}

function fileSize(path: string): number | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats.size : undefined;
  } catch {
    return undefined;
  }
}

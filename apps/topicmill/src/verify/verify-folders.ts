import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { listDirectory, sha256Hex } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { readBuiltIndex } from '@topicmill/pipeline/built-topics';
import {
  type Folder,
  FolderFiles,
  folderFaults,
  folderPath,
  openFolder,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { PAGE_OUTPUTS, REFERENCE_OUTPUTS } from '@topicmill/pipeline/steps';
import { type FolderSnapshot, verifyFolder } from '@topicmill/pipeline/verify';
import { folderIdOf, topicStrategy } from '@topicmill/pipeline/workspace';
import type { TopicIndex } from '@topicmill/topics/formats';

/**
 * The folders of the docs root that arguments name, by id or by path; all of them without any.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function chooseFolders(topics: readonly string[], workspace: Workspace, cwd: string): Folder[] {
  if (topics.length === 0) return [...workspace.tree.values()].sort((a, b) => compareCodeUnits(a.id, b.id));
  return topics.map((topic) => {
    const id = topic.replace(/(?<!\/)\/+$/, '');
    const folder = workspace.tree.get(id) ?? workspace.tree.get(folderIdOf(workspace, resolve(cwd, topic)) ?? topic);
    if (folder !== undefined && topic !== '') return folder;
    throw new TopicmillError(
      'INVALID_OPTION',
      `"${topic}" is not a topic of the docs root "${workspace.config.docsRoot}".`,
      {
        remedy: 'Name a topic by its id or its folder.',
      },
    );
  });
}

/** What is wrong in folders of the docs root, in their order. */
export function verifyFolders(folders: readonly Folder[], workspace: Workspace): Diagnostic[] {
  const { config, tree } = workspace;
  const indexes = new Map<string, TopicIndex | undefined>();
  const excluded = new Set(config.chunking.exclude);
  const topicIds = [...tree.values()].filter(({ isTopic }) => isTopic).map(({ id }) => id);
  const context = {
    chunkedTopicIds: new Set(topicIds.filter((id) => !excluded.has(id))),
    mayDropTail: (folder: Folder) => topicStrategy(config, folder).options['tail'] === 'drop',
    stripeRounding: config.stripes.rounding,
    baseHref: config.baseHref,
    names: config,
    sha256Hex,
    indexOf(id: string): TopicIndex | undefined {
      if (!indexes.has(id)) indexes.set(id, readIndexIfSound(id, workspace));
      return indexes.get(id);
    },
    fileExists: (path: string) =>
      statSync(join(folderPath(workspace, ''), path), { throwIfNoEntry: false })?.isFile() === true,
  };
  return folders.flatMap((folder) =>
    folder.absentCount !== undefined
      ? []
      : folder.fault === undefined
        ? verifyFolder(snapshotOf(folder, workspace), context)
        : folderFaults([folder], workspace),
  );
}

function snapshotOf(folder: Folder, workspace: Workspace): FolderSnapshot {
  const directory = folderPath(workspace, folder.id);
  const files = openFolder(workspace, folder);
  const { chunks } = folder.sources === undefined ? REFERENCE_OUTPUTS : PAGE_OUTPUTS;
  return {
    folder,
    chunkFileNames: listDirectory(join(directory, chunks.directory), files.displayPath(chunks.directory)).filter(
      (name) => chunks.owns(name),
    ),
    read: (path) => files.read(path),
    displayPath: (path) => files.displayPath(path),
  };
}

function readIndexIfSound(id: string, workspace: Workspace): TopicIndex | undefined {
  try {
    return readBuiltIndex(new FolderFiles(folderPath(workspace, id), ''));
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

import { accessSync, constants, existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { counted, type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode } from '@topicmill/base/files';
import { compareWithKept, openEmbeddingCache, verifyCache } from '@topicmill/embedding/embedding-cache';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { resultsRootOf } from '@topicmill/pipeline/config';
import {
  findOrphanedNotes,
  findOrphans,
  orphanDiagnostics,
  orphanedNoteDiagnostics,
} from '@topicmill/pipeline/orphans';
import {
  displayPath,
  type Folder,
  faultsOf,
  openFolder,
  STATE_DIRECTORY,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { verifyStates } from '@topicmill/pipeline/state-cache';
import { EMBEDDING_CACHE_DIRECTORY, IgnoredPaths } from '@topicmill/pipeline/workspace';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import type { ChunkItem } from '@topicmill/topics/formats';
import { readBuiltIndex } from '../built-topics/read-built-index.js';
import { cacheFindings, stateFindings } from '../cache/cache-findings.js';
import type { Looked } from './check.js';

/** Whether there are topics, and all can be built by their names and folders. */
export function checkTopics(workspace: Workspace): Looked {
  const folders = [...workspace.tree.values()];
  const topicCount = folders.filter(({ isTopic }) => isTopic).length;
  const none: Diagnostic = {
    severity: 'warning',
    code: 'TOPICS_MISSING',
    message: 'There is no topic.',
    file: workspace.config.docsRoot,
    remedy:
      workspace.config.sources === 'pages'
        ? 'Check docsRoot and include, or run `topicmill build --dry-run`, which lists what is left out.'
        : 'Write a golden-reference.md in a folder below it.',
  };
  return {
    detail: counted(topicCount, 'topic'),
    findings: topicCount === 0 ? [none] : faultsOf(folders, workspace),
  };
}

/** Whether the folders that a build writes to are folders, and can be written. */
export function checkWritable({ root, config }: Workspace): Looked {
  const folders = ['.', resultsRootOf(config), STATE_DIRECTORY, EMBEDDING_CACHE_DIRECTORY].filter(
    (folder) => lstatSync(join(root, folder), { throwIfNoEntry: false }) !== undefined,
  );
  return { detail: folders.join(', '), findings: folders.flatMap((folder) => unwritable(root, folder)) };
}

function unwritable(root: string, folder: string): Diagnostic[] {
  if (statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true) {
    const [message, remedy] = [
      'A file or a link to nothing is where a folder belongs.',
      `Remove ${folder}, or give it another name.`,
    ];
    return [{ severity: 'error', code: 'FILE_UNWRITABLE', message, file: folder, remedy }];
  }
  try {
    accessSync(join(root, folder), constants.R_OK | constants.W_OK | constants.X_OK);
    return [];
  } catch (thrown) {
    const message = `The folder cannot be read and written (${errorCode(thrown)}).`;
    return [
      {
        severity: 'error',
        code: 'FILE_UNWRITABLE',
        message,
        file: folder,
        remedy: 'Change its owner or its permissions.',
      },
    ];
  }
}

/**
 * Whether the embedding model gives a vector.
 *
 * @throws TopicmillError as an embedder does
 */
export async function checkModel({ root, services }: Workspace, env: CommandIo['env']): Promise<Looked> {
  const embedder = createEmbedder(services.model, { env });
  const [vector] = await embedder.embed([PROBE_TEXT], { labels: ['a test text'] });
  compareWithKept(openEmbeddingCache(join(root, EMBEDDING_CACHE_DIRECTORY)), embedder, vector!);
  return { detail: `${services.model}, ${counted(vector!.length, 'dimension')}` };
}

/** Whether the vectors on disk are as they were written, and all chunks have one. */
export function checkVectors(workspace: Workspace): Looked {
  const { root } = workspace;
  const { entryCount, soundCount, problems } = verifyCache(join(root, EMBEDDING_CACHE_DIRECTORY));
  return {
    detail: `${soundCount} of ${counted(entryCount, 'entry', 'entries')} sound`,
    findings: [...cacheFindings(problems, 'warning'), ...[...workspace.tree.values()].flatMap(refusedIn(workspace))],
  };
}

/** What a build said of chunks that the model refused, for those who have not seen it. */
function refusedIn(workspace: Workspace): (folder: Folder) => Diagnostic[] {
  return (folder) => {
    const items = builtItems(folder, workspace);
    return items.flatMap(({ title, similarity_conceptual }): Diagnostic[] => {
      if (similarity_conceptual !== undefined) return [];
      const message = `The chunk ${JSON.stringify(title)} has no similarity: the model refused it, or the first chunk.`;
      const remedy = 'Build again, which asks the model again; else change the text, or use another model.';
      const file = displayPath(workspace.config, folder.id);
      return [{ severity: 'error', code: 'EMBEDDER_TEXT_REFUSED', message, file, remedy }];
    });
  };
}

/** The chunks of an index; whatever is wrong with it is for `topicmill verify`. */
function builtItems(folder: Folder, workspace: Workspace): readonly ChunkItem[] {
  if (!folder.isTopic || folder.fault !== undefined) return [];
  try {
    return readBuiltIndex(openFolder(workspace, folder))?._embedded.chunks?.['golden-reference'].items ?? [];
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return [];
    throw thrown;
  }
}

/** Whether the states are as they were written, and left out of the repository. */
export function checkStates({ root }: Workspace): Looked {
  const { fileCount, soundCount, problems } = verifyStates(root);
  return {
    detail: `${soundCount} of ${counted(fileCount, 'file')} sound`,
    findings: [...stateFindings(problems, 'warning'), ...committedStates(root)],
  };
}

function committedStates(root: string): Diagnostic[] {
  if (!existsSync(join(root, '.git')) || IgnoredPaths.at(root).leavesOut(`${STATE_DIRECTORY}/`)) return [];
  const message = `git does not leave out ${STATE_DIRECTORY}, which is of this checkout alone.`;
  return [
    {
      severity: 'warning',
      code: 'WORKSPACE_FILE_INVALID',
      message,
      file: '.gitignore',
      remedy: `Add a line ${STATE_DIRECTORY}.`,
    },
  ];
}

/** Whether outputs of topics that are gone are left, or hand-written files about pages that are gone. */
export function checkOrphans(workspace: Workspace): Looked {
  const orphans = findOrphans(workspace);
  const notes = findOrphanedNotes(workspace);
  return {
    detail: `${counted(orphans.length, 'folder')}${notes.length === 0 ? '' : `, ${counted(notes.length, 'file')} about pages that are gone`}`,
    findings: [...orphanDiagnostics(orphans, workspace), ...orphanedNoteDiagnostics(notes)],
  };
}

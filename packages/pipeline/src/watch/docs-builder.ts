import { join } from 'node:path';
import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { readTextIfExists, sha256Hex } from '@topicmill/base/files';
import {
  type ChunksManifest,
  joinChunks,
  readChunksManifest,
  readStripeOrders,
  type StripeOrders,
} from '@topicmill/topics/formats';
import { readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import { INDEX_FILE, pathIn } from '@topicmill/topics/formats/file-names';
import { type ComparedChunk, diffChunks } from '../gate/index.js';
import { removeSureOrphans } from '../orphans/index.js';
import {
  type Folder,
  type FolderReport,
  folderPath,
  folderWork,
  type RunOptions,
  removeGoneFolders,
  runFolder,
  runTargets,
  type StepReport,
  type Workspace,
} from '../runner/index.js';
import { AUTHORITY, CHUNKS_DIRECTORY, INDEX, topicDocument } from '../steps/index.js';
import { emptyPages } from '../workspace/index.js';
import type { TopicEvent } from './watch-event.js';

/** What was written and removed below the docs root, and what was noticed. */
export interface BuildResult {
  readonly paths: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The result of building a topic. */
export type BuiltTopic = Omit<TopicEvent, 'elapsedMs'>;

/**
 * Builds a topic and the indexes of the categories above it, but nothing that depends on all topics.
 *
 * @param onSource told of the copy of a page, or of the manifest of the chunks that are all of it, below the docs root, as
 *   soon as it is there
 * @returns `undefined` when nothing of it had changed since it was built
 */
export function buildTopic(
  workspace: Workspace,
  id: string,
  onSource: (path: string) => void,
): Promise<BuiltTopic | undefined> {
  const folder = workspace.tree.get(id);
  const { sourceName, manifestPath } = topicDocument(folder ?? {});
  const documents = folder?.page === undefined ? [sourceName] : [sourceName, manifestPath];
  const onStep = ({ written }: StepReport): void => {
    for (const file of documents) if (written.includes(file)) onSource(pathIn(id, file));
  };
  return buildAndCompare(workspace, id, { onStep, goOn: () => buildAbove(workspace, id) });
}

interface BuildOptions extends Pick<RunOptions, 'onStep'> {
  readonly goOn: () => Promise<FolderReport[]>;
}

async function buildAndCompare(
  workspace: Workspace,
  id: string,
  { goOn, ...options }: BuildOptions,
): Promise<BuiltTopic | undefined> {
  const before = readTopicState(workspace, id);
  const report = await runFolder(folderWork(INDEX, workspace.tree.get(id)!), workspace, options);
  if (report.steps.every((step) => step.outcome === 'current' && publishedPaths(report).length === 0)) return undefined;
  const above = report.outcome === 'built' ? await goOn() : [];
  const now = readTopicState(workspace, id);
  const { paths, diagnostics } = resultOf([report, ...above]);
  return {
    kind: 'topic',
    id,
    outcome: report.outcome === 'built' ? 'built' : 'failed',
    paths,
    chunks: diffChunks([{ id, chunks: before.chunks }], [{ id, chunks: now.chunks }])[0],
    stripesChanged: changedStripes(before, now),
    diagnostics,
  };
}

async function buildAbove(workspace: Workspace, id: string): Promise<FolderReport[]> {
  const reports: FolderReport[] = [];
  for (let at = parentOf(workspace, id); at !== undefined && at.id !== ''; at = parentOf(workspace, at.id)) {
    reports.push(await runFolder(folderWork(INDEX, at), workspace));
  }
  return reports;
}

function parentOf({ tree }: Workspace, id: string): Folder | undefined {
  const parentId = tree.get(id)?.parentId;
  return parentId === undefined ? undefined : tree.get(parentId);
}

/** Builds every folder, and removes what was made for folders that are gone. */
export async function buildAll(workspace: Workspace): Promise<BuildResult> {
  const reports: FolderReport[] = [];
  for await (const report of runTargets([AUTHORITY, INDEX], workspace)) reports.push(report);
  const { diagnostics, ...built } = resultOf(reports);
  const gone = clearGoneFolders(workspace);
  const orphans = removeSureOrphans(workspace);
  return { ...built, diagnostics: [...diagnostics, ...gone.diagnostics, ...orphans.diagnostics] };
}

/** Builds one folder, and none above it, as part of a look at all of them. */
export async function buildFolder(
  workspace: Workspace,
  id: string,
): Promise<BuildResult & { readonly topic: BuiltTopic | undefined }> {
  const folder = workspace.tree.get(id);
  if (folder?.isTopic) {
    const topic = await buildAndCompare(workspace, id, { goOn: async () => [] });
    return { paths: topic?.paths ?? [], diagnostics: topic?.diagnostics ?? [], topic };
  }
  const reports = folder === undefined ? [] : [await runFolder(folderWork(INDEX, folder), workspace)];
  return { ...resultOf(reports), topic: undefined };
}

/** Removes what was made for folders that are gone; says what cannot be removed, and which pages are empty. */
export function clearGoneFolders(workspace: Workspace): BuildResult {
  const { diagnostics } = removeGoneFolders([AUTHORITY, INDEX], workspace);
  return { paths: [], diagnostics: [...diagnostics, ...emptyPages(workspace)] };
}

/** What some folders' steps did, put together. */
export function resultOf(reports: readonly FolderReport[]): BuildResult {
  return {
    paths: [...new Set(reports.flatMap(publishedPaths))].sort(),
    diagnostics: reports.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics)),
  };
}

function publishedPaths({ id, steps }: FolderReport): string[] {
  return steps.flatMap(({ written, removed }) => [...written, ...removed].map((path) => pathIn(id, path)));
}

/** What an author sees change: a topic's chunks, and the orders in which samples of them are taken. */
interface TopicState {
  readonly chunks: readonly ComparedChunk[];
  readonly stripes: StripeOrders;
}

/** The state on disk; what is missing or damaged counts as empty, since it is about to be made again. */
function readTopicState(workspace: Workspace, id: string): TopicState {
  const directory = folderPath(workspace, id);
  const { manifestPath, sourceName } = topicDocument(workspace.tree.get(id) ?? {});
  const manifest = readIfSound(join(directory, manifestPath), readChunksManifest);
  const copy =
    manifest?.page && (readJoined(manifest, directory) ?? readIfSound(join(directory, sourceName), (text) => text));
  return {
    chunks: (manifest?.chunks ?? []).map(({ title, start, end, tokens_cl100k: tokenCount, ...chunk }) => ({
      title,
      sha256: chunk.sha256 ?? sha256Hex(copy?.slice(start, end) ?? ''),
      tokenCount,
    })),
    stripes: readIfSound(join(directory, INDEX_FILE), readStripeOrders) ?? { conceptual: [], technical: [] },
  };
}

/** The text of a page by its chunks; `undefined` where they are not all of it. */
function readJoined(manifest: ChunksManifest, directory: string): string | undefined {
  const read = (path: string): { readonly bytes: Uint8Array } | undefined => {
    const text = readIfSound(join(directory, path), (each) => each);
    return text === undefined ? undefined : { bytes: Buffer.from(text) };
  };
  const texts = manifest.chunks.map(({ file }) => readChunkAmong(pathIn(CHUNKS_DIRECTORY, file), read)?.text ?? '');
  return joinChunks(manifest, texts);
}

/** The stripes whose order differs between two states. */
function changedStripes(before: TopicState, now: TopicState): ('conceptual' | 'technical')[] {
  return (['conceptual', 'technical'] as const).filter(
    (stripe) => before.stripes[stripe].join() !== now.stripes[stripe].join(),
  );
}

function readIfSound<T>(path: string, read: (text: string, file: string) => T): T | undefined {
  try {
    const text = readTextIfExists(path);
    return text === undefined ? undefined : read(text, path);
  } catch (thrown) {
    if (thrown instanceof TopicmillError) return undefined;
    throw thrown;
  }
}

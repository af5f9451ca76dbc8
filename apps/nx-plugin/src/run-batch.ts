import { TopicmillError } from '@topicmill/base/diagnostics';
import { ALL_TARGETS, OPTIONAL_TARGETS, type OptionalTarget } from '@topicmill/pipeline/optional-targets';
import {
  displayPath,
  type Folder,
  type FolderPlan,
  FolderState,
  folderWork,
  publishState,
  reconcile,
  type SourceHashes,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { AUTHORITY, AUTHORITY_PATH, holds, INDEX, indexStep, pageIndexStep } from '@topicmill/pipeline/steps';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { type BatchPart, runParts, type TaskOutcome } from './batch-parts.js';
import { workersFor } from './folder-workers.js';
import type { IndexOptions, OptionalOptions } from './infer-projects.js';

/**
 * Runs the step whose file all topics read, then the steps of many folders, children before their parents, in one
 * process; each result goes to Nx at once. Topics do not wait for the task of that step, which may be none of the run's:
 * where the file is not the one that they are to read, it is made all the same.
 */
export async function* index(
  graph: TaskGraph,
  options: Record<string, IndexOptions>,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  const tasks = Object.entries(options);
  const first = new Map(tasks.filter(([, { step }]) => step !== undefined).map(([taskId]) => ['', taskId]));
  const others = new Map(
    tasks.filter(([, { step }]) => step === undefined).map(([taskId, { folder }]) => [folder, taskId]),
  );
  const authorityHash = tasks.map(([, { sources }]) => sources[AUTHORITY_PATH]).find((hash) => hash !== undefined);
  yield* runParts(graph, context, (workspace) => {
    const isMissing = authorityHash !== undefined && !holds(workspace, AUTHORITY_PATH, authorityHash);
    return [
      ...(first.size > 0 || isMissing
        ? [{ taskIds: first, plan: authorityPlan(workspace, context, options[first.get('')!]?.sources) }]
        : []),
      ...(others.size > 0
        ? [{ taskIds: others, plan: indexPlan(workspace, others, ({ id }) => options[others.get(id)!]!) }]
        : []),
    ];
  });
}

function authorityPlan(workspace: Workspace, context: ExecutorContext, expected: SourceHashes | undefined): FolderPlan {
  return {
    folders: foldersOf(workspace, ['']),
    target: AUTHORITY,
    prepare: () => refuseUnknownTopics(workspace, context),
    expectedOf: () => expected,
  };
}

function indexPlan(
  workspace: Workspace,
  taskIds: ReadonlyMap<string, string>,
  optionsOf: (folder: Folder) => IndexOptions,
): BatchPart['plan'] {
  const folders = foldersOf(workspace, taskIds.keys());
  const prepare = (folder: Folder): void => {
    refuseOtherChildren(folder, optionsOf(folder));
    publishChildrenOf(folder, taskIds, workspace);
  };
  const expectedOf = (folder: Folder): SourceHashes => optionsOf(folder).sources;
  return { folders, target: INDEX, prepare, expectedOf, ...workersFor(workspace, folders) };
}

/** Makes the chunk records of topics and of folders of markdown. */
export const records = optionalExecutor('records');
/** Cuts references into pages. */
export const pages = optionalExecutor('pages');
/** Asks questions of the pages of topics, and fails those that miss a threshold. */
export const score = optionalExecutor('score');
/** Publishes the search index of the docs root. */
export const search = optionalExecutor('search');

type Executor = (
  graph: TaskGraph,
  options: Record<string, OptionalOptions>,
  overrides: unknown,
  context: ExecutorContext,
) => AsyncGenerator<TaskOutcome>;

/** Runs the steps of one of the targets beside `index`; their folders do not wait for each other. */
function optionalExecutor(name: OptionalTarget['name']): Executor {
  const target = OPTIONAL_TARGETS.find((each) => each.name === name)!;
  return async function* (graph, options, _overrides, context) {
    const taskIds = new Map(Object.entries(options).map(([taskId, { folder }]) => [folder, taskId]));
    yield* runParts(graph, context, (workspace) => {
      const plan: FolderPlan = {
        folders: optionalFolders(target, taskIds, workspace),
        target,
        expectedOf: ({ id }) => options[taskIds.get(id)!]?.sources,
        ...preparing(target, workspace),
      };
      return [{ plan, taskIds }];
    });
  };
}

/** What a target reads is published first: of a task that was answered from the cache only the state is there. */
function preparing({ reads }: OptionalTarget, workspace: Workspace): Pick<FolderPlan, 'prepare'> {
  if (reads === undefined) return {};
  if (reads === 'index') return { prepare: () => publishIndexes(workspace) };
  const read = OPTIONAL_TARGETS.find(({ name }) => name === reads)!;
  return {
    prepare: (folder) => {
      const state = new FolderState(workspace.root, read.name, displayPath(workspace.config, folder.id));
      publishState(workspace, folder.id, state, read.stepsOf(folder));
    },
  };
}

function optionalFolders(target: OptionalTarget, taskIds: ReadonlyMap<string, string>, workspace: Workspace): Folder[] {
  const present = new Map(target.foldersIn(workspace).map((folder) => [folder.id, folder]));
  return [...taskIds.keys()].map((id) => {
    const folder = present.get(id);
    if (folder === undefined) throw otherFolders(id, id);
    return folder;
  });
}

function foldersOf(workspace: Workspace, ids: Iterable<string>): Folder[] {
  return [...ids].map((id) => {
    const folder = workspace.tree.get(id);
    if (folder !== undefined) return folder;
    throw otherFolders(id, id);
  });
}

/** The set of folders is part of what Nx hashed, too. */
function refuseOtherChildren({ id, childIds }: Folder, { children }: IndexOptions): void {
  if (childIds.join('\0') === children.join('\0')) return;
  const [known, present] = [new Set(children), new Set(childIds)];
  const other = [...childIds.filter((child) => !known.has(child)), ...children.filter((each) => !present.has(each))];
  throw otherFolders(other[0] ?? id, id);
}

/** What the ignore files of a machine leave out for Nx may not be left out by ours. */
function refuseUnknownTopics({ tree, config }: Workspace, { projectsConfigurations }: ExecutorContext): void {
  const known = new Set<unknown>(
    Object.values(projectsConfigurations.projects).map(({ targets }) => targets?.[INDEX.name]?.options?.folder),
  );
  const unknown = [...tree.values()].find(({ id, isTopic }) => isTopic && !known.has(id));
  if (unknown === undefined) return;
  throw new TopicmillError('SOURCE_CHANGED', `Nx did not know of the topic "${unknown.id}" when the build began.`, {
    file: displayPath(config, unknown.id),
    remedy:
      'Run the command again. If it says the same, Nx leaves the folder out: name it in .nxignore too, or rename it.',
  });
}

function otherFolders(id: string, file: string): TopicmillError {
  return new TopicmillError('AUTHORED_PART_CHANGED', `The folder "${id}" came or went while the build was starting.`, {
    file,
    remedy: 'Run the command again.',
  });
}

/** Folders below that are not built now were restored by Nx as states: their indexes are what the folders above read. */
function publishChildrenOf({ childIds }: Folder, building: ReadonlyMap<string, string>, workspace: Workspace): void {
  for (const id of childIds.filter((childId) => !building.has(childId))) {
    const state = new FolderState(workspace.root, INDEX.name, displayPath(workspace.config, id));
    const { sources } = workspace.tree.get(id)!;
    publishState(workspace, id, state, [sources === undefined ? indexStep : pageIndexStep]);
  }
}

/** Folders that are answered from the cache come as states: the files that this target reads are published from them. */
function publishIndexes(workspace: Workspace): void {
  const items = INDEX.foldersIn(workspace).map((folder) => ({ ...folderWork(INDEX, folder), justPublished: false }));
  reconcile({ workspace, items, targets: ALL_TARGETS, nowMs: Date.now() });
}

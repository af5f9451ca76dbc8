import { OPTIONAL_TARGETS, type OptionalTarget } from '@topicmill/pipeline/optional-targets';
import type { Folder, FolderPlan, Workspace } from '@topicmill/pipeline/runner';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { runParts, type TaskOutcome } from './batch-parts.js';
import { compileLess } from './compile-less.js';
import { plannedSources } from './planned-sources.js';
import { changedFolders } from './refuse-changes.js';
import { RestoredFolders } from './restored-folders.js';
import { folderIdsOf, type OptionalOptions, packsOf } from './target-options.js';

export { index } from './run-index-batch.js';

compileLess();

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

/** Runs the steps of one of the targets other than `index`; their folders do not wait for each other. */
function optionalExecutor(name: OptionalTarget['name']): Executor {
  const target = OPTIONAL_TARGETS.find((each) => each.name === name)!;
  return async function* (graph, options, _overrides, context) {
    const taskIds = new Map(
      Object.entries(options).flatMap(([taskId, each]) => folderIdsOf(each).map((id) => [id, taskId] as const)),
    );
    yield* runParts(graph, context, (workspace) => {
      const plan: FolderPlan = {
        folders: optionalFolders(target, taskIds, workspace),
        target,
        expectedOf: ({ id }) => plannedSources(taskIds.get(id)!, id, graph, context),
        ...preparing(target, workspace, context),
      };
      return { parts: [{ plan, taskIds, packs: packsOf(options) }] };
    });
  };
}

/** What a target reads is published first: of a task that was answered from the cache only the state is there. */
function preparing(
  { reads }: OptionalTarget,
  workspace: Workspace,
  context: ExecutorContext,
): Pick<FolderPlan, 'prepare'> {
  if (reads === undefined) return {};
  const restored = new RestoredFolders(workspace, context, () => false);
  if (reads === 'index') return { prepare: () => restored.publishAll() };
  const read = OPTIONAL_TARGETS.find(({ name }) => name === reads)!;
  return { prepare: (folder) => restored.publish(read, folder, read.stepsOf(folder)) };
}

function optionalFolders(target: OptionalTarget, taskIds: ReadonlyMap<string, string>, workspace: Workspace): Folder[] {
  const present = new Map(target.foldersIn(workspace).map((folder) => [folder.id, folder]));
  return [...taskIds.keys()].map((id) => {
    const folder = present.get(id);
    if (folder === undefined) throw changedFolders(id);
    return folder;
  });
}

import { type Diagnostic, diagnosticsOf, formatDiagnostic, referTo, TopicmillError } from '@topicmill/diagnostics';
import { besideSteps, OPTIONAL_TARGETS, type OptionalTarget } from '@topicmill/optional-targets';
import {
  authorityStep,
  type Folder,
  type FolderPlan,
  type FolderReport,
  FolderState,
  forgetSources,
  formatFolderReport,
  indexStep,
  openWorkspace,
  publishState,
  runFolders,
  type SettleItem,
  type SourceHashes,
  STEPS,
  settle,
  shownPath,
  stepsOf,
  type Workspace,
} from '@topicmill/pipeline';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { type FolderWorkers, workersFor } from './folder-workers.js';
import { type AuthorityOptions, type IndexOptions, type OptionalOptions, projectName } from './infer-projects.js';
import { hasSharedFault, tellReportsOnce } from './shared-faults.js';

/** What Nx is told of a task; `skipped` keeps it out of the list of failures. */
interface TaskOutcome {
  readonly task: string;
  readonly result: {
    readonly success: boolean;
    readonly status?: 'skipped';
    readonly terminalOutput: string;
    readonly startTime: number;
    readonly endTime: number;
  };
}

/** Runs the steps of many folders in one process, children before their parents; each result goes to Nx at once. */
export async function* index(
  graph: TaskGraph,
  options: Record<string, IndexOptions>,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  const taskIds = new Map(Object.entries(options).map(([taskId, { folder }]) => [folder, taskId]));
  yield* runPlan(graph, context, taskIds, (workspace) => {
    const folders = foldersOf(workspace, taskIds.keys());
    const optionsOf = (folder: Folder): IndexOptions => options[taskIds.get(folder.id)!]!;
    const prepare = (folder: Folder): void => {
      refuseOtherChildren(folder, optionsOf(folder));
      publishChildrenOf(folder, taskIds, workspace);
    };
    const expectedOf = (folder: Folder): SourceHashes => optionsOf(folder).sources;
    return { folders, kind: 'index', stepsOf, prepare, expectedOf, ...workersFor(workspace, folders) };
  });
}

/** Runs the step that all topics wait for. */
export async function* authority(
  graph: TaskGraph,
  options: Record<string, AuthorityOptions>,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  const taskIds = new Map(Object.keys(graph.tasks).map((taskId) => ['', taskId]));
  yield* runPlan(graph, context, taskIds, (workspace) => ({
    folders: foldersOf(workspace, ['']),
    kind: 'authority',
    stepsOf: () => [authorityStep],
    prepare: () => refuseUnknownTopics(workspace, context),
    expectedOf: () => Object.values(options)[0]?.sources,
  }));
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
    yield* runPlan(graph, context, taskIds, (workspace) => ({
      folders: optionalFolders(target, taskIds, workspace),
      kind: name,
      stepsOf: target.stepsOf,
      expectedOf: ({ id }) => options[taskIds.get(id)!]?.sources,
      ...preparing(target, workspace),
    }));
  };
}

/** What a target reads is published first: of a task that was answered from the cache only the state is there. */
function preparing({ reads }: OptionalTarget, workspace: Workspace): Pick<FolderPlan, 'prepare'> {
  if (reads === undefined) return {};
  if (reads === 'index') return { prepare: () => publishIndexes(workspace) };
  const read = OPTIONAL_TARGETS.find(({ name }) => name === reads)!;
  return {
    prepare: (folder) => {
      const state = new FolderState(workspace.root, read.name, shownPath(workspace.config, folder.id));
      publishState(workspace, folder.id, state, read.stepsOf(folder));
    },
  };
}

/** They do not wait for the folders below them. */
function optionalFolders(target: OptionalTarget, taskIds: ReadonlyMap<string, string>, workspace: Workspace): Folder[] {
  const present = new Map(target.foldersIn(workspace).map((folder) => [folder.id, folder]));
  return [...taskIds.keys()].map((id) => {
    const folder = present.get(id);
    if (folder === undefined) throw otherFolders(id, id);
    return { ...folder, childIds: [] };
  });
}

async function* runPlan(
  graph: TaskGraph,
  context: ExecutorContext,
  taskIds: ReadonlyMap<string, string>,
  planFor: (workspace: Workspace) => FolderPlan & Partial<FolderWorkers>,
): AsyncGenerator<TaskOutcome> {
  const startTime = Date.now();
  let plan: ReturnType<typeof planFor> | undefined;
  try {
    const warnings: string[] = [];
    const workspace = openWorkspace(context.root, { env: process.env, onWarning: (message) => warnings.push(message) });
    plan = planFor(workspace);
    const held: FolderReport[] = [];
    for await (const report of runFolders(plan, workspace)) {
      if (report.steps.some(foundChanges)) forgetSources(workspace.root);
      if (hasSharedFault(report)) held.push(report);
      else yield outcomeOf(taskIds.get(report.id)!, report, warnings.splice(0), startTime);
    }
    for (const report of tellReportsOnce(held))
      yield outcomeOf(taskIds.get(report.id)!, report, warnings.splice(0), startTime);
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown);
    const [first, ...others] = Object.keys(graph.tasks);
    if (first !== undefined) yield notRun(first, diagnostics, startTime);
    for (const task of others) {
      const reference = diagnostics.map((diagnostic) => referTo(diagnostic, `the task ${first}`));
      yield notRun(task, reference, startTime);
    }
  } finally {
    await plan?.close?.();
  }
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
  const { projects } = projectsConfigurations;
  const unknown = [...tree.values()].find(
    ({ id, isTopic }) => isTopic && projects[projectName(config.docsRoot, id)] === undefined,
  );
  if (unknown === undefined) return;
  throw new TopicmillError('SOURCE_CHANGED', `Nx did not know of the topic "${unknown.id}" when the build began.`, {
    file: shownPath(config, unknown.id),
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
    const state = new FolderState(workspace.root, 'index', shownPath(workspace.config, id));
    publishState(workspace, id, state, [indexStep]);
  }
}

/** Folders that are answered from the cache come as states: the files that this target reads are published from them. */
function publishIndexes(workspace: Workspace): void {
  const items = [...workspace.tree.values()].map(
    (folder): SettleItem => ({ folder, kind: 'index', steps: stepsOf(folder), justPublished: false }),
  );
  settle(items, STEPS, workspace, Date.now(), besideSteps(workspace));
}

/** Whatever told the planner of other sources is not to tell it so again. */
function foundChanges({ diagnostics }: FolderReport['steps'][number]): boolean {
  return diagnostics.some(({ code }) => code === 'SOURCE_CHANGED' || code === 'AUTHORED_PART_CHANGED');
}

function notRun(task: string, diagnostics: readonly Diagnostic[], startTime: number): TaskOutcome {
  const terminalOutput = diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('');
  return { task, result: { success: false, terminalOutput, startTime, endTime: Date.now() } };
}

function outcomeOf(task: string, report: FolderReport, warnings: readonly string[], startTime: number): TaskOutcome {
  const diagnostics: readonly Diagnostic[] = report.steps.flatMap((step) => step.diagnostics);
  const lines = [...diagnostics.map(formatDiagnostic), ...warnings].map((line) => `${line}\n`).join('');
  return {
    task,
    result: {
      success: report.outcome === 'built',
      ...(report.outcome === 'skipped' ? { status: 'skipped' } : {}),
      terminalOutput:
        report.outcome === 'skipped' ? 'skipped: a folder below it failed\n' : formatFolderReport(report) + lines,
      startTime,
      endTime: Date.now(),
    },
  };
}

import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import * as batch from './run-batch.js';
import type { IndexOptions, OptionalOptions } from './target-options.js';

/** Runs the steps of one folder, or the one that makes what all topics read, for an Nx that does not batch. */
export async function index(options: IndexOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  return runAlone(context, (graph) => batch.index(graph, { [TASK_ID]: options }, {}, context));
}

/** Makes the chunk records of a folder, for an Nx that does not batch. */
export async function records(options: OptionalOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  return runAlone(context, (graph) => batch.records(graph, { [TASK_ID]: options }, {}, context));
}

/** Cuts a reference into pages, for an Nx that does not batch. */
export async function pages(options: OptionalOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  return runAlone(context, (graph) => batch.pages(graph, { [TASK_ID]: options }, {}, context));
}

/** Asks questions of a topic's pages, for an Nx that does not batch. */
export async function score(options: OptionalOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  return runAlone(context, (graph) => batch.score(graph, { [TASK_ID]: options }, {}, context));
}

/** Publishes the search index of the docs root, for an Nx that does not batch. */
export async function search(options: OptionalOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  return runAlone(context, (graph) => batch.search(graph, { [TASK_ID]: options }, {}, context));
}

const TASK_ID = 'task';

async function runAlone(
  { projectName, targetName }: ExecutorContext,
  run: (graph: TaskGraph) => ReturnType<typeof batch.index>,
): Promise<{ success: boolean }> {
  const task = { target: { project: projectName, target: targetName } };
  const graph = { roots: [TASK_ID], tasks: { [TASK_ID]: task }, dependencies: {} } as unknown as TaskGraph;
  let success = true;
  for await (const { result } of run(graph)) {
    process.stdout.write(result.terminalOutput);
    success = success && result.success;
  }
  return { success };
}

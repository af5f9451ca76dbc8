import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';
import { runTasks } from './run-batch.js';

/** Runs the task of one project, for an Nx that does not batch. */
export async function runTask(options: unknown, context: ExecutorContext): Promise<{ success: boolean }> {
  const { projectName: project, targetName: target } = context;
  const task = { target: { project, target } };
  const graph = { roots: ['task'], tasks: { task }, dependencies: {} } as unknown as TaskGraph;
  let success = true;
  for await (const { result } of runTasks(graph, { task: options }, {}, context)) {
    process.stdout.write(result.terminalOutput);
    success &&= result.success;
  }
  return { success };
}

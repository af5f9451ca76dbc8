import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';

interface TaskOutcome {
  readonly task: string;
  readonly result: {
    readonly success: boolean;
    readonly terminalOutput: string;
    readonly startTime: number;
    readonly endTime: number;
  };
}

/** Copies for each task of a batch, dependencies first. */
export async function* copyBatch(
  graph: TaskGraph,
  _options: unknown,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  for (const task of dependenciesFirst(graph)) {
    const startTime = Date.now();
    const { outputs, projectRoot } = graph.tasks[task]!;
    copySource({ workspaceRoot: context.root, projectRoot: projectRoot ?? '', outputs });
    yield { task, result: { success: true, terminalOutput: 'copied\n', startTime, endTime: Date.now() } };
  }
}

/** Copies for one task, for an Nx that does not batch. */
export async function copyTask(_options: unknown, context: ExecutorContext): Promise<{ success: boolean }> {
  const project = context.projectsConfigurations.projects[context.projectName!]!;
  const outputs = project.targets![context.targetName!]!.outputs!.map((output) =>
    output.replace('{workspaceRoot}/', '').replace('{projectRoot}', project.root),
  );
  copySource({ workspaceRoot: context.root, projectRoot: project.root, outputs });
  return { success: true };
}

interface CopyTask {
  readonly workspaceRoot: string;
  readonly projectRoot: string;
  readonly outputs: readonly string[];
}

function copySource({ workspaceRoot, projectRoot, outputs }: CopyTask): void {
  const reference = join(workspaceRoot, projectRoot, 'golden-reference.md');
  const source = existsSync(reference) ? reference : join(workspaceRoot, 'topicmill.yaml');
  const target = join(workspaceRoot, outputs[0]!);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

function dependenciesFirst(graph: TaskGraph): Set<string> {
  const ordered = new Set<string>();
  const visit = (task: string): void => {
    if (ordered.has(task) || graph.tasks[task] === undefined) return;
    for (const { id } of graph.dependencies[task] ?? []) visit(id);
    ordered.add(task);
  };
  for (const task of Object.keys(graph.tasks)) visit(task);
  return ordered;
}

import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExecutorContext, TaskGraph } from 'nx/src/devkit-exports.js';

/** What Topicmill makes in a folder beside the outputs that Nx knows of. */
const MADE = ['_chunks', '_keywords', 'topic-spec.md', 'index.json', 'related.json'];
/** Named here, since the pipeline that knows it would be loaded with it. */
const VECTORS = '.embedding-cache';

interface CopyOptions {
  readonly builtFrom?: string;
}

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
  options: Record<string, CopyOptions>,
  _overrides: unknown,
  context: ExecutorContext,
): AsyncGenerator<TaskOutcome> {
  for (const task of dependenciesFirst(graph)) {
    const startTime = Date.now();
    const { outputs, projectRoot } = graph.tasks[task]!;
    copyFor({ workspaceRoot: context.root, projectRoot: projectRoot ?? '', outputs }, options[task]!);
    yield { task, result: { success: true, terminalOutput: 'copied\n', startTime, endTime: Date.now() } };
  }
}

/** Copies for one task, for an Nx that does not batch. */
export async function copyTask(options: CopyOptions, context: ExecutorContext): Promise<{ success: boolean }> {
  const project = context.projectsConfigurations.projects[context.projectName!]!;
  const outputs = project.targets![context.targetName!]!.outputs!.map((output) =>
    output.replace('{workspaceRoot}/', '').replace('{projectRoot}', project.root),
  );
  copyFor({ workspaceRoot: context.root, projectRoot: project.root, outputs }, options);
  return { success: true };
}

interface CopyTask {
  readonly workspaceRoot: string;
  readonly projectRoot: string;
  readonly outputs: readonly string[];
}

function copyFor(task: CopyTask, { builtFrom }: CopyOptions): void {
  if (builtFrom === undefined) copySource(task);
  else copyBuilt(task, builtFrom);
}

function copySource({ workspaceRoot, projectRoot, outputs }: CopyTask): void {
  const reference = join(workspaceRoot, projectRoot, 'golden-reference.md');
  const source = existsSync(reference) ? reference : join(workspaceRoot, 'topicmill.yaml');
  const target = join(workspaceRoot, outputs[0]!);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(source, target);
}

function copyBuilt({ workspaceRoot, projectRoot, outputs }: CopyTask, builtFrom: string): void {
  const made = MADE.map((name) => join(projectRoot, name));
  const vectors = existsSync(join(workspaceRoot, VECTORS)) ? [] : [VECTORS];
  for (const path of [...outputs, ...made, ...vectors]) {
    const source = join(builtFrom, path);
    if (existsSync(source)) cpSync(source, join(workspaceRoot, path), { recursive: true });
  }
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

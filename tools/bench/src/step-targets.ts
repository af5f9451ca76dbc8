import type { ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports.js';

const STEP_EXECUTOR = 'step';
/** The steps of a topic that are commands of their own, each with those that it reads; `index` is the fourth. */
const STEPS_BEFORE_INDEX = { chunk: [], keywords: ['chunk'], 'topic-spec': ['chunk', 'keywords'] };

/** A topic with a target for each of its four commands, in place of one target that runs them all. */
export function withStepTargets<P extends Partial<ProjectConfiguration>>(project: P): P {
  const { index, ...others } = project.targets ?? {};
  if (index === undefined) return project;
  if (!isTopic(index)) return { ...project, targets: inOneBatch({ ...others, index }) };
  const before = Object.entries(STEPS_BEFORE_INDEX).map(([step, read]) => [step, stepTarget(step, read, index)]);
  const last = { ...stepTarget('index', ['topic-spec'], index), outputs: index.outputs! };
  return { ...project, targets: { ...others, ...Object.fromEntries(before), index: last } };
}

/** Nx hands over together what has the same executor. */
function inOneBatch(targets: Readonly<Record<string, TargetConfiguration>>): Record<string, TargetConfiguration> {
  const entries = Object.entries(targets);
  return Object.fromEntries(entries.map(([name, target]) => [name, { ...target, executor: STEP_EXECUTOR }]));
}

/** Folders that are no topics have folders below them. */
function isTopic({ options }: TargetConfiguration): boolean {
  return (options as { children: readonly string[] }).children.length === 0;
}

function stepTarget(step: string, read: readonly string[], index: TargetConfiguration): TargetConfiguration {
  const reads = read.map((name) => ({ dependentTasksOutputFiles: `**/_${name}/copy.md` }));
  return {
    executor: STEP_EXECUTOR,
    cache: true,
    inputs: [...index.inputs!, ...reads],
    outputs: [`{projectRoot}/_${step}/copy.md`],
    dependsOn: [...index.dependsOn!, ...read],
    options: index.options,
  };
}

import { inferWith, createNodes as topicNodes } from '@topicmill/nx';
import type { CreateNodes, ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports.js';
import { withStepTargets } from './step-targets.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/bench';

/** How much the tasks of a workspace copy that is measured beside Topicmill's own. */
export interface CopyPluginOptions {
  /** `steps`: a task a step, as a plain plugin for Nx would have them; otherwise the tasks are Topicmill's. */
  readonly targets?: 'steps';
  /** A docs repository that has been built: tasks copy all that it holds of their folder, not one file. */
  readonly builtFrom?: string;
}

const [pattern] = topicNodes;

/**
 * Infers what @topicmill/nx infers, with the same inputs, outputs and dependencies, but with executors that only copy
 * and without the authority, which Topicmill makes as it infers: what a build costs without the work of Topicmill's own
 * steps.
 */
export const createNodes: CreateNodes<CopyPluginOptions> = [
  pattern,
  async (files, options = {}, context) => {
    const found = inferWith(() => '', files, context);
    return found.map(([file, { projects = {} }]) => {
      const copying = Object.entries(projects).map(
        ([root, project]) => [root, copyingProject(project, options)] as const,
      );
      return [file, { projects: Object.fromEntries(copying) }] as const;
    });
  },
];

function copyingProject<P extends Partial<ProjectConfiguration>>(project: P, options: CopyPluginOptions): P {
  const { targets: inferred } = options.targets === 'steps' ? withStepTargets(project) : project;
  if (inferred === undefined) return project;
  const targets = Object.entries(inferred).map(([target, configuration]) => [
    target,
    copyingTarget(configuration, options),
  ]);
  return { ...project, targets: Object.fromEntries(targets) };
}

function copyingTarget(target: TargetConfiguration, { builtFrom }: CopyPluginOptions): TargetConfiguration {
  const executor = `${name}:${target.executor!.slice(target.executor!.lastIndexOf(':') + 1)}`;
  return { ...target, executor, ...(builtFrom === undefined ? {} : { options: { ...target.options, builtFrom } }) };
}

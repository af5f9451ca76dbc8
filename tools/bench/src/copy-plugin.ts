import { createNodes as topicNodes } from '@topicmill/nx';
import type { CreateNodes, ProjectConfiguration, TargetConfiguration } from 'nx/src/devkit-exports.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/bench';

const [pattern, inferTopics] = topicNodes;

/**
 * Infers what @topicmill/nx infers, with the same inputs, outputs and dependencies, but with executors that copy one
 * file a task: what a build costs without Topicmill's own steps.
 */
export const createNodes: CreateNodes = [
  pattern,
  async (files, options, context) => {
    const found = await inferTopics(files, options, context);
    return found.map(([file, { projects = {} }]) => {
      const copying = Object.entries(projects).map(([root, project]) => [root, withCopying(project)] as const);
      return [file, { projects: Object.fromEntries(copying) }] as const;
    });
  },
];

function withCopying<P extends Partial<ProjectConfiguration>>(project: P): P {
  if (project.targets === undefined) return project;
  const targets = Object.entries(project.targets).map(([target, configuration]) => [
    target,
    { ...configuration, executor: copyExecutor(configuration) },
  ]);
  return { ...project, targets: Object.fromEntries(targets) };
}

function copyExecutor({ executor }: TargetConfiguration): string {
  return `${name}:${executor!.slice(executor!.lastIndexOf(':') + 1)}`;
}

import { inferWith, createNodes as topicNodes } from '@topicmill/nx';
import type { CreateNodes, ProjectConfiguration } from 'nx/src/devkit-exports.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/measure';

const [pattern] = topicNodes;

/**
 * Infers what @topicmill/nx infers, with the same inputs, outputs and dependencies, but with executors that only copy a
 * file and without the authority, which Topicmill makes as it infers: what a build costs without the work of Topicmill's
 * own steps.
 */
export const createNodes: CreateNodes = [
  pattern,
  async (files, _options, context) => {
    const found = inferWith(() => '', files, context);
    return found.map(([file, { projects = {} }]) => {
      const copying = Object.entries(projects).map(([root, project]) => [root, copyingProject(project)] as const);
      return [file, { projects: Object.fromEntries(copying) }] as const;
    });
  },
];

function copyingProject<P extends Partial<ProjectConfiguration>>(project: P): P {
  if (project.targets === undefined) return project;
  const targets = Object.entries(project.targets).map(([target, configuration]) => {
    const executor = configuration.executor!;
    return [target, { ...configuration, executor: `${name}:${executor.slice(executor.lastIndexOf(':') + 1)}` }];
  });
  return { ...project, targets: Object.fromEntries(targets) };
}

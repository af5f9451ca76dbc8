import type { CreateNodes, PostTasksExecution } from '@nx/devkit';
import { ALL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { CONFIG_FILE } from '@topicmill/pipeline/runner';
import { planAuthority } from '@topicmill/pipeline/steps';
import { PAGE_NOTES_DIRECTORY } from '@topicmill/pipeline/workspace';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { inferWith } from './infer-with.js';
import { PACKAGE_FILES } from './project-places.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/nx';

/**
 * Infers the projects of the docs root from the references that Nx found; of the files written by hand, only those that have
 * changed since the last time are read. The configuration file is asked for too, so that the docs root outlives its last topic.
 */
export const createNodes: CreateNodes = [
  // Nx before 23 reads no braces within braces.
  `{${[CONFIG_FILE, `${PAGE_NOTES_DIRECTORY}/**/*`, ...[REFERENCE_FILE, ...PACKAGE_FILES].map((file) => `**/${file}`)].join(',')}}`,
  (files, _options, context) => inferWith(planAuthority, files, context),
];

/** The name by which Nx before 24 looks for `createNodes`. */
export const createNodesV2 = createNodes;

const OUR_TARGETS = new Set<string>(ALL_TARGETS.map(({ name }) => name));

/** Puts the files of the docs root right after a run that touched it. */
export const postTasksExecution: PostTasksExecution = async (_options, context) => {
  const isOurs = (taskId: string): boolean => OUR_TARGETS.has(taskId.slice(taskId.lastIndexOf(':') + 1));
  if (!Object.keys(context.taskResults).some(isOurs)) return;
  const { reconcileRun } = await import('./reconcile-run.js');
  await reconcileRun(context);
};

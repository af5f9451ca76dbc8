import type { TopicmillConfig } from '@topicmill/base/config';
import { diagnosticsOf, formatDiagnostic } from '@topicmill/base/diagnostics';
import { ALL_TARGETS, OPTIONAL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { CONFIG_FILE, SourceRecord } from '@topicmill/pipeline/runner';
import { type AuthorityPlan, planAuthority, plannedHashes } from '@topicmill/pipeline/steps';
import { buildFolderTree, engineId, REFERENCE_FILE, readConfig } from '@topicmill/pipeline/workspace';
import type {
  CreateNodes,
  CreateNodesContext,
  CreateNodesResultArray,
  PostTasksExecution,
} from 'nx/src/devkit-exports.js';
import { inferProjects } from './infer-projects.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/nx';

/**
 * Infers the projects of the docs root from the references that Nx found; of people's files those are read that have
 * changed since the last time. The configuration file is asked for too, so that the docs root outlives its last topic.
 */
export const createNodes: CreateNodes = [
  `{${CONFIG_FILE},**/${REFERENCE_FILE}}`,
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
  reconcileRun(context);
};

/** Infers the projects; a topic's task refuses to work with another authority than that of `plan`. */
export function inferWith(
  plan: AuthorityPlan,
  files: readonly string[],
  context: CreateNodesContext,
): CreateNodesResultArray {
  const root = context.workspaceRoot;
  const config = readSoundConfig(root);
  const { docsRoot } = config;
  const prefix = `${docsRoot}/`;
  const paths = files.map((file) => file.replaceAll('\\', '/')).filter((file) => file.startsWith(prefix));
  if (paths.length === 0 && !files.includes(CONFIG_FILE)) return [];
  const tree = buildFolderTree(paths.map((path) => path.slice(prefix.length)));
  const engine = engineId();
  const sources = new SourceRecord({ root, config }, engine, Date.now());
  const projects = inferProjects({
    docsRoot,
    tree,
    engine,
    extras: OPTIONAL_TARGETS.map((target) => ({ target, folders: target.foldersIn({ root, config, tree }) })),
    sources: plannedHashes(sources, plan({ root, config, tree }, sources, engine)),
  });
  sources.save();
  return [[CONFIG_FILE, { projects: Object.fromEntries(projects) }]];
}

/** Of an error that infers no projects Nx shows the message alone. */
function readSoundConfig(root: string): TopicmillConfig {
  try {
    return readConfig(root, { env: process.env });
  } catch (thrown) {
    throw new Error(diagnosticsOf(thrown).map(formatDiagnostic).join('\n'), { cause: thrown });
  }
}

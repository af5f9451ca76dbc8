import { join } from 'node:path';
import { buildFolderTree, CONFIG_FILE, engineId, readAuthoredDigest, readConfig } from '@topicmill/pipeline';
import type {
  CreateNodes,
  CreateNodesContext,
  CreateNodesResultArray,
  PostTasksExecution,
} from 'nx/src/devkit-exports.js';
import { AUTHORITY_TARGET, INDEX_TARGET, inferProjects } from './infer-projects.js';

/** Name of the plugin, as `nx.json` has it. */
export const name = '@topicmill/nx';

/** Infers the projects of the docs root from the references that Nx found; nothing is read but `topicmill.yaml` and `topic-spec.md`. */
export const createNodes: CreateNodes = [`**/golden-reference.md`, inferAll];

/** The name by which Nx before 24 looks for `createNodes`. */
export const createNodesV2 = createNodes;

/** Puts the files of the docs root right after a run that touched it. */
export const postTasksExecution: PostTasksExecution = async (_options, context) => {
  const touched = Object.keys(context.taskResults).some(
    (id) => id.endsWith(`:${INDEX_TARGET}`) || id.endsWith(`:${AUTHORITY_TARGET}`),
  );
  if (!touched) return;
  const { settleRun } = await import('./settle-run.js');
  settleRun(context);
};

function inferAll(files: readonly string[], _options: unknown, context: CreateNodesContext): CreateNodesResultArray {
  const { docsRoot } = readConfig(context.workspaceRoot, { env: process.env });
  const prefix = `${docsRoot}/`;
  const paths = files.map((file) => file.replaceAll('\\', '/')).filter((file) => file.startsWith(prefix));
  if (paths.length === 0) return [];
  const projects = inferProjects({
    docsRoot,
    tree: buildFolderTree(paths.map((path) => path.slice(prefix.length))),
    engine: engineId(),
    authoredDigestOf: (id) => readAuthoredDigest(join(context.workspaceRoot, docsRoot, id)),
  });
  return [[CONFIG_FILE, { projects: Object.fromEntries(projects) }]];
}

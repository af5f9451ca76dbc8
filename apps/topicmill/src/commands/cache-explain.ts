import { counted } from '@topicmill/base/cli';
import { embeddingNeeds, missingTexts, storedRequests } from '@topicmill/pipeline/embeddings';
import { targetsOf } from '@topicmill/pipeline/optional-targets';
import {
  explainSteps,
  type Folder,
  type FolderWork,
  type StepExplanation,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { EMBEDDING_CACHE_DIRECTORY } from '@topicmill/pipeline/workspace';
import { reportCommand } from '../report/report-command.js';
import { chooseFolders } from '../verify/verify-folders.js';

/** Runs `topicmill cache explain`; see `--help`. Returns the exit code. */
export const cacheExplainCommand = reportCommand(
  {
    name: 'topicmill cache explain',
    description:
      'Shows which steps of a topic the next build would run, and which inputs were added, changed or removed since they last ran. Nothing is built.',
    examples: [
      ['topicmill cache explain queues/retries', 'one topic, by id or by its folder'],
      ['topicmill cache explain docs', 'the docs root, whose steps read all topics'],
      ['topicmill cache explain queues/retries --json', 'the same for machines'],
    ],
  },
  (program) => program.argument('<topic>', 'id or folder'),
  async ({ workspace, args, cwd }) => {
    const folder = chooseFolders(args, workspace, cwd)[0]!;
    const steps = explainSteps(folder, workspace, (each) => workOf(each, workspace));
    const vectors = await missingVectors(folder, workspace);
    const told = steps.flatMap(({ diagnostics }) => diagnostics.map((each) => [JSON.stringify(each), each] as const));
    const missing = `vectors: ${vectors.missingCount} of ${counted(vectors.textCount, 'text')} not in ${EMBEDDING_CACHE_DIRECTORY}`;
    return {
      data: { id: folder.id, steps, vectors },
      diagnostics: [...new Map(told).values()],
      lines: [...steps.flatMap(stepLines), ...(vectors.textCount > 0 ? [missing] : [])],
    };
  },
);

function workOf(folder: Folder, workspace: Workspace): FolderWork[] {
  return targetsOf(workspace.config).flatMap((target) => {
    const own = target.foldersIn(workspace).find(({ id }) => id === folder.id);
    return own === undefined ? [] : [{ folder: own, target: target.name, steps: target.stepsOf(own) }];
  });
}

/** Texts that a build would embed if all steps ran. What cannot be read, the steps report. */
async function missingVectors(
  folder: Folder,
  workspace: Workspace,
): Promise<{ readonly textCount: number; readonly missingCount: number }> {
  const { requests } = await embeddingNeeds({ ...workspace, tree: new Map([[folder.id, folder]]) });
  const { textCount, missing } = missingTexts(storedRequests(requests, workspace.services), workspace.services);
  return { textCount, missingCount: missing.length };
}

function stepLines({ step, status, added, changed, removed, after, diagnostics }: StepExplanation): string[] {
  const inputs = [
    ...added.map((name) => `  added: ${name}`),
    ...changed.map((name) => `  changed: ${name}`),
    ...removed.map((name) => `  removed: ${name}`),
  ];
  const because = inputs.length > 0 ? inputs : ['  the state does not say which inputs changed'];
  const lines: Readonly<Record<StepExplanation['status'], readonly string[]>> = {
    current: [`${step}: current${after.length === 0 ? '' : ', unless its inputs change'}`],
    changed: [`${step}: runs`, ...because],
    new: [
      `${step}: runs`,
      diagnostics.length === 0 ? '  .topicmill has no result of it' : '  its result in .topicmill is damaged',
    ],
    unreadable: [`${step}: fails`],
  };
  return [...lines[status], ...after.map((name) => `  after: ${name}`)];
}

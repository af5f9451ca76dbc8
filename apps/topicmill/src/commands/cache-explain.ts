import {
  type CommandIo,
  counted,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { embeddingNeeds, missingTexts } from '@topicmill/pipeline/embeddings';
import { targetsOf } from '@topicmill/pipeline/optional-targets';
import {
  explainSteps,
  type Folder,
  type FolderWork,
  type StepExplanation,
  type Workspace,
} from '@topicmill/pipeline/runner';
import { EMBEDDING_CACHE_DIRECTORY, openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { chooseFolders } from '../verify-folders.js';

/** Runs `topicmill cache explain`; see `--help`. Returns the exit code. */
export function cacheExplainCommand(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'topicmill cache explain',
      version: PIPELINE_VERSION,
      description:
        'Says which steps of a topic the next build would run, and which inputs were added, changed or removed since they last ran. Nothing is built.',
      examples: [
        ['topicmill cache explain queues/retries', 'one topic, by id or by its folder'],
        ['topicmill cache explain docs', 'the docs root, whose steps read all topics'],
        ['topicmill cache explain queues/retries --json', 'the same for machines'],
      ],
    },
    io,
  )
    .argument('<topic>', 'id or folder')
    .option('--json', 'print the report as JSON')
    .action(async (topic: string, { json }: { json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      const folder = chooseFolders([topic], workspace, io.cwd)[0]!;
      const steps = explainSteps(workOf(folder, workspace), workspace);
      const vectors = await missingVectors(folder, workspace);
      if (steps.some(({ status }) => status === 'unreadable')) exitCode = 1;
      if (json) {
        io.stdout.write(`${JSON.stringify({ id: folder.id, steps, vectors }, null, 2)}\n`);
        return;
      }
      for (const step of steps) io.stdout.write(formatStep(step));
      const told = steps.flatMap(({ diagnostics }) => diagnostics.map((each) => [JSON.stringify(each), each] as const));
      reportDiagnostics([...new Map(told).values()], io);
      if (vectors.textCount > 0) {
        const missing = `${vectors.missingCount} of ${counted(vectors.textCount, 'text')}`;
        io.stdout.write(`vectors: ${missing} not in ${EMBEDDING_CACHE_DIRECTORY}\n`);
      }
    });
  return runProgram(program, args, io, () => exitCode);
}

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
  const { textCount, missing } = missingTexts(requests, workspace.services);
  return { textCount, missingCount: missing.length };
}

function formatStep({ step, status, added, changed, removed, after, diagnostics }: StepExplanation): string {
  const inputs = [
    ...added.map((name) => `  added: ${name}\n`),
    ...changed.map((name) => `  changed: ${name}\n`),
    ...removed.map((name) => `  removed: ${name}\n`),
  ];
  const because = inputs.length > 0 ? inputs.join('') : '  the state does not say which inputs changed\n';
  const lines: Readonly<Record<StepExplanation['status'], string>> = {
    current: after.length === 0 ? `${step}: current\n` : `${step}: current, unless its inputs change\n`,
    changed: `${step}: runs\n${because}`,
    new: `${step}: runs\n${diagnostics.length === 0 ? '  .topicmill has no result of it\n' : '  its result in .topicmill is damaged\n'}`,
    unreadable: `${step}: fails\n`,
  };
  return `${lines[status]}${after.map((name) => `  after: ${name}\n`).join('')}`;
}

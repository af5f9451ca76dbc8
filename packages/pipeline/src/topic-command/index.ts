import {
  type CommandDefinition,
  type CommandIo,
  createProgram,
  type ExitCode,
  reportDiagnostics,
  runProgram,
} from '@topicmill/base/cli';
import { EMBEDDER_FORMS } from '@topicmill/base/config/embedder-names';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import type { Folder, FolderReport, FolderWork, Workspace } from '../runner/index.js';

/** A command that runs some steps of the pipeline in one topic folder. Loads the steps when it runs them, for `--help` at once. */
interface TopicCommandDefinition extends CommandDefinition {
  /** Whether one of its steps embeds texts, so that a model can be chosen for it. */
  readonly isEmbedding: boolean;
  /** The steps to run, each with the folder it runs in, in order. */
  stepsFor(folder: Folder, docsRoot: Folder): Promise<readonly FolderWork[]>;
}

interface TopicCommandOptions {
  readonly model?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Runs a topic command.
 *
 * @param args the command line after the command's name
 * @returns the exit code; nothing is thrown
 */
export async function runTopicCommand(
  definition: TopicCommandDefinition,
  args: readonly string[],
  io: CommandIo,
): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const { isEmbedding } = definition;
  const program = createProgram(definition, io)
    .argument('<topic-dir>', 'folder of the topic')
    .option('--force', 'run the steps even where nothing has changed')
    .option('--dry-run', `say what would be written${isEmbedding ? ' and embedded' : ''}, and write nothing`)
    .option('--json', 'print the report as JSON')
    .option('--quiet', 'print findings only')
    .action(async (directory: string, options: TopicCommandOptions) => {
      const reports = await runSteps(definition, directory, options, io);
      exitCode = reports.every(({ outcome }) => outcome === 'built') ? 0 : 1;
      await print(reports, options, io);
    });
  if (isEmbedding) program.option('--model <name>', `embedding model: ${EMBEDDER_FORMS}`);
  return runProgram(program, args, io, () => exitCode);
}

async function runSteps(
  definition: TopicCommandDefinition,
  directory: string,
  { model, force = false, dryRun = false }: TopicCommandOptions,
  io: CommandIo,
): Promise<FolderReport[]> {
  const [{ runFolder }, { outdateSearchStore }, { openWorkspace, folderIdOf }] = await Promise.all([
    import('../runner/index.js'),
    import('../search-store/index.js'),
    import('../workspace/index.js'),
  ]);
  const workspace = openWorkspace(directory, {
    env: io.env,
    embeddingModel: model,
    onWarning: (message) => io.stderr.write(`${message}\n`),
  });
  const folder = folderAt(folderIdOf(workspace, directory), directory, workspace);
  const reports: FolderReport[] = [];
  for (const work of await definition.stepsFor(folder, workspace.tree.get('')!)) {
    refuseCategory(work, directory);
    const report = await runFolder(work, workspace, { force, dryRun });
    reports.push(report);
    if (report.steps.some(({ written, removed }) => written.length + removed.length > 0)) {
      outdateSearchStore(workspace.root);
    }
    if (report.outcome !== 'built') break;
  }
  return reports;
}

function folderAt(id: string | undefined, directory: string, workspace: Workspace): Folder {
  const folder = id === undefined ? undefined : workspace.tree.get(id);
  if (folder !== undefined) return folder;
  throw new TopicmillError(
    'INVALID_OPTION',
    `"${directory}" is not a topic folder of the docs root "${workspace.config.docsRoot}".`,
    {
      remedy: 'Name a folder with a golden-reference.md, or one above such folders.',
    },
  );
}

function refuseCategory({ folder, steps }: FolderWork, directory: string): void {
  if (folder.isTopic || steps.every(({ scope }) => scope !== 'topic')) return;
  throw new TopicmillError(
    'INVALID_OPTION',
    `"${directory}" is a category: it has no golden-reference.md of its own.`,
    {
      remedy: 'Name one of the topics below it.',
    },
  );
}

async function print(reports: readonly FolderReport[], options: TopicCommandOptions, io: CommandIo): Promise<void> {
  reportDiagnostics(
    reports.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics)),
    io,
  );
  if (options.json) io.stdout.write(indentedJson(reports));
  else if (!options.quiet) {
    const { formatFolderReport } = await import('../runner/index.js');
    for (const report of reports) io.stdout.write(formatFolderReport(report, options.dryRun === true));
  }
}

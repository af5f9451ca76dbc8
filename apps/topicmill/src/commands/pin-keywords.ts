import { type CommandIo, counted, createProgram, type ExitCode, runProgram } from '@topicmill/base/cli';
import { type PinReport, pinKeywords } from '@topicmill/pipeline/steps';
import { openWorkspace, PIPELINE_VERSION } from '@topicmill/pipeline/workspace';

/** Runs `topicmill pin-keywords`; see `--help`. Returns the exit code. */
export function pin(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const program = createProgram(
    {
      name: 'topicmill pin-keywords',
      version: PIPELINE_VERSION,
      description:
        'Pins how many topics contain each term, in a file to commit. Without it the shares are computed anew in every build, so a new page can change the keywords of every other page; with it they change only when this command runs. Delete the file to unpin.',
      examples: [
        ['topicmill pin-keywords', 'pin the shares, or renew the pin'],
        ['topicmill pin-keywords --dry-run', 'say how many terms would change'],
      ],
    },
    io,
  )
    .option('--dry-run', 'write nothing')
    .option('--json', 'print the report as JSON')
    .action(({ dryRun = false, json }: { dryRun?: boolean; json?: true }) => {
      const workspace = openWorkspace(io.cwd, { env: io.env });
      const report = pinKeywords(workspace, Date.now(), dryRun);
      io.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `${describe(report, dryRun)}\n`);
    });
  return runProgram(program, args, io, () => 0);
}

function describe({ path, isChanged, drift, termCount }: PinReport, isDryRun: boolean): string {
  if (!isChanged) return `${path} is current: ${counted(termCount, 'term')}`;
  const changes = drift === undefined ? '' : `, ${drift.changedCount} with another share than before`;
  return `${isDryRun ? 'would write' : 'written'} ${path}: ${counted(termCount, 'term')}${changes}`;
}

import { counted } from '@topicmill/base/cli';
import { type PinReport, pinKeywords } from '@topicmill/pipeline/steps';
import { reportCommand } from '../report/report-command.js';

/** Runs `topicmill pin-keywords`; see `--help`. Returns the exit code. */
export const pin = reportCommand<{ readonly dryRun?: true }>(
  {
    name: 'topicmill pin-keywords',
    description:
      'Pins how many topics contain each term, in a file to commit. Without it, the shares are recomputed in every build, so a new page can change the keywords of every other page; with it, they change only when this command runs. Delete the file to unpin.',
    examples: [
      ['topicmill pin-keywords', 'pin the shares, or renew the pin'],
      ['topicmill pin-keywords --dry-run', 'say how many terms would change'],
    ],
  },
  (program) => program.option('--dry-run', 'write nothing'),
  ({ workspace, options: { dryRun = false } }) => {
    const report = pinKeywords(workspace, dryRun);
    return { data: report, lines: [describe(report, dryRun)] };
  },
);

function describe({ path, isChanged, drift, termCount }: PinReport, isDryRun: boolean): string {
  if (!isChanged) return `${path} is current: ${counted(termCount, 'term')}`;
  const changes = drift === undefined ? '' : `, ${drift.changedCount} with a different share than before`;
  return `${isDryRun ? 'would write' : 'written'} ${path}: ${counted(termCount, 'term')}${changes}`;
}

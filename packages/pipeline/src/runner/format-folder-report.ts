import { counted } from '@topicmill/base/diagnostics';
import type { PublishedFiles } from './folder-files.js';
import type { FolderReport, StepReport } from './run-folder.js';

/** A folder inside of a topic's results, such as `_chunks`. */
const INSIDE = /(?:^|\/)_[^/]*\/.*$/;

/**
 * Files for people, one text for each folder of results that they are in: the path of a file that is alone, else how many
 * there are.
 *
 * @param paths with `/`
 * @returns in the order of the paths
 */
export function filesByFolder(paths: readonly string[]): string[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.replace(INSIDE, '/').replace(/\/?[^/]*$/, '') || '.';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return [...byFolder].map(([folder, same]) =>
    same.length === 1 ? same[0]! : `${counted(same.length, 'file')} in ${folder}`,
  );
}

/**
 * A folder's report for people, one line per step: what ran, what it wrote, removed and embedded.
 *
 * @param isDryRun whether the report tells what would be done
 */
export function formatFolderReport(report: FolderReport, isDryRun = false): string {
  return report.steps.map((step) => `${formatStep(step, isDryRun)}\n`).join('');
}

/** What was written and removed, in one line. */
export function formatPublished({ written, removed }: FileChanges, isDryRun = false): string {
  return publishedFacts({ written, removed }, isDryRun).join('; ') || 'same output';
}

function formatStep(step: StepReport, isDryRun: boolean): string {
  if (step.outcome === 'current') {
    const putBack = publishedFacts(step, isDryRun).join('; ');
    return `${step.step}: unchanged${putBack === '' ? '' : `; restored: ${putBack}`}`;
  }
  if (step.outcome === 'failed') return `${step.step}: failed`;
  const facts = [formatPublished(step, isDryRun)];
  if (step.embeddedCount > 0) facts.push(`${would(isDryRun)}embedded ${counted(step.embeddedCount, 'text')}`);
  return `${step.step}: ${facts.join('; ')}`;
}

type FileChanges = Pick<PublishedFiles, 'written' | 'removed'>;

function publishedFacts({ written, removed }: FileChanges, isDryRun: boolean): string[] {
  const facts = [listed(`${would(isDryRun)}written`, written), listed(`${would(isDryRun)}removed`, removed)];
  return facts.filter((fact) => fact !== '');
}

function would(isDryRun: boolean): string {
  return isDryRun ? 'would have ' : '';
}

function listed(verb: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  return paths.length > 3 ? `${verb} ${paths.length} files` : `${verb} ${paths.join(', ')}`;
}

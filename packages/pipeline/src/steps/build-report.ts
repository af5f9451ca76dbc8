import {
  counted,
  type Diagnostic,
  type DiagnosticCode,
  formatDiagnostic,
  isDoubtful,
  isNote,
  joinLines,
  tellOnce,
} from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { sum } from '@topicmill/base/sums';
import type { FolderReport, StepReport } from '../runner/index.js';
import { chunkStep } from './chunk.js';

/** Warnings that one setting fixes in all files. */
const OF_SETTINGS: ReadonlySet<DiagnosticCode> = new Set([
  'LANGUAGE_UNEXPECTED',
  'MACRO_UNRESOLVED',
  'TOKEN_ESTIMATE_OFF',
]);

/** What the end of a build tells. */
interface FinishedBuild {
  readonly reports: readonly FolderReport[];
  /** Which folders are topics; and with `packChunks`, with the chunks of each page in one file, how many is not told. */
  readonly workspace: {
    readonly tree: { get(folderId: string): { readonly isTopic: boolean } | undefined };
    readonly config: { readonly packChunks?: boolean | undefined };
  };
  readonly elapsedMs: number;
  /** Whether the report tells what would be done. */
  readonly isDryRun?: boolean | undefined;
  /** Whether each warning is told, however many of its code there are. */
  readonly isVerbose?: boolean | undefined;
  /** Whether nothing but errors and warnings is told. */
  readonly isQuiet?: boolean | undefined;
  /** How a finding is shown; on a line, where nothing else is given. */
  readonly show?: (finding: Diagnostic) => string;
  /** Sets off what a reader looks for first among the figures. */
  readonly strong?: (text: string) => string;
}

/**
 * The end of a build, for people: all errors and warnings grouped by file, what is to be noted, then one line of figures.
 * What one setting fixes in all files is reported once, and of many warnings of one code three are examples. A chunk counts whether or not it was made by this build; "from cache" counts texts whose vectors were found instead of computed.
 *
 * @returns lines, each with its line end
 */
export function formatBuildReport(build: FinishedBuild): string {
  const all = build.reports.flatMap(({ steps }) => steps.flatMap((step) => step.diagnostics));
  const diagnostics = withRepeatsSummarized(all);
  const isTold = (each: Diagnostic): boolean => build.isVerbose === true || !isDoubtful(each);
  const faults = diagnostics.filter((each) => !isNote(each) && isTold(each));
  const notes = diagnostics.filter(isNote).map(noteLine);
  const found = diagnosticLines(faults, build);
  const untold = doubtfulLines(diagnostics.filter((each) => !isTold(each)));
  return joinLines(build.isQuiet ? found : [...found, ...notes, ...untold, figuresLine(build)]);
}

/**
 * With much code the estimate is off in many files, and the pages of one language are many: the file that has most of the
 * fault, of equal ones the first by path, represents all that the same remedy fixes.
 */
export function withRepeatsSummarized(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const others = diagnostics.filter(({ code }) => !OF_SETTINGS.has(code));
  const ofSettings = diagnostics.filter(({ code }) => OF_SETTINGS.has(code));
  const byRemedy = groupBy(ofSettings, ({ code, remedy }) => `${code} ${remedy}`);
  return [...others, ...[...byRemedy.values()].map(forAll)];
}

function forAll(same: readonly Diagnostic[]): Diagnostic {
  const worst = same.reduce((a, b) => (isWorse(b, a) ? b : a));
  if (same.length === 1) return worst;
  return { ...worst, message: `${worst.message} The same is true of ${counted(same.length - 1, 'other file')}.` };
}

function isWorse(left: Diagnostic, right: Diagnostic): boolean {
  const difference = (left.extent ?? 0) - (right.extent ?? 0);
  return difference === 0 ? (left.file ?? '') < (right.file ?? '') : difference > 0;
}

function diagnosticLines(
  diagnostics: readonly Diagnostic[],
  { isVerbose = false, show = formatDiagnostic }: FinishedBuild,
): string[] {
  if (diagnostics.length === 0) return [];
  const byFile = groupBy(diagnostics, ({ file }) => file ?? '');
  const errorCount = diagnostics.filter(({ severity }) => severity === 'error').length;
  const counts = `${counted(errorCount, 'error')} and ${counted(diagnostics.length - errorCount, 'warning')}`;
  const sorted = [...byFile].sort(([a], [b]) => compareCodeUnits(a, b)).flatMap(([, found]) => byLine(found));
  const { told, others } = isVerbose ? { told: sorted, others: [] } : abridgeWarnings(sorted);
  return [...tellOnce(told).map(show), ...others, `${counts} in ${counted(byFile.size, 'file')}`];
}

/** How many findings of each code are not told, as more than one in ten of them is not a fault. */
function doubtfulLines(untold: readonly Diagnostic[]): string[] {
  const counts = new Map<DiagnosticCode, number>();
  for (const { code } of untold) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size === 0) return [];
  const found = [...counts].sort(([a], [b]) => compareCodeUnits(a, b)).map(([code, count]) => `${count} ${code}`);
  return [`Perhaps faults, which topicmill build --verbose names: ${found.join(', ')}`];
}

function noteLine({ file, message, remedy }: Diagnostic): string {
  return `Note on ${file}: ${message} ${remedy}`;
}

function byLine(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function figuresLine({ reports: parts, workspace, elapsedMs, isDryRun, strong = same }: FinishedBuild): string {
  const reports = byFolder(parts);
  const topics = reports.filter(({ id, steps }) => workspace.tree.get(id)?.isTopic && steps.length > 0);
  const changedCount = topics.filter(({ steps }) => steps.some(hasChanged)).length;
  const failedCount = reports.filter(({ outcome }) => outcome !== 'built').length;
  const steps = reports.flatMap((report) => report.steps);
  const chunkCount = sum(
    steps.filter(({ step }) => step === chunkStep.name).map(({ fileCount }) => Math.max(0, fileCount - 1)),
  );
  return [
    `${strong(counted(topics.length, 'topic'))} (${changedCount} changed)`,
    ...(failedCount === 0 ? [] : [strong(`${counted(failedCount, 'folder')} not built`)]),
    ...(workspace.config.packChunks ? [] : [counted(chunkCount, 'chunk')]),
    `${counted(sum(steps.map(({ embeddedCount }) => embeddedCount)), 'text')} ${isDryRun ? 'to embed' : 'embedded'}`,
    `${sum(steps.map(({ cachedCount }) => cachedCount))} from cache`,
    `${(elapsedMs / 1000).toFixed(1)} s`,
  ].join(', ');
}

const same = (text: string): string => text;

/** Steps of one folder may be reported apart. */
function byFolder(reports: readonly FolderReport[]): FolderReport[] {
  const folders = new Map<string, FolderReport>();
  for (const report of reports) {
    const { outcome, steps } = folders.get(report.id) ?? { outcome: 'built', steps: [] };
    const isBuilt = outcome === 'built';
    folders.set(report.id, {
      ...report,
      outcome: isBuilt ? report.outcome : outcome,
      steps: [...steps, ...report.steps],
    });
  }
  return [...folders.values()];
}

function hasChanged({ written, removed }: StepReport): boolean {
  return written.length + removed.length > 0;
}

/** Up to this many warnings of one code are all listed. */
const MAX_LISTED = 10;
/** Of more, the first of each of this many files is an example. */
const EXAMPLE_FILES = 3;

/** Which of many warnings are listed. */
interface AbridgedWarnings {
  /** In the order given; errors are all among them. */
  readonly told: readonly Diagnostic[];
  /** A line for each code of which not all are told. */
  readonly others: readonly string[];
}

/**
 * Keeps warnings of one code that are many, as those of large docs may be, from burying the others: three files are
 * examples of it, and the others are counted.
 *
 * @param diagnostics by file
 */
function abridgeWarnings(diagnostics: readonly Diagnostic[]): AbridgedWarnings {
  const warnings = diagnostics.filter(({ severity }) => severity !== 'error');
  const byCode = groupBy(warnings, ({ code }) => code);
  const untold = new Set<Diagnostic>();
  const others: string[] = [];
  for (const [code, same] of byCode) {
    if (same.length <= MAX_LISTED) continue;
    const examples = new Set(firstOfEachFile(same).slice(0, EXAMPLE_FILES));
    const rest = same.filter((each) => !examples.has(each));
    for (const each of rest) untold.add(each);
    const files = counted(firstOfEachFile(rest).length, 'file');
    others.push(`… and ${rest.length} more ${code} in ${files}; topicmill build --verbose names them all`);
  }
  return { told: diagnostics.filter((each) => !untold.has(each)), others };
}

function firstOfEachFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = new Map<string | undefined, Diagnostic>();
  for (const diagnostic of diagnostics) if (!files.has(diagnostic.file)) files.set(diagnostic.file, diagnostic);
  return [...files.values()];
}

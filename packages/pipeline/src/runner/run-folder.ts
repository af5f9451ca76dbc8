import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import type { Folder } from './folder.js';
import type { FolderFiles, PublishedFiles } from './folder-files.js';
import { FolderState, filesOfState, stepState } from './folder-state.js';
import { readInputs } from './read-inputs.js';
import type { SourceHashes } from './source-hashes.js';
import { openFolder } from './source-path.js';
import type { Step, StepServices } from './step.js';
import type { FolderWork } from './target.js';
import { withoutEmbedding } from './without-embedding.js';
import { displayPath, type Workspace } from './workspace.js';

/** What became of one step in one folder. */
export interface StepReport extends PublishedFiles {
  readonly step: string;
  /** `current`: its inputs are those of its last run, so it did not run; files that were missing or altered are put back. */
  readonly outcome: 'ran' | 'current' | 'failed';
  /** How many files it owns now, whoever wrote them. */
  readonly fileCount: number;
  /** Texts sent to the embedder. */
  readonly embeddedCount: number;
  /** Texts that the step asked vectors for, and that the cache had. */
  readonly cachedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What became of one folder. */
export interface FolderReport {
  readonly id: string;
  /** `skipped`: a folder below it failed, so its own steps were not run. */
  readonly outcome: 'built' | 'failed' | 'skipped';
  readonly steps: readonly StepReport[];
}

/** How steps are run. */
export interface RunOptions {
  /** Runs steps whose inputs are those of their last run, too. */
  readonly force?: boolean;
  /** Reports what would be written and how many texts embedded; writes and embeds nothing. */
  readonly dryRun?: boolean;
  /** The files of any folder, its own among them; without it, those on disk. */
  readonly filesOf?: ((id: string) => FolderFiles) | undefined;
  /** What people's files held when the run was planned; a step that finds them changed fails before it runs. */
  readonly expected?: SourceHashes | undefined;
}

/**
 * Runs steps in one folder, in the order given. A step whose inputs are those of its last run does not run. A step that
 * fails leaves its outputs as they were, and the steps behind it do not run; nothing is thrown.
 */
export async function runFolder(
  { folder, target, steps }: FolderWork,
  workspace: Workspace,
  { force = false, dryRun = false, expected, filesOf }: RunOptions = {},
): Promise<FolderReport> {
  if (folder.fault !== undefined) return failedFolder(folder.id, faultsOf([folder], workspace), steps);
  const files = filesOf?.(folder.id) ?? openFolder(workspace, folder, dryRun);
  const state = new FolderState(workspace.root, target, displayPath(workspace.config, folder.id));
  const services = dryRun ? withoutEmbedding(workspace.services) : workspace.services;
  const reports: StepReport[] = [];
  for (const step of steps) {
    const report = await runStep({ step, folder, files, state, workspace, services, force, expected, filesOf });
    reports.push(report);
    if (report.outcome === 'failed') break;
  }
  if (!dryRun) state.save();
  const outcome = reports.some((report) => report.outcome === 'failed') ? 'failed' : 'built';
  return { id: folder.id, outcome, steps: reports };
}

/**
 * The report of a folder none of whose steps can run.
 *
 * @param steps the folder's own; the first one stands for them all
 */
export function failedFolder(id: string, diagnostics: readonly Diagnostic[], steps: readonly Step[]): FolderReport {
  return { id, outcome: 'failed', steps: [{ ...NOTHING_DONE, step: steps[0]!.name, outcome: 'failed', diagnostics }] };
}

/** What is wrong with those of some folders that have a fault. */
export function faultsOf(folders: readonly Folder[], { config }: Pick<Workspace, 'config'>): Diagnostic[] {
  return folders.flatMap(({ id, fault }) => (fault === undefined ? [] : [{ ...fault, file: displayPath(config, id) }]));
}

const NOTHING_DONE = { written: [], removed: [], fileCount: 0, embeddedCount: 0, cachedCount: 0 } as const;

interface StepRun {
  readonly step: Step;
  readonly folder: Folder;
  readonly files: FolderFiles;
  readonly state: FolderState;
  readonly workspace: Workspace;
  readonly services: StepServices;
  readonly force: boolean;
  readonly expected: SourceHashes | undefined;
  readonly filesOf: RunOptions['filesOf'];
}

async function runStep({
  step,
  folder,
  files,
  state,
  workspace,
  services,
  force,
  expected,
  filesOf,
}: StepRun): Promise<StepReport> {
  try {
    const { inputs, sha256 } = readInputs(step, folder, files, workspace, expected, filesOf);
    const last = state.get(step.name);
    if (!force && last?.inputs === sha256) {
      const known = filesOfState(last);
      const done = { ...NOTHING_DONE, ...files.publish(step.outputs, known), fileCount: known.size };
      return { step: step.name, outcome: 'current', ...done, diagnostics: last.diagnostics };
    }
    let cachedCount = 0;
    const counting: StepServices = {
      ...services,
      async embed(request) {
        const result = await services.embed(request);
        cachedCount += request.texts.length - result.embeddedCount;
        return result;
      },
    };
    const { files: made, diagnostics, embeddedCount = 0 } = await step.run(inputs, counting);
    const published = files.publish(step.outputs, made);
    state.set(step.name, stepState(sha256, made, diagnostics));
    const done = { ...published, fileCount: made.size, embeddedCount, cachedCount };
    return { step: step.name, outcome: 'ran', ...done, diagnostics };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown, files.displayPath(''));
    return { ...NOTHING_DONE, step: step.name, outcome: 'failed', diagnostics };
  }
}

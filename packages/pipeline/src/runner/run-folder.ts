import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import type { Folder } from './folder.js';
import type { FolderFiles, PublishedFiles } from './folder-files.js';
import { FolderState, filesOfState, stepState } from './folder-state.js';
import type { Provenance } from './foreign-files.js';
import { type FileContent, ownsAll } from './owned-files.js';
import { readInputs } from './read-inputs.js';
import type { SourceHashes } from './source-hashes.js';
import { openFolder } from './source-path.js';
import type { Step, StepServices } from './step.js';
import type { FolderWork } from './target.js';
import { withoutEmbedding } from './without-embedding.js';
import { displayPath, type Workspace } from './workspace.js';

/** What happened to one step in one folder. */
export interface StepReport extends PublishedFiles {
  readonly step: string;
  /** `current`: its inputs are those of its last run, so it did not run; files that were missing or altered are restored. */
  readonly outcome: 'ran' | 'current' | 'failed';
  /** How many files it owns now, whoever wrote them. */
  readonly fileCount: number;
  /** Texts sent to the embedder. */
  readonly embeddedCount: number;
  /** Texts that the step asked vectors for, and that the cache had. */
  readonly cachedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of a step that did not run. */
export const NOTHING_DONE = { written: [], removed: [], fileCount: 0, embeddedCount: 0, cachedCount: 0 } as const;

/** What happened to one folder. */
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
  /** Replaces and removes files that have the names of outputs and were not written by a step, too. */
  readonly adopt?: boolean;
  /** Reports what would be written and how many texts embedded; writes and embeds nothing. */
  readonly dryRun?: boolean;
  /** The files of any folder, its own among them; without it, those on disk. */
  readonly filesOf?: ((id: string) => FolderFiles) | undefined;
  /** What hand-written files contained when the run was planned; a step that finds them changed fails before it runs. */
  readonly expected?: SourceHashes | undefined;
  /** Paths below the folder of files that were published there; without it, those of the state. */
  readonly known?: ReadonlySet<string> | undefined;
}

/**
 * Runs steps in one folder, in the order given. A step whose inputs are those of its last run does not run. A step that
 * fails leaves its outputs as they were, and the steps after it do not run; nothing is thrown.
 */
export async function runFolder(
  { folder, target, steps }: FolderWork,
  workspace: Workspace,
  options: RunOptions = {},
): Promise<FolderReport> {
  const { dryRun = false } = options;
  if (folder.fault !== undefined) return failedFolder(folder.id, faultsOf([folder], workspace), steps);
  const files = options.filesOf?.(folder.id) ?? openFolder(workspace, folder, dryRun);
  const state = new FolderState(workspace.root, target, displayPath(workspace.config, folder.id));
  const services = dryRun ? withoutEmbedding(workspace.services) : workspace.services;
  const run: FolderRun = { ...options, folder, files, state, workspace, services };
  const reports: StepReport[] = [];
  for (const step of steps) {
    const report = await runStep(step, run);
    reports.push(reports.length === 0 ? withDamage(report, state.damage) : report);
    if (report.outcome === 'failed') break;
  }
  if (!dryRun) state.save();
  const outcome = reports.some((report) => report.outcome === 'failed') ? 'failed' : 'built';
  return { id: folder.id, outcome, steps: reports };
}

/** Reports a damaged state with the first step. It is not kept with the step's diagnostics, which later builds repeat. */
function withDamage(report: StepReport, damage: Diagnostic | undefined): StepReport {
  return damage === undefined ? report : { ...report, diagnostics: [damage, ...report.diagnostics] };
}

/**
 * The report of a folder none of whose steps can run.
 *
 * @param steps the folder's own; the first one represents them all
 */
export function failedFolder(id: string, diagnostics: readonly Diagnostic[], steps: readonly Step[]): FolderReport {
  return { id, outcome: 'failed', steps: [{ ...NOTHING_DONE, step: steps[0]!.name, outcome: 'failed', diagnostics }] };
}

/** What is wrong with those of some folders that have a fault. */
export function faultsOf(folders: readonly Folder[], { config }: Pick<Workspace, 'config'>): Diagnostic[] {
  return folders.flatMap(({ id, fault }) => (fault === undefined ? [] : [{ ...fault, file: displayPath(config, id) }]));
}

/** What the steps of a folder share. */
interface FolderRun extends RunOptions {
  readonly folder: Folder;
  readonly files: FolderFiles;
  readonly state: FolderState;
  readonly workspace: Workspace;
  readonly services: StepServices;
}

async function runStep(step: Step, run: FolderRun): Promise<StepReport> {
  const { files, state, services } = run;
  try {
    const { inputs, sha256, parts } = readInputs(step, run);
    const last = state.get(step.name);
    const lastFiles = last === undefined ? new Map<string, FileContent>() : filesOfState(last);
    const provenance = { known: run.known ?? new Set(lastFiles.keys()), adopt: run.adopt === true };
    if (!run.force && last?.inputs === sha256 && ownsAll(step.outputs, lastFiles.keys())) {
      const published = files.publish(step.outputs, lastFiles, provenance);
      const told = [...published.diagnostics, ...last.diagnostics];
      const done = { ...NOTHING_DONE, ...published, fileCount: lastFiles.size };
      return { step: step.name, outcome: 'current', ...done, diagnostics: told };
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
    const listed = files.refuseForeign(step.outputs, made, provenance);
    if (!run.dryRun && hasUnmarked(step, made, provenance)) {
      // A kill while they are written must not leave files that nobody recognizes.
      state.set(step.name, stepState('', {}, made, []));
      state.save();
    }
    const published = files.publishOver(step.outputs, made, listed);
    state.set(step.name, stepState(sha256, parts, made, diagnostics));
    const done = { ...published, fileCount: made.size, embeddedCount, cachedCount };
    return { step: step.name, outcome: 'ran', ...done, diagnostics: [...published.diagnostics, ...diagnostics] };
  } catch (thrown) {
    const diagnostics = diagnosticsOf(thrown, files.displayPath(''));
    return { ...NOTHING_DONE, step: step.name, outcome: 'failed', diagnostics };
  }
}

/** Whether a step makes new files whose content does not show that a step made them: only the state does. */
function hasUnmarked({ outputs }: Step, made: ReadonlyMap<string, FileContent>, { known }: Provenance): boolean {
  const isNew = (path: string): boolean => !known.has(path);
  return outputs.some(({ isUnmarked }) => isUnmarked === true) && [...made.keys()].some(isNew);
}

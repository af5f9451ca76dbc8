import { type Diagnostic, diagnosticOf } from '@topicmill/diagnostics';
import { FolderFiles, type PublishedFiles } from './folder-files.js';
import type { Folder } from './folder-tree.js';
import { readInputs } from './read-inputs.js';
import type { Step } from './step.js';
import { FolderRecord } from './step-record.js';
import { folderPath, shownPath, type Workspace } from './workspace.js';

/** What became of one step in one folder. */
export interface StepReport extends PublishedFiles {
  readonly step: string;
  /** `current`: its inputs and outputs are those of its last run, so it did not run. */
  readonly outcome: 'ran' | 'current' | 'failed';
  readonly embeddedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What became of one folder. */
export interface FolderReport {
  readonly id: string;
  readonly ok: boolean;
  readonly steps: readonly StepReport[];
}

/** How steps are run. */
export interface RunOptions {
  /** Runs steps whose inputs and outputs are as their last run left them, too. */
  readonly force?: boolean;
  /** Reports what would be written and writes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Runs steps in one folder, in the order given. A step whose inputs and outputs are as its last run left them does not
 * run. A step that fails leaves its outputs as they were, and the steps behind it do not run; nothing is thrown.
 */
export async function runFolder(
  folder: Folder,
  steps: readonly Step[],
  workspace: Workspace,
  { force = false, dryRun = false }: RunOptions = {},
): Promise<FolderReport> {
  const files = new FolderFiles(folderPath(workspace, folder.id), shownPath(workspace.config, folder.id), dryRun);
  const record = new FolderRecord(workspace.root, folder.id);
  const reports: StepReport[] = [];
  for (const step of steps) {
    const report = await runStep({ step, folder, files, record, workspace, force });
    reports.push(report);
    if (report.outcome === 'failed') break;
  }
  if (!dryRun) record.save();
  return { id: folder.id, ok: reports.every(({ outcome }) => outcome !== 'failed'), steps: reports };
}

interface StepRun {
  readonly step: Step;
  readonly folder: Folder;
  readonly files: FolderFiles;
  readonly record: FolderRecord;
  readonly workspace: Workspace;
  readonly force: boolean;
}

async function runStep({ step, folder, files, record, workspace, force }: StepRun): Promise<StepReport> {
  const nothing = { step: step.name, written: [], removed: [], embeddedCount: 0, diagnostics: [] };
  try {
    const { inputs, sha256 } = readInputs(step, folder, files, workspace);
    if (!force && isCurrent(step, sha256, files, record)) return { ...nothing, outcome: 'current' };
    const { files: made, diagnostics, embeddedCount = 0 } = await step.run(inputs, workspace.services);
    const published = files.publish(step.outputs, made);
    record.set(step.name, { inputs: sha256, outputs: outputHashes(step, files) });
    return { step: step.name, outcome: 'ran', ...published, embeddedCount, diagnostics };
  } catch (thrown) {
    return { ...nothing, outcome: 'failed', diagnostics: [diagnosticOf(thrown, files.shownPath(''))] };
  }
}

function isCurrent(step: Step, inputsSha256: string, files: FolderFiles, record: FolderRecord): boolean {
  const last = record.get(step.name);
  if (last?.inputs !== inputsSha256) return false;
  const present = outputHashes(step, files);
  const paths = Object.keys(present);
  return (
    paths.length === Object.keys(last.outputs).length && paths.every((path) => present[path] === last.outputs[path])
  );
}

function outputHashes(step: Step, files: FolderFiles): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const owned of step.outputs) for (const path of files.list(owned)) hashes[path] = files.sha256(path)!;
  return hashes;
}

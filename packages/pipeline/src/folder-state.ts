import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '@topicmill/diagnostics';
import { readTextIfExists, removeFile, sweepTemporaryFiles, writeFileIfChanged } from '@topicmill/files';
import { z } from 'zod';
import { removeFolderIfEmpty } from './remove-empty-folders.js';

const diagnosticSchema = z.strictObject({
  severity: z.enum(['error', 'warning']),
  code: z.enum(Object.keys(DIAGNOSTIC_CODES) as [DiagnosticCode, ...DiagnosticCode[]]),
  message: z.string(),
  file: z.string().exactOptional(),
  line: z.int().exactOptional(),
  remedy: z.string(),
});

const stepStateSchema = z.strictObject({
  inputs: z.string(),
  files: z.record(z.string(), z.string()),
  diagnostics: z.array(diagnosticSchema),
});

const folderStateSchema = z.strictObject({ format: z.literal(1), steps: z.record(z.string(), stepStateSchema) });

/** What a step did when it last ran: the hash of its inputs, the text of each file that it made, what it noticed. */
export type StepState = z.infer<typeof stepStateSchema>;

/** Folder at the workspace's root that holds the states; git does not keep it. */
export const STATE_DIRECTORY = '.topicmill';

/** Which of a folder's states: the one of its own steps, or that of the steps that all topics wait for. */
export type StateKind = 'index' | 'authority';

const STATE_FILE = 'state.json';

/**
 * Path of a state below the workspace's root, with `/`.
 *
 * @param folder path of the folder below the workspace's root, with `/`
 */
export function statePath(kind: StateKind, folder: string): string {
  return `${STATE_DIRECTORY}/${kind}/${folder}/${STATE_FILE}`;
}

/** A state that is on disk. */
export interface StoredState {
  readonly kind: StateKind;
  /** Path of its folder below the workspace's root, with `/`. */
  readonly folder: string;
}

/** Every state on disk, of whatever docs root. Removes on the way what killed writers left, and folders without a state. */
export function sweepStates(workspaceRoot: string): StoredState[] {
  const kinds: readonly StateKind[] = ['authority', 'index'];
  return kinds.flatMap((kind) => {
    const folders = statesBelow(join(workspaceRoot, STATE_DIRECTORY, kind), '');
    return folders.map((folder) => ({ kind, folder }));
  });
}

function statesBelow(directory: string, folder: string): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(directory)) {
    if (entry.name === STATE_FILE) found.push(folder);
    else if (entry.isDirectory()) {
      found.push(...statesBelow(join(directory, entry.name), folder === '' ? entry.name : `${folder}/${entry.name}`));
    }
  }
  sweepTemporaryFiles(directory, (name) => name === STATE_FILE);
  if (found.length === 0) removeFolderIfEmpty(directory);
  return found;
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * What each step of a folder did last. With it a step whose inputs are the same does not run: its files are published
 * again from here. It is one file, so that a cache of builds can keep and restore a folder's results at the cost of one
 * file; a state that is missing or damaged costs a run and never gives a wrong result.
 */
export class FolderState {
  private readonly path: string;
  private readonly steps: Map<string, StepState>;

  /** @param folder path of the folder below the workspace's root, with `/` */
  constructor(workspaceRoot: string, kind: StateKind, folder: string) {
    this.path = join(workspaceRoot, statePath(kind, folder));
    this.steps = new Map(Object.entries(readSteps(this.path)));
  }

  get(stepName: string): StepState | undefined {
    return this.steps.get(stepName);
  }

  set(stepName: string, state: StepState): void {
    this.steps.set(stepName, state);
  }

  delete(stepName: string): void {
    this.steps.delete(stepName);
  }

  /** Paths below the folder of all files that the steps made. */
  get filePaths(): readonly string[] {
    return [...this.steps.values()].flatMap(({ files }) => Object.keys(files));
  }

  /** Writes it in the order of the steps' names, so that equal states are equal files; without steps, removes it. */
  save(): void {
    if (this.steps.size === 0) {
      removeFile(this.path);
      return;
    }
    const steps = Object.fromEntries([...this.steps].sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileIfChanged(this.path, `${JSON.stringify({ format: 1, steps })}\n`);
  }
}

function readSteps(path: string): Record<string, StepState> {
  try {
    return folderStateSchema.parse(JSON.parse(readTextIfExists(path) ?? '')).steps;
  } catch {
    return {};
  }
}

import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode } from '@topicmill/base/diagnostics';
import {
  readBytesIfExists,
  readTextIfExists,
  removeFile,
  sha256Hex,
  sweepTemporaryFiles,
  writeFileIfChanged,
} from '@topicmill/base/files';
import * as z from 'zod';
import type { FileContent } from './folder-files.js';
import { removeFolderIfEmpty } from './remove-empty-folders.js';
import { STATE_DIRECTORY } from './state-directory.js';

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
  bytes: z.record(z.string(), z.string()).exactOptional(),
  diagnostics: z.array(diagnosticSchema),
});

const folderStateSchema = z.strictObject({ format: z.literal(1), steps: z.record(z.string(), stepStateSchema) });

/**
 * What a step did when it last ran: the hash of its inputs, the text of each file that it made, those that are no text in
 * Base64, what it noticed.
 */
export type StepState = z.infer<typeof stepStateSchema>;

/** The step's part of a state; files that are no text come first. */
export function stepState(
  inputs: string,
  made: ReadonlyMap<string, FileContent>,
  diagnostics: readonly Diagnostic[],
): StepState {
  const files: Record<string, string> = {};
  const bytes: Record<string, string> = {};
  for (const [path, content] of made) {
    if (typeof content === 'string') files[path] = content;
    else bytes[path] = Buffer.from(content).toString('base64');
  }
  return { inputs, files, ...(Object.keys(bytes).length === 0 ? {} : { bytes }), diagnostics: [...diagnostics] };
}

/** The files that a step made, as they are published: those that are no text first. */
export function filesOfState({ files, bytes = {} }: StepState): Map<string, FileContent> {
  const binary = Object.entries(bytes).map(([path, text]): [string, FileContent] => [
    path,
    Buffer.from(text, 'base64'),
  ]);
  return new Map([...binary, ...Object.entries(files)]);
}

const STATE_FILE = 'state.json';

/**
 * Path of a state below the workspace's root, with `/`.
 *
 * @param target name of the target whose steps it remembers
 * @param folder path of the folder below the workspace's root, with `/`
 */
export function statePath(target: string, folder: string): string {
  return `${STATE_DIRECTORY}/${target}/${folder}/${STATE_FILE}`;
}

/** SHA-256 of a state's bytes; `''` when there is none. */
export function stateSha256(workspaceRoot: string, target: string, folder: string): string {
  const bytes = readBytesIfExists(join(workspaceRoot, statePath(target, folder)));
  return bytes === undefined ? '' : sha256Hex(bytes);
}

/**
 * Every state of a target on disk, of any docs root, former ones included. Also removes what killed writers left, and
 * folders without a state.
 *
 * @param isDryRun removes nothing
 * @returns paths of the folders below the workspace's root, with `/`
 */
export function sweepStates(workspaceRoot: string, target: string, isDryRun = false): string[] {
  return statesBelow(join(workspaceRoot, STATE_DIRECTORY, target), '', isDryRun);
}

function statesBelow(directory: string, folder: string, isDryRun: boolean): string[] {
  const found: string[] = [];
  const entries = entriesOf(directory);
  for (const entry of entries) {
    if (entry.name === STATE_FILE) found.push(folder);
    else if (entry.isDirectory()) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      found.push(...statesBelow(join(directory, entry.name), below, isDryRun));
    }
  }
  if (isDryRun) return found;
  const names = entries.map(({ name }) => name);
  sweepTemporaryFiles(directory, (name) => name === STATE_FILE, names);
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
  constructor(workspaceRoot: string, target: string, folder: string) {
    this.path = join(workspaceRoot, statePath(target, folder));
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
    return [...this.steps.values()].flatMap(({ files, bytes = {} }) => [...Object.keys(bytes), ...Object.keys(files)]);
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

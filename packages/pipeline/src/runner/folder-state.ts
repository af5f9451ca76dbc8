import { join } from 'node:path';
import { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode } from '@topicmill/base/diagnostics';
import {
  readSealedFile,
  removeCacheFile,
  removeEmptyFolder,
  sealCompressedJson,
  sweepTemporaryFiles,
  writeCacheFile,
} from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { pathIn } from '@topicmill/topics/formats/file-names';
import * as z from 'zod';
import { type BuildRecord, type DirectoryEntry, STATE_DIRECTORY } from './build-record.js';
import type { FileContent } from './owned-files.js';

const diagnosticSchema = z.strictObject({
  severity: z.enum(['error', 'warning']),
  code: z.enum(Object.keys(DIAGNOSTIC_CODES) as [DiagnosticCode, ...DiagnosticCode[]]),
  message: z.string(),
  file: z.string().exactOptional(),
  line: z.int().exactOptional(),
  remedy: z.string(),
  extent: z.number().exactOptional(),
});

/** As `z.record(z.string(), z.string())`, which takes several times as long: every build reads thousands of entries. */
const textsSchema = z.custom<Record<string, string>>(isRecordOfTexts);

const stepStateSchema = z.strictObject({
  inputs: z.string(),
  /** Absent in states of earlier releases. */
  parts: textsSchema.exactOptional(),
  files: textsSchema,
  bytes: textsSchema.exactOptional(),
  diagnostics: z.array(diagnosticSchema),
});

function isRecordOfTexts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}

const STATE_FORMAT = 3;

const folderStateSchema = z.strictObject({
  format: z.literal(STATE_FORMAT),
  target: z.string(),
  folder: z.string(),
  steps: z.record(z.string(), stepStateSchema),
});

/**
 * What a step did when it last ran: the hash of its inputs, the beginning of a hash of each of them by its name, the text of each file that it made, those that are not text in
 * Base64, what it noticed.
 */
export type StepState = z.infer<typeof stepStateSchema>;

/** The step's part of a state; files that are not text come first. */
export function stepState(
  inputs: string,
  parts: Readonly<Record<string, string>>,
  outputs: ReadonlyMap<string, FileContent>,
  diagnostics: readonly Diagnostic[],
): StepState {
  const files: Record<string, string> = {};
  const bytes: Record<string, string> = {};
  for (const [path, content] of outputs) {
    if (typeof content === 'string') files[path] = content;
    else bytes[path] = Buffer.from(content).toString('base64');
  }
  return {
    inputs,
    parts: shortParts(parts),
    files,
    ...(Object.keys(bytes).length === 0 ? {} : { bytes }),
    diagnostics: [...diagnostics],
  };
}

/** They only say which inputs are others than before: that some are, `inputs` says. */
const PART_DIGITS = 8;

/** Hashes of single inputs as a state has them. */
export function shortParts(parts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, hash]) => [name, hash.slice(0, PART_DIGITS)]));
}

/** The files that a step made, as they are published: those that are not text first. */
export function filesOfState({ files, bytes = {} }: StepState): Map<string, FileContent> {
  const binary = Object.entries(bytes).map(([path, text]): [string, FileContent] => [
    path,
    Buffer.from(text, 'base64'),
  ]);
  return new Map([...binary, ...Object.entries(files)]);
}

/** Files that states are in, one and several: no folder of a topic can have such a name. */
export const STATE_FILES = { one: 'state.br', several: 'states.br' } as const;

/**
 * Path of a state below the workspace's root, with `/`.
 *
 * @param target name of the target whose steps it remembers
 * @param folder path of the folder below the workspace's root, with `/`
 */
export function statePath(target: string, folder: string): string {
  return `${STATE_DIRECTORY}/${target}/${folder}/${STATE_FILES.one}`;
}

/**
 * Every state of a target on disk, of any docs root, former ones included. Also removes what killed writers left, and
 * folders without a state.
 *
 * @param record knows what is in folders that have not changed
 * @param isDryRun removes nothing
 * @returns paths of the folders below the workspace's root, with `/`
 */
export function sweepStates(
  workspaceRoot: string,
  target: string,
  record: Pick<BuildRecord, 'entries'>,
  isDryRun = false,
): string[] {
  const found: string[] = [];
  const sweep = (folder: string): void => {
    const below = pathIn(`${STATE_DIRECTORY}/${target}`, folder);
    const before = found.length;
    const others: string[] = [];
    for (const { name, kind } of readableEntries(record, below)) {
      if (name === STATE_FILES.one) found.push(folder);
      else if (kind === 'folder') sweep(pathIn(folder, name));
      else others.push(name);
    }
    if (isDryRun) return;
    const directory = `${workspaceRoot}/${below}`;
    if (others.length > 0) sweepTemporaryFiles(directory, (name) => name === STATE_FILES.one, others, below);
    if (found.length === before) removeEmptyFolder(directory);
  };
  sweep('');
  return found;
}

/** None for a folder that cannot be read: the search goes on elsewhere. */
function readableEntries(record: Pick<BuildRecord, 'entries'>, directory: string): readonly DirectoryEntry[] {
  try {
    return record.entries(directory);
  } catch {
    return [];
  }
}

/**
 * The last result of each step of a folder. A step whose inputs are unchanged does not run: its files are published from
 * here. It is one file, so that a cache of builds stores and restores a folder's results at the cost of one file, compressed. The file
 * contains its own hash and says which folder it belongs to: one that is missing, damaged or another folder's costs a run
 * and never gives a wrong result.
 */
export class FolderState {
  /** `CACHE_FILE_DAMAGED` if the file was there and cannot be used, so that this state is empty. */
  readonly damage: Diagnostic | undefined;
  private readonly path: string;
  private readonly steps: Map<string, StepState>;
  /** Whether the file is not the one that `save` would write. */
  private isChanged: boolean;

  /** @param folder path of the folder below the workspace's root, with `/` */
  constructor(
    private readonly workspaceRoot: string,
    private readonly target: string,
    readonly folder: string,
  ) {
    this.path = join(workspaceRoot, statePath(target, folder));
    const { steps, damage } = readState(this.path, target, folder);
    this.steps = new Map(Object.entries(steps));
    this.damage = damage === undefined ? undefined : damagedCacheFile(statePath(target, folder), damage);
    this.isChanged = damage !== undefined;
  }

  get(stepName: string): StepState | undefined {
    return this.steps.get(stepName);
  }

  set(stepName: string, state: StepState): void {
    this.steps.set(stepName, state);
    this.isChanged = true;
  }

  delete(stepName: string): void {
    if (this.steps.delete(stepName)) this.isChanged = true;
  }

  /** Paths below the folder of all files that the steps made. */
  get filePaths(): readonly string[] {
    return [...this.steps.values()].flatMap(({ files, bytes = {} }) => [...Object.keys(bytes), ...Object.keys(files)]);
  }

  /**
   * Writes the steps sorted by name, so that equal states are equal files; without steps, removes the file. A file that
   * was proven when it was read, and whose steps have not changed, is left as it is.
   *
   * @param isShortLived whether another call follows soon
   */
  save(isShortLived = false): void {
    if (!this.isChanged) return;
    const cache = join(this.workspaceRoot, STATE_DIRECTORY);
    if (this.steps.size === 0) {
      removeCacheFile(cache, this.path);
      this.isChanged = false;
      return;
    }
    const steps = Object.fromEntries([...this.steps].sort(([a], [b]) => compareCodeUnits(a, b)));
    const content = { format: STATE_FORMAT, target: this.target, folder: this.folder, steps };
    writeCacheFile(cache, this.path, sealCompressedJson(content, isShortLived));
    this.isChanged = false;
  }
}

/** Of a file of `.topicmill` that is not the one that was written; `path` is below the workspace's root, with `/`. */
export function damagedCacheFile(path: string, detail: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'CACHE_FILE_DAMAGED',
    message: `${detail} Its content is rebuilt.`,
    file: path,
    remedy: 'Run the command again. If the warning returns, the copy in the Nx cache is damaged: run `npx nx reset`.',
  };
}

function readState(
  path: string,
  target: string,
  folder: string,
): { readonly steps: Record<string, StepState>; readonly damage?: string } {
  const file = readSealedFile(path);
  if (file.status === 'absent') return { steps: {} };
  if (file.status !== 'sound') return { steps: {}, damage: file.detail };
  const state = folderStateSchema.safeParse(file.content);
  if (!state.success) return { steps: {}, damage: 'It was written by another release.' };
  if (state.data.target === target && state.data.folder === folder) return { steps: state.data.steps };
  return { steps: {}, damage: `It belongs to ${state.data.target} of "${state.data.folder}".` };
}

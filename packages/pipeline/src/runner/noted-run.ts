import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { isSettled, pathOfLine, sightLine, sightOf } from './file-stamp.js';
import { type Folder, type FolderTree, includedNames, topicIdsOf } from './folder.js';
import { type FolderState, statePath } from './folder-state.js';
import { listIfReadable } from './lasting-faults.js';
import { isShared, type OwnedFiles } from './owned-files.js';
import { pageDigest } from './page-digest.js';
import { configFor, UNREADABLE_PART } from './read-inputs.js';
import { openFolder, sourcePath } from './source-path.js';
import type { Step, StepInput } from './step.js';
import type { FolderWork } from './target.js';
import { displayPath, type Workspace } from './workspace.js';

/** What the steps of a folder say whenever they are found to be current. */
export interface NotedStep {
  readonly step: string;
  readonly fileCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the steps of a folder ran with: as long as nothing of it changes, they would not run again. */
export interface NotedRun {
  /** As `runSettings` gives it. */
  readonly settings: string;
  /** The files that the steps read and do not make, and the state, a line each as `sightLine` gives it. */
  readonly stamps: string;
  readonly steps: readonly NotedStep[];
}

/** What a run starts with. */
export interface RunStart extends Omit<NotedRun, 'steps'> {
  /** Milliseconds since the epoch. */
  readonly startMs: number;
}

/** Hash of all that the steps of a folder depend on besides the content of files: which files they are is a part of it. */
export function runSettings({ folder, target, steps }: FolderWork, workspace: Workspace): string {
  const { id, isTopic, childIds } = folder;
  const read = steps.flatMap(({ inputs }) => inputs);
  const config = read.map((input) => (input.kind === 'config' ? configFor(input, folder, workspace) : undefined));
  const paths = read.map((input) => namedPaths(input, folder, workspace));
  const site = pageDigest(workspace.config, folder);
  const names = steps.map(({ name }) => name);
  const { engine, services } = workspace;
  return sha256Hex(JSON.stringify([engine, services.model, target, names, id, isTopic, childIds, paths, site, config]));
}

/**
 * Takes the times of all files that the steps of a folder may read, before they do: a change that comes later, even one
 * that is undone, shows.
 *
 * @param nowMs milliseconds since the epoch
 * @returns `undefined` where a change might not show
 */
export function startRun(work: FolderWork, workspace: Workspace, nowMs: number): RunStart | undefined {
  const lines: string[] = [];
  for (const path of inputPaths(work, workspace)) {
    const sight = sightOf(`${workspace.root}/${path}`);
    if (sight === undefined || (sight !== 'absent' && !isSettled(sight, nowMs))) return undefined;
    lines.push(sightLine(sight, path));
  }
  return { settings: runSettings(work, workspace), stamps: lines.join('\n'), startMs: nowMs };
}

/**
 * The run with the state that it left, before that is read.
 *
 * @param nowMs milliseconds since the epoch
 * @returns `undefined` where a change might not show
 */
export function endRun(
  { settings, stamps }: RunStart,
  { folder, target }: FolderWork,
  { root, config }: Workspace,
  nowMs: number,
): Omit<NotedRun, 'steps'> | undefined {
  const path = statePath(target, displayPath(config, folder.id));
  const sight = sightOf(`${root}/${path}`);
  if (sight === undefined || sight === 'absent' || !isSettled(sight, nowMs)) return undefined;
  return { settings, stamps: [...linesOf(stamps), sightLine(sight, path)].join('\n') };
}

/**
 * The run with what its steps say of their state, to be noted.
 *
 * @param paths of the files that they made, which are noted by themselves
 * @returns `undefined` if a step could not read a file that the next run may be able to
 */
export function notedRun(
  run: Omit<NotedRun, 'steps'>,
  steps: readonly Step[],
  state: FolderState,
  paths: readonly string[],
): NotedRun | undefined {
  const made = new Set(paths);
  const noted: NotedStep[] = [];
  for (const { name } of steps) {
    const last = state.get(name);
    if (last === undefined || Object.values(last.parts ?? {}).includes(UNREADABLE_PART)) return undefined;
    const fileCount = Object.keys(last.files).length + Object.keys(last.bytes ?? {}).length;
    noted.push({ step: name, fileCount, diagnostics: last.diagnostics });
  }
  const stamps = linesOf(run.stamps).filter((line) => !made.has(pathOfLine(line)));
  return { ...run, stamps: stamps.join('\n'), steps: noted };
}

function linesOf(stamps: string): string[] {
  return stamps === '' ? [] : stamps.split('\n');
}

function inputPaths({ folder, steps }: FolderWork, workspace: Workspace): Set<string> {
  const inputs = steps.flatMap((step) => step.inputs);
  const named = inputs.flatMap((input) => namedPaths(input, folder, workspace));
  return new Set([...named, ...inputs.flatMap((input) => listedPaths(input, folder, workspace))]);
}

/** Files that an input is, there or not, and folders whose files it is; below the workspace's root, with `/`. */
function namedPaths(input: StepInput, folder: Folder, workspace: Workspace): string[] {
  const { config, tree } = workspace;
  const source = (of: Folder, path: string): string[] => [sourcePath(config, of, path) ?? []].flat();
  switch (input.kind) {
    case 'config':
    case 'model':
    case 'page':
      return [];
    case 'source':
      return source(folder, input.path);
    case 'included':
      return includedNames(folder).flatMap((name) => source(folder, name));
    case 'authored':
      return source(folder, input.file.glob);
    case 'made':
      return isShared(input.files) ? [below(folder.id, input.files.glob, workspace)] : [];
    case 'docs-root':
      return [below('', input.path, workspace)];
    case 'below':
      return folder.childIds.map((id) => below(id, input.path, workspace));
    case 'every-topic':
      return topicIdsOf(tree).flatMap((id) => source(tree.get(id)!, input.path));
    case 'sources':
    case 'every-topic-made':
      return listings(input, folder, tree).map(([of, { directory }]) => below(of.id, directory, workspace));
  }
}

/** The files of those folders. */
function listedPaths(input: StepInput, folder: Folder, workspace: Workspace): string[] {
  if (input.kind !== 'sources' && input.kind !== 'every-topic-made') return [];
  return listings(input, folder, workspace.tree).flatMap(([of, files]) =>
    listIfReadable(openFolder(workspace, of), files).map((path) => below(of.id, path, workspace)),
  );
}

type ListedInput = StepInput & { readonly kind: 'sources' | 'every-topic-made' };

function listings(input: ListedInput, folder: Folder, tree: FolderTree): (readonly [Folder, OwnedFiles])[] {
  if (input.kind === 'sources') return [[folder, input.files]];
  return topicIdsOf(tree).flatMap((id) => input.files.map((files) => [tree.get(id)!, files] as const));
}

function below(id: string, path: string, { config }: Workspace): string {
  return pathIn(displayPath(config, id), path);
}

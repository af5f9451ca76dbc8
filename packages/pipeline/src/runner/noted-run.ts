import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { isSettled, pathOfLine, sightLine, sightOf } from './file-stamp.js';
import { type Folder, includedNames, topicIdsOf } from './folder.js';
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

/** Hash of all that the steps of a folder depend on besides files. */
export function runSettings({ folder, target, steps }: FolderWork, workspace: Workspace): string {
  const { id, isTopic, childIds, sources } = folder;
  const read = steps.flatMap(({ inputs }) => inputs);
  const config = read.map((input) => (input.kind === 'config' ? configFor(input, id, workspace) : undefined));
  const site = pageDigest(workspace.config, folder);
  const names = steps.map(({ name }) => name);
  const { engine, services } = workspace;
  const all = [engine, services.model, target, names, id, isTopic, childIds, [...(sources ?? [])], site, config];
  return sha256Hex(JSON.stringify(all));
}

/**
 * Takes the times of all files that the steps of a folder may read, before they do: a change that comes later, even one
 * that is undone, shows.
 *
 * @param nowMs milliseconds since the epoch
 * @returns `undefined` where a change might not show
 */
export function startRun(work: FolderWork, workspace: Workspace, nowMs: number): RunStart | undefined {
  const paths = new Set(work.steps.flatMap((step) => inputPaths(step, work.folder, workspace)));
  const lines: string[] = [];
  for (const path of paths) {
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

/** Below the workspace's root, with `/`: what is not there among them, and folders of which a step lists the files. */
function inputPaths({ inputs }: Step, folder: Folder, workspace: Workspace): string[] {
  return inputs.flatMap((input) => pathsOf(input, folder, workspace));
}

function pathsOf(input: StepInput, folder: Folder, workspace: Workspace): string[] {
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
    case 'sources':
      return listedPaths(folder, input.files, workspace);
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
    case 'every-topic-made':
      return topicIdsOf(tree).flatMap((id) =>
        input.files.flatMap((files) => listedPaths(tree.get(id)!, files, workspace)),
      );
  }
}

/** The files, and the folder in which others may come to be. */
function listedPaths(folder: Folder, files: OwnedFiles, workspace: Workspace): string[] {
  const paths = listIfReadable(openFolder(workspace, folder), files).map((path) => below(folder.id, path, workspace));
  return [below(folder.id, files.directory, workspace), ...paths];
}

function below(id: string, path: string, { config }: Workspace): string {
  return pathIn(displayPath(config, id), path);
}

import { type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  errorCode,
  isBeingWritten,
  parseTemporaryName,
  readBytesIfExists,
  readSealedFile,
  removeCacheFile,
} from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { lastName } from '@topicmill/base/paths';
import { isSoundAnswer } from '@topicmill/embedding/llm-infrastructure';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { pagesRootsOf } from '../config/index.js';
import { isInitRecord } from '../init/index.js';
import { ALL_TARGETS } from '../optional-targets/index.js';
import {
  displayPath,
  FolderState,
  isBuildRecord,
  isMemo,
  isStatePack,
  RECORD_FILES,
  removeEmptyFolders,
  STATE_DIRECTORY,
  type Workspace,
} from '../runner/index.js';
import { isSoundSegmentFile, storedFiles } from '../search-store/index.js';
import { importFolders } from '../workspace/index.js';

/**
 * What is wrong with a file. `damaged`: its content is not what was written. `temporary`: a killed process left it.
 * `unexpected`: something that Topicmill does not write there. `unreadable`: the system refuses to read it.
 */
export type StateProblemKind = 'damaged' | 'temporary' | 'unexpected' | 'unreadable';

/** One file of `.topicmill`. */
export interface StateFile {
  /** Below `.topicmill`, with `/` on every system. */
  readonly path: string;
  readonly byteLength: number;
  /**
   * `state`: of a folder; `pack`: states of several, for Nx; `record` and `memo`: save looking and computing; `search`: of the index for queries;
   * `html`: what was imported of built sites; `answer`: of a language model; `init`: what `topicmill init` wrote.
   */
  readonly role: 'state' | 'pack' | 'record' | 'memo' | 'search' | 'html' | 'answer' | 'init' | 'other';
  /** `undefined` for a file whose content is verified. */
  readonly problem?: { readonly kind: StateProblemKind; readonly message: string };
}

const TARGET_NAMES = new Set(ALL_TARGETS.map(({ name }) => name));
const STATE_FILE = /^([^/]+)\/(?:(.*)\/)?state\.br$/;
const RECORDS = new Set<string>(Object.values(RECORD_FILES));

/**
 * Reads and checks every file below `.topicmill`, sorted by path; links are not followed.
 *
 * @throws TopicmillError `FILE_UNREADABLE` for a folder
 */
export function walkStates(workspaceRoot: string): StateFile[] {
  const root = join(workspaceRoot, STATE_DIRECTORY);
  return filesBelow(root, '').map((path) => ({
    path,
    byteLength: lstatSync(join(root, path), { throwIfNoEntry: false })?.size ?? 0,
    ...checkedFile(workspaceRoot, root, path),
  }));
}

function filesBelow(root: string, folder: string): string[] {
  return entriesIn(root, folder).flatMap((entry) => {
    const path = pathIn(folder, entry.name);
    return entry.isDirectory() && roleOf(path) === 'other' ? filesBelow(root, path) : [path];
  });
}

function entriesIn(root: string, folder: string): Dirent[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => compareCodeUnits(a.name, b.name));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return [];
    throw new TopicmillError('FILE_UNREADABLE', `The folder cannot be read (${errorCode(thrown)}).`, {
      file: folder === '' ? STATE_DIRECTORY : `${STATE_DIRECTORY}/${folder}`,
      remedy: 'Check that you may read it.',
      cause: thrown,
    });
  }
}

function roleOf(path: string): StateFile['role'] {
  if (RECORDS.has(path)) return 'record';
  if (path === 'init.json') return 'init';
  if (/^packs\/.+\/states\.br$/.test(path)) return 'pack';
  if (/^memo\/[^/]+\.br$/.test(path)) return 'memo';
  if (/^search\/(?:outdated|[0-9a-f]{8}\/(?:manifest\.json|[0-9a-f]{16}\.segment))$/.test(path)) return 'search';
  if (/^answers\/[0-9a-f]{2}\/[0-9a-f]{64}\.json$/.test(path)) return 'answer';
  if (/^(?:built|html)(?:\.json$|\/.+\.(?:json|md)$)/.test(path)) return 'html';
  return TARGET_NAMES.has(STATE_FILE.exec(path)?.[1] ?? '') ? 'state' : 'other';
}

function checkedFile(workspaceRoot: string, root: string, path: string): Pick<StateFile, 'role' | 'problem'> {
  if (parseTemporaryName(lastName(path)) !== undefined) {
    return { role: 'other', problem: { kind: 'temporary', message: 'A writer was killed while it wrote this file.' } };
  }
  const role = roleOf(path);
  const problem = fileProblem(workspaceRoot, root, path, role);
  return problem === undefined ? { role } : { role, problem };
}

function fileProblem(
  workspaceRoot: string,
  root: string,
  path: string,
  role: StateFile['role'],
): StateFile['problem'] | undefined {
  const file = join(root, path);
  if (role === 'other') return { kind: 'unexpected', message: 'Topicmill does not write such a file.' };
  if (lstatSync(file).isSymbolicLink() || !lstatSync(file).isFile()) return damagedFile('It is not a file.');
  // Each build proves it by its hash.
  if (role === 'html') return undefined;
  if (role === 'search' || role === 'answer' || role === 'init') return contentProblem(file, path, role);
  if (role === 'pack') return isStatePack(file) ? undefined : damagedFile(OTHER_CONTENT);
  const sealed = readSealedFile(file);
  if (sealed.status === 'unreadable') return { kind: 'unreadable', message: sealed.detail };
  if (sealed.status === 'damaged') return damagedFile(sealed.detail);
  if (sealed.status !== 'sound') return undefined;
  if (role === 'record') return isBuildRecord(sealed.content) ? undefined : damagedFile(OTHER_RELEASE);
  if (role === 'memo') return isMemo(sealed.content) ? undefined : damagedFile(OTHER_RELEASE);
  const [, target, folder = ''] = STATE_FILE.exec(path)!;
  const { damage } = new FolderState(workspaceRoot, target!, folder);
  return damage && damagedFile(damage.message.replace(/ Its content is rebuilt\.$/, ''));
}

function contentProblem(file: string, path: string, role: 'search' | 'answer' | 'init'): StateFile['problem'] {
  try {
    const name = lastName(path);
    const bytes = readBytesIfExists(file) ?? new Uint8Array();
    const isSound = {
      search: () => isSoundSearchFile(file, name),
      answer: () => isSoundAnswer(file),
      init: () => isInitRecord(Buffer.from(bytes).toString('utf8')),
    }[role];
    return isSound() ? undefined : damagedFile(OTHER_CONTENT);
  } catch (thrown) {
    return { kind: 'unreadable', message: `It cannot be read (${errorCode(thrown)}).` };
  }
}

function isSoundSearchFile(file: string, name: string): boolean {
  if (name === 'manifest.json') return readSealedFile(file).status === 'sound';
  return !name.endsWith('.segment') || isSoundSegmentFile(file);
}

const OTHER_RELEASE = 'It was written by another release.';
const OTHER_CONTENT = 'Its content is not what this release writes.';

function damagedFile(message: string): NonNullable<StateFile['problem']> {
  return { kind: 'damaged', message };
}

/** One file of `.topicmill` that garbage collection removes. */
interface StateGarbage {
  /** `unneeded`: no topic or release uses it. `damaged`: it would be rebuilt anyway. `temporary`: left by a killed process. */
  readonly reason: 'unneeded' | 'damaged' | 'temporary';
  /** Below `.topicmill`, with `/` on every system. */
  readonly path: string;
  readonly byteLength: number;
}

/** What `collectStateGarbage` removed, or would remove. */
interface StateGarbageCollection {
  readonly removed: readonly StateGarbage[];
  readonly removedByteLength: number;
  /** Files that stay. */
  readonly keptCount: number;
}

/** How it is collected. */
interface StateNeeds {
  /** Removes nothing. */
  readonly dryRun?: boolean;
}

/**
 * Removes files of `.topicmill` that no topic needs, that are damaged and would be rebuilt, or that killed processes left. The
 * state of a folder that is gone stays until a build has removed the folder's outputs. Answers of language models, the
 * record of `topicmill init`, and files that Topicmill did not write stay.
 *
 * @throws TopicmillError `FILE_UNWRITABLE`, `FILE_UNREADABLE`
 */
export function collectStateGarbage(workspace: Workspace, { dryRun = false }: StateNeeds = {}): StateGarbageCollection {
  const root = join(workspace.root, STATE_DIRECTORY);
  const isNeeded = needs(workspace);
  const files = walkStates(workspace.root);
  const removed = files.flatMap((file): StateGarbage[] => {
    const reason = reasonToRemove(file, root, isNeeded);
    return reason === undefined ? [] : [{ reason, path: file.path, byteLength: file.byteLength }];
  });
  for (const { path } of dryRun ? [] : removed) {
    removeCacheFile(root, join(root, path));
    removeEmptyFolders(dirname(join(root, path)), root);
  }
  return {
    removed,
    removedByteLength: removed.reduce((total, { byteLength }) => total + byteLength, 0),
    keptCount: files.length - removed.length,
  };
}

type IsNeeded = (file: StateFile) => boolean;

function reasonToRemove(file: StateFile, root: string, isNeeded: IsNeeded): StateGarbage['reason'] | undefined {
  const { path, role, problem } = file;
  if (problem?.kind === 'temporary') {
    const name = parseTemporaryName(lastName(path));
    return name !== undefined && isBeingWritten(join(root, path), name) ? undefined : 'temporary';
  }
  if (problem?.kind === 'damaged') return role === 'init' ? undefined : 'damaged';
  return problem === undefined && !isNeeded(file) ? 'unneeded' : undefined;
}

function needs(workspace: Workspace): IsNeeded {
  const { root, config, tree, engine } = workspace;
  const searched = storedFiles(root, config.embedding);
  const imported = importFolders(pagesRootsOf(config));
  const states = new Set(
    ALL_TARGETS.flatMap((target) =>
      target.foldersIn(workspace).map(({ id }) => `${target.name}/${displayPath(config, id)}`),
    ),
  );
  const unknown = [...tree.values()].flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`${displayPath(config, id)}/`],
  );
  return ({ path, role }) => {
    if (role === 'search') return searched.has(path);
    if (role === 'html') return imported.some((each) => path === `${each}.json` || path.startsWith(`${each}/`));
    if (role === 'memo') return engineOf(join(root, STATE_DIRECTORY, path)) === engine;
    if (role !== 'state') return true;
    const [target = '', ...names] = path.split('/').slice(0, -1);
    const folder = names.join('/');
    if (states.has(`${target}/${folder}`) || unknown.some((prefix) => `${folder}/`.startsWith(prefix))) return true;
    return new FolderState(root, target, folder).filePaths.some((file) => existsSync(join(root, folder, file)));
  };
}

function engineOf(path: string): string | undefined {
  const file = readSealedFile(path);
  return file.status === 'sound' ? (file.content as { readonly engine?: string }).engine : undefined;
}

/** A file of `.topicmill` that is not as it was written. None leads to a wrong output; each costs making it again. */
export interface StateProblem {
  readonly kind: StateProblemKind;
  /** Below `.topicmill`, with `/` on every system. */
  readonly path: string;
  /** One sentence for people. */
  readonly message: string;
}

/** What `verifyStates` found. */
interface StateVerification {
  /** Files looked at. */
  readonly fileCount: number;
  /** Those of them that are proven to be as they were written. */
  readonly soundCount: number;
  /** Sorted by path. */
  readonly problems: readonly StateProblem[];
}

/**
 * Reads every file below `.topicmill`, whatever its size and time say, and proves its content by its hash.
 *
 * @param workspaceRoot folder that contains `.topicmill`
 * @throws TopicmillError `FILE_UNREADABLE` for a folder
 */
export function verifyStates(workspaceRoot: string): StateVerification {
  const files = walkStates(workspaceRoot);
  const problems = files.flatMap(({ path, problem }) => (problem === undefined ? [] : [{ ...problem, path }]));
  return { fileCount: files.length, soundCount: files.length - problems.length, problems };
}

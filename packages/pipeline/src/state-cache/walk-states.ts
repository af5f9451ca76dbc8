import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, parseTemporaryName, readBytesIfExists, readSealedFile } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';
import { lastName } from '@topicmill/base/paths';
import { isSoundAnswer } from '@topicmill/embedding/llm-infrastructure';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { isInitRecord } from '../init/index.js';
import { ALL_TARGETS } from '../optional-targets/index.js';
import { FolderState, isStatePack, STATE_DIRECTORY } from '../runner/index.js';
import { isSoundSegmentFile } from '../search-store/index.js';

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
   * `answer`: of a language model; `init`: what `topicmill init` wrote.
   */
  readonly role: 'state' | 'pack' | 'record' | 'memo' | 'search' | 'answer' | 'init' | 'other';
  /** `undefined` for a file whose content is verified. */
  readonly problem?: { readonly kind: StateProblemKind; readonly message: string };
}

const TARGET_NAMES = new Set(ALL_TARGETS.map(({ name }) => name));
const STATE_FILE = /^([^/]+)\/(?:(.*)\/)?state\.br$/;
const RECORDS = new Set(['record.tsv']);

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
    ...checked(workspaceRoot, root, path),
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
  if (/^memo\/[^/]+\.json$/.test(path)) return 'memo';
  if (/^search\/(?:outdated|[0-9a-f]{8}\/(?:manifest\.json|[0-9a-f]{16}\.segment))$/.test(path)) return 'search';
  if (/^answers\/[0-9a-f]{2}\/[0-9a-f]{64}\.json$/.test(path)) return 'answer';
  return TARGET_NAMES.has(STATE_FILE.exec(path)?.[1] ?? '') ? 'state' : 'other';
}

function checked(workspaceRoot: string, root: string, path: string): Pick<StateFile, 'role' | 'problem'> {
  if (parseTemporaryName(lastName(path)) !== undefined) {
    return { role: 'other', problem: { kind: 'temporary', message: 'A writer was killed while it wrote this file.' } };
  }
  const role = roleOf(path);
  const problem = problemOf(workspaceRoot, root, path, role);
  return problem === undefined ? { role } : { role, problem };
}

function problemOf(
  workspaceRoot: string,
  root: string,
  path: string,
  role: StateFile['role'],
): StateFile['problem'] | undefined {
  const file = join(root, path);
  if (role === 'other') return { kind: 'unexpected', message: 'Topicmill does not write such a file.' };
  if (lstatSync(file).isSymbolicLink() || !lstatSync(file).isFile()) return damaged('It is not a file.');
  if (role === 'search' || role === 'answer' || role === 'init') return contentProblem(file, path, role);
  if (role === 'pack') return isStatePack(file) ? undefined : damaged('Its content is not what was written.');
  const sealed = readSealedFile(file);
  if (sealed.status === 'unreadable') return { kind: 'unreadable', message: sealed.detail };
  if (sealed.status === 'damaged') return damaged(sealed.detail);
  if (role !== 'state') return undefined;
  const [, target, folder = ''] = STATE_FILE.exec(path)!;
  const { damage } = new FolderState(workspaceRoot, target!, folder);
  return damage && damaged(damage.message.replace(/ Its content is made again\.$/, ''));
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
    return isSound() ? undefined : damaged('Its content is not what was written.');
  } catch (thrown) {
    return { kind: 'unreadable', message: `It cannot be read (${errorCode(thrown)}).` };
  }
}

function isSoundSearchFile(file: string, name: string): boolean {
  if (name === 'manifest.json') return readSealedFile(file).status === 'sound';
  return !name.endsWith('.segment') || isSoundSegmentFile(file);
}

function damaged(message: string): NonNullable<StateFile['problem']> {
  return { kind: 'damaged', message };
}

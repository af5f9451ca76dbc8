import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  computeSeal,
  filesBelow,
  readableEntries,
  removeCacheFile,
  sealJson,
  unseal,
  writeCacheFile,
} from '@topicmill/base/files';
import * as z from 'zod';
import { STATE_DIRECTORY } from './build-record.js';
import { STATE_FILES, statePath } from './folder-state.js';
import { removeEmptyFolders } from './retract-state.js';

const PACK_FORMAT = 3;

const headSchema = z.strictObject({
  format: z.literal(PACK_FORMAT),
  target: z.string(),
  states: z.array(z.strictObject({ folder: z.string(), seal: z.string(), byteLength: z.int() })),
});

type Head = z.infer<typeof headSchema>;

/** Most heads are shorter. */
const HEAD_BYTES = 1 << 14;
const LINE_FEED = 10;

/**
 * Path of a file with the states of several folders, below the workspace's root, with `/`.
 *
 * @param target name of the target whose steps they remember
 * @param group names the folders; a path
 */
export function statePackPath(target: string, group: string): string {
  return `${PACKS}/${target}/${group}/${STATE_FILES.several}`;
}

/** Folder of all such files, below the workspace's root. */
const PACKS = `${STATE_DIRECTORY}/packs`;

/**
 * Copies the states of folders into one file, so that a cache of builds stores and restores one file and not hundreds: a
 * line that says where each is, then each as it is. A folder without a state has none.
 *
 * @param path as `statePackPath` gives it
 * @param folders paths below the workspace's root, with `/`
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function packStates(workspaceRoot: string, path: string, target: string, folders: readonly string[]): void {
  const states: { folder: string; seal: string; bytes: Buffer }[] = [];
  for (const folder of [...folders].sort()) {
    const bytes = readLoosely(join(workspaceRoot, statePath(target, folder)));
    const seal = bytes === undefined ? '' : computeSeal(bytes);
    if (bytes !== undefined && seal !== '') states.push({ folder, seal, bytes });
  }
  const head: Head = {
    format: PACK_FORMAT,
    target,
    states: states.map(({ folder, seal, bytes }) => ({ folder, seal, byteLength: bytes.length })),
  };
  const content = Buffer.concat([sealJson(head), ...states.map(({ bytes }) => bytes)]);
  writeCacheFile(join(workspaceRoot, STATE_DIRECTORY), join(workspaceRoot, path), content);
}

function readLoosely(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

interface PackedState {
  readonly seal: string;
  /** Of its bytes in the file. */
  readonly start: number;
  readonly end: number;
}

/** The states that a cache has restored in one file. A missing or unreadable one is a pack without states. */
export class StatePack {
  private readonly path: string;
  private known: ReadonlyMap<string, PackedState> | undefined;

  /** @param path as `statePackPath` gives it */
  constructor(
    private readonly workspaceRoot: string,
    path: string,
    private readonly target: string,
  ) {
    this.path = join(workspaceRoot, path);
  }

  /** Identifies the content of a folder's state, as the record does; `''` without one. */
  seal(folder: string): string {
    return this.states.get(folder)?.seal.slice(0, 16) ?? '';
  }

  /**
   * Puts the state of a folder where its steps look for it; the existing one stays if this file has none.
   * Whoever reads it verifies it.
   *
   * @throws TopicmillError `FILE_UNWRITABLE`
   */
  restore(folder: string): void {
    const state = this.states.get(folder);
    if (state === undefined) return;
    const bytes = readRange(this.path, state.start, state.end);
    const path = join(this.workspaceRoot, statePath(this.target, folder));
    if (computeSeal(bytes) === state.seal) writeCacheFile(join(this.workspaceRoot, STATE_DIRECTORY), path, bytes);
  }

  private get states(): ReadonlyMap<string, PackedState> {
    this.known ??= this.read();
    return this.known;
  }

  private read(): Map<string, PackedState> {
    const states = new Map<string, PackedState>();
    const { head, byteLength } = readHead(this.path) ?? {};
    if (head?.target !== this.target || byteLength === undefined) return states;
    let start = byteLength;
    for (const { folder, seal, byteLength } of head.states) {
      states.set(folder, { seal, start, end: start + byteLength });
      start += byteLength;
    }
    return states;
  }
}

/**
 * Removes all such files but some, with the folders that are left empty.
 *
 * @param kept paths as `statePackPath` gives them
 * @throws TopicmillError `FILE_UNWRITABLE`
 */
export function removeOtherPacks(workspaceRoot: string, kept: ReadonlySet<string>): void {
  for (const name of filesBelow(join(workspaceRoot, PACKS), undefined, readableEntries)) {
    const path = `${PACKS}/${name}`;
    if (kept.has(path)) continue;
    removeCacheFile(join(workspaceRoot, STATE_DIRECTORY), join(workspaceRoot, path));
    removeEmptyFolders(dirname(join(workspaceRoot, path)), join(workspaceRoot, STATE_DIRECTORY));
  }
}

/** Whether such a file begins as one that was written. */
export function isStatePack(path: string): boolean {
  return readHead(path) !== undefined;
}

function readHead(path: string): { readonly head: Head; readonly byteLength: number } | undefined {
  let bytes = readRange(path, 0, HEAD_BYTES);
  if (!bytes.includes(LINE_FEED)) bytes = readLoosely(path) ?? bytes;
  const byteLength = bytes.indexOf(LINE_FEED) + 1;
  try {
    const head = headSchema.safeParse(unseal(bytes.subarray(0, byteLength))).data;
    return head && { head, byteLength };
  } catch {
    return undefined;
  }
}

/** Less than asked for where the file ends before, or cannot be read. */
function readRange(path: string, start: number, end: number): Buffer {
  let file: number;
  try {
    if (!statSync(path).isFile()) return Buffer.alloc(0);
    file = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
  } catch {
    return Buffer.alloc(0);
  } finally {
    closeSync(file);
  }
}

import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../generate/index.js';

/** Ways in which a file of a cache can differ from the one that was written. */
export const DAMAGE_KINDS = [
  'flipped bit',
  'changed letter',
  'truncated',
  'longer',
  'empty file',
  'missing',
  'folder',
  'dangling link',
  'looping link',
  'other file',
  'unfinished write',
] as const;

export type DamageKind = (typeof DAMAGE_KINDS)[number];

/** Paths of all files below some folders, sorted. */
export function filesBelow(...directories: readonly string[]): string[] {
  return directories
    .flatMap((directory) =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .sort();
}

/**
 * Damages one file.
 *
 * @param others files whose content it may get
 */
export function damageFile(path: string, kind: DamageKind, others: readonly string[], random: Random): void {
  const size = lstatSync(path).size;
  const at = random.integer(0, Math.max(0, size - 1));
  switch (kind) {
    case 'flipped bit':
      if (size > 0) alterByte(path, at, (byte) => byte ^ (1 << random.integer(0, 7)));
      return;
    case 'changed letter':
      if (size > 0) alterByte(path, letterAfter(path, at), (byte) => (byte === 0x71 ? 0x7a : 0x71));
      return;
    case 'truncated':
      truncateSync(path, at);
      return;
    case 'longer':
      writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('more\n')]));
      return;
    case 'empty file':
      truncateSync(path, 0);
      return;
    case 'missing':
      rmSync(path);
      return;
    case 'folder':
      rmSync(path);
      mkdirSync(join(path, 'inside'), { recursive: true });
      return;
    case 'dangling link':
      rmSync(path);
      symlinkSync('/nowhere/at/all', path);
      return;
    case 'looping link':
      rmSync(path);
      symlinkSync(path, path);
      return;
    case 'other file':
      writeFileSync(path, readFileSync(random.pick(others)));
      return;
    case 'unfinished write':
      writeFileSync(`${path}.1234567890.topicmill-tmp`, readFileSync(path).subarray(0, at));
      return;
  }
}

function alterByte(path: string, at: number, change: (byte: number) => number): void {
  const bytes = readFileSync(path);
  bytes[at] = change(bytes[at]!);
  writeFileSync(path, bytes);
}

/** Position of a letter at or after `at`; `at` itself if there is none. */
function letterAfter(path: string, at: number): number {
  const found = readFileSync(path, 'latin1').slice(at).search(/[a-z]/);
  return found === -1 ? at : at + found;
}

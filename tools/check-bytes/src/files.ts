import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Files by their paths, with `/`, in the order of the paths. */
export type Files = ReadonlyMap<string, Buffer>;

/** All files below a folder; none when there is no such folder. */
export function readFiles(directory: string): Files {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1));
  const sorted = paths.map((path) => path.split(sep).join('/')).sort();
  return new Map(sorted.map((path) => [path, readFileSync(join(directory, path))]));
}

/** Writes files below a folder, and folders as they are needed. */
export function writeFiles(directory: string, files: Files): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), bytes);
  }
}

/** SHA-256 in hex. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes that the files below a folder take on a disk with blocks of 4 KiB, as `du` counts them; folders are not counted. */
export function installedSize(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  const files = paths.map((path) => lstatSync(path)).filter((entry) => entry.isFile());
  return files.reduce((sum, { size }) => sum + Math.ceil(size / 4096) * 4096, 0);
}

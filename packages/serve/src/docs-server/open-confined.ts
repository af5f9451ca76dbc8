import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isShown } from './request-path.js';

/** Without `O_NONBLOCK`, opening a named pipe waits for somebody to write to it. Windows has no such flag. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A file that is open for reading. Whoever asked for it closes the handle. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly byteLength: number;
  readonly modified: Date;
  /** Differs whenever the content may. */
  readonly version: string;
}

/**
 * Opens a file below a root, unless the path leads out of it, over a link too, or to something hidden. The check is made
 * on the open file: a folder that is swapped for a link in the meantime does not get around it. Hard links are not seen.
 *
 * @param realRoot absolute path without links
 * @param names as `requestPath` gives them
 * @returns `undefined` when there is no such file for anybody to see
 */
export async function openConfined(realRoot: string, names: readonly string[]): Promise<OpenFile | undefined> {
  const path = join(realRoot, ...names);
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const opened = await handle.stat({ bigint: true });
    if (opened.isFile() && (await leadsTo(path, realRoot, opened))) {
      const { dev, ino, size, mtimeNs, ctimeNs, mtime } = opened;
      return {
        handle,
        byteLength: Number(size),
        modified: mtime,
        version: [dev, ino, size, mtimeNs, ctimeNs].join('-'),
      };
    }
  } catch {
    // The file was removed between two checks.
  }
  await handle.close();
  return undefined;
}

/** Whether the path, its links followed, names the given file inside the root. */
async function leadsTo(path: string, realRoot: string, file: { dev: bigint; ino: bigint }): Promise<boolean> {
  const real = await realpath(path);
  const names = relative(realRoot, real).split(sep);
  if (!names.every(isShown)) return false;
  const { dev, ino } = await stat(real, { bigint: true });
  return dev === file.dev && ino === file.ino;
}

import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathBelow } from '@topicmill/base/files';

const DRIVE_LETTER = /^[a-z]:/i;
const FORBIDDEN_CHARACTER = /[/\\\u0000-\u001f\u007f]/;

/**
 * The path that a request asks for, as names below a root: decoded once, none of them empty, hidden, `.`, `..` or of more
 * than one part.
 *
 * @param target of the request line, in origin form or with scheme and host
 * @returns `[]` for `/`; `undefined` for a path that can lead nowhere
 */
export function requestPath(target: string): readonly string[] | undefined {
  const path = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)/i.exec(target)?.[1];
  if (path === undefined) return undefined;
  if (path === '/') return [];
  const names: string[] = [];
  for (const part of path.slice(1).split('/')) {
    const name = decodedName(part);
    if (name === undefined) return undefined;
    names.push(name);
  }
  return names;
}

function decodedName(part: string): string | undefined {
  let name: string;
  try {
    name = decodeURIComponent(part);
  } catch {
    return undefined;
  }
  const isOneName = name !== '' && !FORBIDDEN_CHARACTER.test(name) && !DRIVE_LETTER.test(name);
  return isOneName && isShown(name) ? name : undefined;
}

/** Whether a file or folder of this name is served: not when it is hidden, nor when Windows would read the name as another. */
function isShown(name: string): boolean {
  return !name.startsWith('.') && !/[. ]$/.test(name);
}

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

/** How often a file may be replaced while it is opened before it counts as missing. A build replaces each once. */
const MAX_ATTEMPTS = 10;

/**
 * Opens a file below a root, unless the path leads out of it, over a link too, or to something hidden. The check is made
 * on the open file: a folder that is swapped for a link in the meantime does not get around it. Hard links are not seen.
 * A file that is replaced in the meantime, as builds do, is opened again.
 *
 * @param realRoot absolute path without links
 * @param names as `requestPath` gives them
 * @returns `undefined` when there is no such file for anybody to see
 */
export async function openConfined(realRoot: string, names: readonly string[]): Promise<OpenFile | undefined> {
  const path = join(realRoot, ...names);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const file = await openOnce(path, realRoot);
    if (file !== 'replaced') return file;
  }
  return undefined;
}

async function openOnce(path: string, realRoot: string): Promise<OpenFile | 'replaced' | undefined> {
  const handle = await open(path, READ_FLAGS).catch(() => undefined);
  if (handle === undefined) return undefined;
  let target: Target = 'outside';
  try {
    const opened = await handle.stat({ bigint: true });
    if (opened.isFile()) target = await resolvedTarget(path, realRoot, opened);
    if (target === 'file') {
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
  return target === 'replaced' ? 'replaced' : undefined;
}

/** The target of a path: the given file, another one inside the root, or one that must not be served. */
type Target = 'file' | 'replaced' | 'outside';

async function resolvedTarget(path: string, realRoot: string, file: { dev: bigint; ino: bigint }): Promise<Target> {
  const real = await realpath(path);
  if (pathBelow(realRoot, real)?.split('/').every(isShown) !== true) return 'outside';
  const { dev, ino } = await stat(real, { bigint: true });
  return dev === file.dev && ino === file.ino ? 'file' : 'replaced';
}

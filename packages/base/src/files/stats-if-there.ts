import { lstatSync, type Stats, statSync } from 'node:fs';

/**
 * What is at a path, links followed.
 *
 * @returns `undefined` where there is nothing, also below a file: Node 24 throws there, Node 20 does not
 * @throws what the system throws, for other reasons
 */
export function statIfThere(path: string): Stats | undefined {
  return unlessBelowFile(() => statSync(path, { throwIfNoEntry: false }));
}

/** The same for a link itself. */
export function lstatIfThere(path: string): Stats | undefined {
  return unlessBelowFile(() => lstatSync(path, { throwIfNoEntry: false }));
}

function unlessBelowFile(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

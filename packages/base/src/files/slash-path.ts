import system, { type PlatformPath } from 'node:path';

/**
 * A path as ids, addresses, manifests and messages have it: with `/` between its names, whatever the system uses. A backslash
 * in a name, which only Windows forbids, stays elsewhere.
 *
 * @param platform how the path is written; that of the system by default
 */
export function slashPath(path: string, platform: PlatformPath = system): string {
  return path.split(platform.sep).join('/');
}

/** The way from a folder to a path, with `/`; an absolute path where there is none, as to another drive. */
export function relativePath(folder: string, path: string, platform: PlatformPath = system): string {
  return slashPath(platform.relative(folder, path), platform);
}

/** The way from a folder to a path in it, with `/`; '' for the folder itself, `undefined` for what is elsewhere. */
export function pathBelow(folder: string, path: string, platform: PlatformPath = system): string | undefined {
  const inner = platform.relative(folder, path);
  return platform.isAbsolute(inner) || inner.split(platform.sep)[0] === '..' ? undefined : slashPath(inner, platform);
}

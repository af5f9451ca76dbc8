import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const SCOPE = '@topicmill';
/** Parts of a package that nobody else needs. */
const LEFT_OUT = ['src', 'test', 'peers'];

/** A `node_modules` folder of its own. */
export interface InstalledPackages {
  readonly nodeModules: string;
  remove(): void;
}

/**
 * Lays out a checkout's packages, as they are compiled now, the way an installation from the registry would: a later
 * compilation changes nothing in a build that is being measured. Third-party packages are links.
 *
 * @param checkout folder of another checkout, installed and built; this one without it
 */
export function installPackages(checkout?: string): InstalledPackages {
  const from = checkout === undefined ? import.meta.url : join(resolve(checkout), 'package.json');
  const ownNodeModules = dirname(dirname(createRequire(from).resolve('nx/package.json')));
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-bench-packages-'));
  const nodeModules = join(directory, 'node_modules');
  mkdirSync(join(nodeModules, SCOPE), { recursive: true });
  for (const name of readdirSync(ownNodeModules)) {
    if (name !== SCOPE && !name.startsWith('.')) {
      symlinkSync(join(ownNodeModules, name), join(nodeModules, name), 'junction');
    }
  }
  for (const name of readdirSync(join(ownNodeModules, SCOPE))) {
    const source = realpathSync(join(ownNodeModules, SCOPE, name));
    const leftOut = new Set(LEFT_OUT.map((part) => join(source, part)));
    cpSync(source, join(nodeModules, SCOPE, name), { recursive: true, filter: (path) => !leftOut.has(path) });
  }
  return { nodeModules, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '@topicmill/test-support/shared-folder';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PLUGIN = '@topicmill/nx';
const NOT_PUBLISHED = ['node_modules', 'test', 'src'];

let installed: string | undefined;

/**
 * Lays out the plugin and the packages that it needs the way an installation from the registry would, once for all tests of
 * a process. Packages of others are links.
 *
 * @throws Error when their compiled code is older than their sources
 *
 * @returns the `node_modules` folder
 */
export function installedPackages(): string {
  installed ??= install();
  return installed;
}

function install(): string {
  refuseOldCode();
  const ownModules = join(REPOSITORY, 'node_modules');
  const folder = sharedFolder('nx-packages');
  // Tests call Nx as other users, too.
  chmodSync(folder, 0o755);
  const nodeModules = join(folder, 'node_modules');
  mkdirSync(join(nodeModules, '@topicmill'), { recursive: true });
  for (const name of readdirSync(ownModules)) {
    if (name !== '@topicmill') symlinkSync(join(ownModules, name), join(nodeModules, name), 'junction');
  }
  for (const name of ownPackagesFrom(PLUGIN, ownModules)) {
    const source = realpathSync(join(ownModules, name));
    const leftOut = new Set(NOT_PUBLISHED.map((part) => join(source, part)));
    cpSync(source, join(nodeModules, name), { recursive: true, filter: (path) => !leftOut.has(path) });
  }
  return nodeModules;
}

/** Nx loads compiled code: a test of code that was not compiled since it was changed would say nothing. */
function refuseOldCode(): void {
  const compiler = join(REPOSITORY, 'node_modules/@typescript/native/bin/tsc');
  const plan = execFileSync(process.execPath, [compiler, '-b', 'apps/nx-plugin', '--dry'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  });
  const old = [...plan.matchAll(/would build project '(.+)\/tsconfig\.json'/g)].map(([, path]) => path);
  if (old.length > 0)
    throw new Error(`Run \`npm run build\` first. Not compiled since they were changed: ${old.join(', ')}`);
  const bundledMs = statSync(join(REPOSITORY, 'apps/nx-plugin/dist/bundle/THIRD-PARTY-LICENSES.txt')).mtimeMs;
  const newer = [...ownPackagesFrom(PLUGIN, join(REPOSITORY, 'node_modules'))].filter(
    (name) => statSync(join(REPOSITORY, 'node_modules', name, 'dist/.tsbuildinfo')).mtimeMs > bundledMs,
  );
  if (newer.length > 0)
    throw new Error(`Run \`npm run build\` first. Not bundled since they were compiled: ${newer.join(', ')}`);
}

function ownPackagesFrom(name: string, modules: string, found = new Set<string>()): ReadonlySet<string> {
  found.add(name);
  const { dependencies = {} } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith('@topicmill/') && !found.has(dependency)) ownPackagesFrom(dependency, modules, found);
  }
  return found;
}

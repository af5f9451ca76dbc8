import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Installs the packages of a folder that has its own `package.json` and lock file, which are no dependencies of the
 * repository; once, since it takes the network.
 *
 * @param folder its URL, with a slash at the end
 * @returns whether they are there
 */
export function installLockedPackages(folder: URL, log: (message: string) => void): boolean {
  if (areInstalled(folder)) return true;
  log(`Installing packages into ${fileURLToPath(folder)}node_modules, once.\n`);
  const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) log(`Done without them: npm ci failed (${stderr.trim().split('\n').at(-1)}).\n`);
  return status === 0;
}

function areInstalled(folder: URL): boolean {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).every((name) => existsSync(new URL(`node_modules/${name}`, folder)));
}

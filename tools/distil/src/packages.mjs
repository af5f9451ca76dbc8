import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK = new URL('../texts.lock.json', import.meta.url);

/**
 * @typedef {object} TextPackage
 * @property {string} name
 * @property {string} version
 * @property {string} integrity SHA-512 of the archive, as npm writes it
 * @property {'markdown' | 'comments' | 'glosses'} kind what of it is read
 * @property {string} [under] folder of the package to read; default: all of it
 */

/** The packages whose texts the table is made from, in the order of the lock file. @returns {TextPackage[]} */
export function lockedPackages() {
  return JSON.parse(readFileSync(LOCK, 'utf8'));
}

/**
 * Downloads a package with npm, unless the folder has it, and unpacks it. Nothing of it is run.
 *
 * @param {TextPackage} textPackage
 * @param {string} folder for all packages
 * @returns {string} the folder of its files
 * @throws Error when the archive does not have the integrity that the lock file says
 */
export function unpackedPackage({ name, version, integrity }, folder) {
  const target = join(folder, `${name.replace('/', '+')}@${version}`);
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], { cwd: partial });
  const archive = readdirSync(partial).find((file) => file.endsWith('.tgz'));
  const found = `sha512-${createHash('sha512')
    .update(readFileSync(join(partial, archive)))
    .digest('base64')}`;
  if (found !== integrity) throw new Error(`${name}@${version} has integrity ${found}, not ${integrity}.`);
  execFileSync('tar', ['xzf', archive, '--strip-components=1'], { cwd: partial });
  rmSync(join(partial, archive));
  renameSync(partial, target);
  return target;
}

/**
 * Adds the newest integrity of packages to the lock file: run with `--lock`, after a version was changed by hand.
 *
 * @param {string} folder for temporary archives
 */
export function lockPackages(folder) {
  mkdirSync(folder, { recursive: true });
  const locked = lockedPackages().map((each) => {
    const [{ integrity }] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts', `${each.name}@${each.version}`], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString(),
    );
    return { ...each, integrity };
  });
  writeFileSync(LOCK, `${JSON.stringify(locked, null, 2)}\n`);
}

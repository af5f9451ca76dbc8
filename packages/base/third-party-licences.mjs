/** What bundles of our build need: kept out of `src`, since no package that is installed runs it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licences of the packages of others whose modules are in a bundle, as they ask for: sorted by folder, lines of
 * hyphens in between; then those of files next to the bundle.
 *
 * @param {readonly string[]} modules paths of the modules, as esbuild's metafile names them
 * @param {string} workingDirectory folder that the paths are relative to
 * @param {ReadonlySet<string>} [ofFiles] paths of licence files
 * @returns {string}
 */
export function licencesOf(modules, workingDirectory, ofFiles = new Set()) {
  const folders = modules.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]).filter(Boolean);
  const notices = [...new Set(folders)].sort().map((folder) => noticeOf(join(workingDirectory, folder)));
  const texts = [...ofFiles].sort().map((file) => readFileSync(file, 'utf8'));
  return [...notices, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? '' : `\n${readFileSync(join(directory, file), 'utf8').trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}

/** Makes of a public package the folder that is published, with all that it needs of the others inside. */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundleForNode } from '../../packages/pipeline/bundling/bundle-for-node.mjs';
import { bundleLibrary } from './bundle-library.mjs';
import { packageManifest } from './package-manifest.mjs';
import { copyTypes } from './type-files.mjs';

/** Where a bundle is in the repository; in the package it is in `dist`. */
const BUNDLE = 'dist/bundle';

/**
 * Makes the folder that `publishConfig.directory` of the package names, anew.
 *
 * @param {string} repository
 * @param {import('./public-packages.mjs').PublicPackage} described
 * @param {{ versions: Readonly<Record<string, string>>, optional: ReadonlySet<string> }} dependencies versions of the packages
 *   of others, by name, and those of them that an installation does without
 * @param {Readonly<Record<string, unknown>>} origin fields of the package file that say where the package is from
 */
export async function makePackage(repository, described, dependencies, origin) {
  const { directory, commands = {}, libraries = {}, data = {}, copied, outside } = described;
  const source = join(repository, directory);
  const workspaceManifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const folder = join(source, workspaceManifest.publishConfig.directory);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  await bundle(repository, described, source, folder);
  for (const path of [...copied, 'README.md', 'LICENSE']) copyTo(folder, source, path);
  for (const [command, module] of Object.entries(commands)) writeCommand(join(folder, `bin/${command}.js`), module);

  const places = { repository, folder: join(folder, 'dist/types') };
  const { types, imported } = copyTypes(Object.values(libraries), places);
  const exports = Object.keys(libraries).map((path, index) => [
    path,
    { types: `./${relative(folder, types[index]).replaceAll('\\', '/')}`, default: `./dist/${moduleName(path)}.js` },
  ]);
  const manifest = packageManifest(workspaceManifest, {
    bin: Object.fromEntries(Object.keys(commands).map((command) => [command, `bin/${command}.js`])),
    exports: { ...Object.fromEntries(exports), ...data },
    imported,
    outside,
    ...dependencies,
    origin,
  });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Nothing where `npm run build` has made the bundle already. */
async function bundle(repository, { commands = {}, libraries = {}, copied, outside }, source, folder) {
  if (copied.includes(BUNDLE)) return;
  const entries = Object.entries(libraries).map(([path, module]) => [moduleName(path), join(repository, module)]);
  if (Object.keys(commands).length === 0) {
    const output = join(folder, 'dist');
    await bundleLibrary({ repository, folder: output, entries: Object.fromEntries(entries), external: outside });
    return;
  }
  const mains = Object.values(commands).map((module) => [module, `dist/${module}.js`]);
  rmSync(join(source, BUNDLE), { recursive: true, force: true });
  await bundleForNode(source, { entries: Object.fromEntries([...entries, ...mains]), external: outside });
  copyTo(folder, source, BUNDLE);
}

function copyTo(folder, source, path) {
  const target = join(folder, path === BUNDLE ? 'dist' : path);
  cpSync(join(source, path), target, { recursive: true });
  if (!path.endsWith('.json')) return;
  writeFileSync(target, readFileSync(target, 'utf8').replaceAll(`./${BUNDLE}/`, './dist/'));
}

function writeCommand(file, module) {
  mkdirSync(dirname(file), { recursive: true });
  const lines = ['#!/usr/bin/env node', `import { main } from '../dist/${module}.js';`, ''];
  writeFileSync(file, [...lines, 'process.exitCode = await main(process.argv.slice(2));', ''].join('\n'));
  chmodSync(file, 0o755);
}

/** `./static-embeddings/node` is in `static-embeddings-node.js`. */
const moduleName = (path) => (path === '.' ? 'index' : path.slice('./'.length).replaceAll('/', '-'));

/** Joins what a process of Node loads into a few files: finding and reading some six hundred modules takes a third of a second. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from '../../base/third-party-licences.mjs';
import { engineOfTheBuild, filesBesideModules, packedTokens } from './beside-the-bundle.mjs';

/** For what is not written as ES modules. */
const WITH_REQUIRE =
  "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);";

/**
 * Bundles compiled modules into `dist/bundle` of a package, with the files that they look for next to themselves and the licences
 * of what others wrote: the bundle needs no package but the external ones. Names stay as they are written, for stack traces;
 * white space goes, which is read in each process.
 *
 * @param {string} packageDirectory
 * @param {{ entries: Readonly<Record<string, string>>, external: readonly string[] }} what path of each entry, by the name of its
 *   file in the bundle; packages that are not bundled
 */
export async function bundleForNode(packageDirectory, { entries, external }) {
  const folder = join(packageDirectory, 'dist/bundle');
  const files = new Set(Object.keys(entries).map((name) => `${name}.js`));
  const copied = { names: new Set(), licences: new Set() };
  const { metafile, outputFiles } = await build({
    absWorkingDir: packageDirectory,
    entryPoints: { ...entries },
    outdir: 'dist/bundle',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // Without the paths of tsconfig.json, which lead to sources: each module would be in the bundle twice.
    tsconfigRaw: {},
    external: [...external],
    plugins: [engineOfTheBuild, filesBesideModules(folder, files, copied), packedTokens(folder)],
    banner: { js: WITH_REQUIRE },
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), withoutNeedlessRequire(text)]));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of texts) writeFileSync(join(folder, name), text);
  removeFormerFiles(folder, new Set([...texts.keys(), ...copied.names]));
  const notices = licencesOf(Object.keys(metafile.inputs), packageDirectory, copied.licences);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), notices);
}

/** A `require` takes a moment to make, and few files contain what is not written as ES modules. */
function withoutNeedlessRequire(text) {
  const own = text.replace(WITH_REQUIRE, '');
  return /\brequire\b/.test(own) ? text : own;
}

/** Without this, modules of earlier builds, whose names the present one does not overwrite, would be published too. */
function removeFormerFiles(folder, made) {
  const isFormer = (name) => name.endsWith('.js') && !made.has(name);
  for (const name of readdirSync(folder)) if (isFormer(name)) rmSync(join(folder, name));
}

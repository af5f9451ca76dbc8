/** Joins what a process of Node loads into a few files: finding and reading some six hundred modules takes a third of a second. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packTokens } from '@topicmill/text/tokens';
import { build } from 'esbuild';
import { licencesOf } from '../base/third-party-licences.mjs';

/** Modules that find files beside themselves stay where they are, and are loaded by these names. */
const FINDS_FILES_BESIDE_ITSELF = [
  '@topicmill/pipeline/workspace/engine-id',
  '@topicmill/pipeline/workspace/pipeline-version',
  '@topicmill/embedding/static-embeddings/node',
  '@topicmill/serve/viewer',
  '@topicmill/serve/search-box',
];

/**
 * Bundles compiled modules into `dist/bundle` of a package, with the licences of what others wrote. Names stay as they are
 * written, for stack traces; white space goes, which is read in each process.
 *
 * @param {string} packageDirectory
 * @param {{ entries: readonly string[], external: readonly string[] }} what names of modules in `dist`, each also that of
 *   its file in the bundle; packages that are not bundled
 */
export async function bundleForNode(packageDirectory, { entries, external }) {
  const folder = join(packageDirectory, 'dist/bundle');
  const { metafile } = await build({
    absWorkingDir: packageDirectory,
    entryPoints: entries.map((name) => `dist/${name}.js`),
    outdir: 'dist/bundle',
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: [...external],
    plugins: [leaveInPlace, packedTokens(folder)],
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
  });
  removeFormerFiles(folder, new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(Object.keys(metafile.inputs), packageDirectory));
}

const leaveInPlace = {
  name: 'leave-in-place',
  setup({ onResolve }) {
    onResolve(
      { filter: /[/](?:engine-id|pipeline-version|node|viewer|search-box)(?:[/]index)?(?:\.js)?$/ },
      (module) => {
        const name = FINDS_FILES_BESIDE_ITSELF.find((each) => pathOf(module).endsWith(each.replace('@topicmill', '')));
        return name === undefined ? undefined : { path: name, external: true };
      },
    );
  },
};

/** Path of an imported module, as packages name it: without the folder of sources and the name of the file. */
function pathOf({ path, resolveDir }) {
  const file = join(resolveDir, path).replaceAll('\\', '/');
  return file.replace(/\/(?:src|dist)\//, '/').replace(/(?:\/index)?(?:\.js)?$/, '');
}

/** The tokens of an encoding are read as they lie in a file: as a list of literals they take longer than a small build. */
const packedTokens = (folder) => ({
  name: 'packed-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]bpeRanks[\\/]\w+_base\.js$/ }, async ({ path }) => {
      const name = `${basename(path, '.js')}.tokens`;
      const { default: tokens } = await import(pathToFileURL(path).href);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), packTokens(tokens));
      const contents = `import { readFileSync } from 'node:fs';
        export default readFileSync(new URL('./${name}', import.meta.url));`;
      return { contents, loader: 'js' };
    });
  },
});

/** File names contain a hash of the content: without this, the files of earlier builds would be published too. */
function removeFormerFiles(folder, made) {
  for (const name of readdirSync(folder)) if (name.endsWith('.js') && !made.has(name)) rmSync(join(folder, name));
}

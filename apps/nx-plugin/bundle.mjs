/**
 * Joins what Nx loads, with all that it imports, into a few files below dist/bundle: a process of Nx lives for a second
 * or two, and would spend a third of one finding some four hundred modules. Names stay as they are written, for stack
 * traces; white space goes, which is read in each process.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packTokens } from '@topicmill/text/tokens';
import { build } from 'esbuild';
import { licencesOf } from '../../packages/base/third-party-licences.mjs';

const packageDirectory = fileURLToPath(new URL('.', import.meta.url));

/** Modules that find files beside themselves stay where they are: the end of their path, and how the bundle names them. */
const FINDS_FILES_BESIDE_ITSELF = new Map([
  ['workspace/engine-id', '@topicmill/pipeline/workspace/engine-id'],
  ['workspace/pipeline-version', '@topicmill/pipeline/workspace/pipeline-version'],
  ['static-embeddings/node', '@topicmill/embedding/static-embeddings/node'],
]);

const leaveInPlace = {
  name: 'leave-in-place',
  setup({ onResolve }) {
    onResolve(
      { filter: /(?:engine-id|pipeline-version|static-embeddings\/node)(?:\.js)?$/ },
      ({ path, resolveDir }) => {
        const module = join(resolveDir, path).replaceAll('\\', '/').replace(/\.js$/, '').split('/').slice(-2).join('/');
        const name = FINDS_FILES_BESIDE_ITSELF.get(module);
        return name === undefined ? undefined : { path: name, external: true };
      },
    );
  },
};

/** The tokens of an encoding are read as they lie in a file: as a list of literals they take longer than a small build. */
const packedTokens = {
  name: 'packed-tokens',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]bpeRanks[\\/]\w+_base\.js$/ }, async ({ path }) => {
      const name = `${basename(path, '.js')}.tokens`;
      const { default: tokens } = await import(pathToFileURL(path).href);
      mkdirSync(join(packageDirectory, 'dist/bundle'), { recursive: true });
      writeFileSync(join(packageDirectory, 'dist/bundle', name), packTokens(tokens));
      const contents = `import { readFileSync } from 'node:fs';
        export default readFileSync(new URL('./${name}', import.meta.url));`;
      return { contents, loader: 'js' };
    });
  },
};

const { metafile } = await build({
  absWorkingDir: packageDirectory,
  entryPoints: ['index', 'run-batch', 'run-task', 'reconcile-run', 'folder-worker'].map((name) => `dist/${name}.js`),
  outdir: 'dist/bundle',
  bundle: true,
  splitting: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['nx', 'tinypool'],
  plugins: [leaveInPlace, packedTokens],
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
});
removeFormerFiles(new Set(Object.keys(metafile.outputs).map((path) => basename(path))));
writeFileSync(
  join(packageDirectory, 'dist/bundle/THIRD-PARTY-LICENSES.txt'),
  licencesOf(Object.keys(metafile.inputs), packageDirectory),
);

/** File names contain a hash of the content: without this, the files of earlier builds would be published too. */
function removeFormerFiles(made) {
  const folder = join(packageDirectory, 'dist/bundle');
  for (const name of readdirSync(folder)) if (name.endsWith('.js') && !made.has(name)) rmSync(join(folder, name));
}

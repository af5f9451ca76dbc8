/** Plugins of esbuild for modules that look for files next to themselves: these are copied next to the bundle. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { engineId } from '@topicmill/pipeline/workspace/engine-id';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace/pipeline-version';
import { packTokens } from '@topicmill/text/tokens';
import { straightImports } from './straight-imports.mjs';

const OUR_MODULES = /[\\/](?:packages|apps)[\\/][^\\/]+[\\/]dist[\\/].*\.js$/;
const FILE_BESIDE = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
const MODULE_BY_NAME = /createRequire\(import\.meta\.url\)\.resolve\('([^']+)'\)/g;

/**
 * Copies what our modules find relative to themselves into the bundle's folder: tables, pages, scripts. Threads and processes
 * that they start are entries of the bundle. Imports are those of `straightImports`.
 *
 * @param {string} folder the bundle's
 * @param {ReadonlySet<string>} entries names of files in the bundle
 * @param {{ names: Set<string>, licences: Set<string> }} copied receives the names of what is copied and the licence files next to it
 */
export const filesBesideModules = (folder, entries, copied) => ({
  name: 'files-beside-modules',
  setup({ onLoad }) {
    onLoad({ filter: OUR_MODULES }, ({ path }) => {
      const text = straightImports(readFileSync(path, 'utf8'), path);
      if (!text.includes('import.meta.url')) return { contents: text, loader: 'js' };
      const bring = (relative) => {
        const name = basename(relative);
        if (!entries.has(name)) copyBeside(join(dirname(path), relative), join(folder, name), copied);
        return `new URL('./${name}', import.meta.url)`;
      };
      const start = (name) => {
        const entry = `${basename(name)}.js`;
        if (!entries.has(entry)) throw new Error(`${path} starts ${name}: the bundle needs the entry ${entry}.`);
        return `process.getBuiltinModule('node:url').fileURLToPath(new URL('./${entry}', import.meta.url))`;
      };
      const contents = text
        .replace(FILE_BESIDE, (_, relative) => bring(relative))
        .replace(MODULE_BY_NAME, (_, name) => start(name));
      return { contents, loader: 'js' };
    });
  },
});

function copyBeside(source, target, { names, licences }) {
  names.add(basename(target));
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { recursive: true });
  // Names contain a hash of the content: without this, the files of earlier builds would be published too.
  const isFormer = (path) => !existsSync(join(source, path));
  if (statSync(source).isDirectory())
    for (const path of readdirSync(target, { recursive: true }).filter(isFormer))
      rmSync(join(target, path), { force: true });
  const licence = join(dirname(source), 'LICENSE.txt');
  if (existsSync(licence)) licences.add(licence);
}

/** Release and engine as they were when the bundle was made; what is installed runs the engine of its release. */
export const engineOfTheBuild = {
  name: 'engine-of-the-build',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]workspace[\\/]pipeline-version\.js$/ }, () => ({
      contents: `export const PIPELINE_VERSION = ${JSON.stringify(PIPELINE_VERSION)};`,
    }));
    onLoad({ filter: /[\\/]workspace[\\/]engine-id\.js$/ }, () => {
      const [release, checkout] = engineId().split('+');
      return {
        contents: `const isInstalled = /[\\\\/]node_modules[\\\\/]/.test(decodeURIComponent(import.meta.url));
          export const engineId = () => ${JSON.stringify(release)} + (isInstalled ? '' : ${JSON.stringify(`+${checkout}`)});`,
      };
    });
  },
};

/** The tokens of an encoding are read as they are in a file: as a list of literals they take longer than a small build. */
export const packedTokens = (folder) => ({
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

/**
 * Bundles the viewer into dist/viewer/site, or into the folder that the command line names: `index.html`, and `_topicmill/` with
 * what it loads; and `<topicmill-search>` into dist/search-box: topicmill-search.js, the panel that it
 * loads, and what that loads to embed a question.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packTokens } from '@topicmill/text/tokens';
import { build } from 'esbuild';
import { licencesOf } from '../base/third-party-licences.mjs';

const packageDirectory = fileURLToPath(new URL('.', import.meta.url));
const site = resolve(process.argv[2] ?? join(packageDirectory, 'dist/viewer/site'));

const LICENCES = 'THIRD-PARTY-LICENSES.txt';

/** The tokens of an encoding are fetched as bytes: as a list of literals they take 1.7 times as many. */
const packedTokens = {
  name: 'packed-tokens',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /[\\/]bpeRanks[\\/]\w+_base\.js$/ }, ({ path }) => ({
      contents: `import file from ${JSON.stringify(`${path}.tokens`)};
        const response = await fetch(new URL(file, import.meta.url));
        if (!response.ok) throw new Error(response.url + ' answers ' + response.status + '.');
        export default new Uint8Array(await response.arrayBuffer());`,
      loader: 'js',
    }));
    onResolve({ filter: /_base\.js\.tokens$/ }, ({ path }) => ({
      path: path.replace('.js.tokens', '.tokens'),
      namespace: 'packed-tokens',
    }));
    onLoad({ filter: /\.tokens$/, namespace: 'packed-tokens' }, async ({ path }) => {
      const { default: tokens } = await import(pathToFileURL(path.replace('.tokens', '.js')).href);
      return { contents: packTokens(tokens), loader: 'file' };
    });
  },
};

mkdirSync(join(site, '_topicmill'), { recursive: true });
cpSync(join(packageDirectory, 'src/viewer/app/index.html'), join(site, 'index.html'));
const browser = {
  absWorkingDir: packageDirectory,
  bundle: true,
  minify: true,
  metafile: true,
  platform: 'browser',
  target: ['chrome123', 'firefox121', 'safari17.5'],
  conditions: ['@topicmill/source'],
  legalComments: 'none',
  logLevel: 'warning',
};
const { metafile } = await build({
  ...browser,
  entryPoints: {
    viewer: 'src/viewer/app/main.tsx',
    style: 'src/viewer/app/style/viewer.css',
    'explain-worker': 'src/viewer/app/explain/explain-worker.ts',
  },
  outdir: join(site, '_topicmill'),
  format: 'esm',
  // Tables of tokenizers, strategies and grammars of code are loaded only by who needs them.
  splitting: true,
  chunkNames: '[name]-[hash]',
  assetNames: '[name]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [packedTokens],
});
const modules = Object.keys(metafile.inputs).filter((path) => !path.startsWith('packed-tokens:'));
writeFileSync(join(site, '_topicmill', LICENCES), licencesOf(modules, packageDirectory));

// Names of chunks contain a hash, so those of an earlier build stay next to the new ones. A server may use the folder
// meanwhile, which is why it is not emptied first.
const written = new Set([LICENCES, ...Object.keys(metafile.outputs).map((path) => basename(path))]);
for (const name of readdirSync(join(site, '_topicmill')))
  if (!written.has(name)) rmSync(join(site, '_topicmill', name), { recursive: true, force: true });

const searchBox = join(packageDirectory, 'dist/search-box');
const own = (entry, defined, format = 'esm') => ({
  ...browser,
  entryPoints: entry,
  outdir: searchBox,
  format,
  define: Object.fromEntries(Object.entries(defined).map(([name, script]) => [name, JSON.stringify(script)])),
});
/** A cached script of another release is not taken; the file keeps its name, so that an older page finds one. */
const scriptOf = (name) => {
  const hash = createHash('sha256').update(readFileSync(join(searchBox, `${name}.js`)));
  return `${name}.js?${hash.digest('hex').slice(0, 16)}`;
};
const [MEANING, PANEL] = ['topicmill-search-meaning', 'topicmill-search-panel'];
await build(own({ [MEANING]: 'src/search-box/app/meaning.ts' }, {}));
await build(own({ [PANEL]: 'src/search-box/app/search-panel.ts' }, { MEANING_SCRIPT: scriptOf(MEANING) }));
await build(own({ 'topicmill-search': 'src/search-box/app/main.ts' }, { PANEL_SCRIPT: scriptOf(PANEL) }, 'iife'));

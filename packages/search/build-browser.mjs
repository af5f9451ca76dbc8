/**
 * Bundles the retrieval library into dist/browser/retrieval.js: one ES module without imports, for pages without a bundler,
 * workers and edge runtimes.
 */
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const bundle = await rolldown({
  input: fileURLToPath(new URL('src/retrieval/index.ts', import.meta.url)),
  platform: 'browser',
  resolve: { conditionNames: ['@topicmill/source', 'browser', 'import', 'default'] },
  logLevel: 'warn',
});
await bundle.write({
  file: fileURLToPath(new URL('dist/browser/retrieval.js', import.meta.url)),
  format: 'esm',
  minify: true,
});
await bundle.close();

/** Joins what Nx loads into a few files below dist/bundle: a process of Nx lives for a second or two. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../../packages/pipeline/bundling/bundle-for-node.mjs';

const { resolve } = createRequire(import.meta.url);
const entries = ['index', 'run-batch', 'reconcile-run', 'init-generator'];

await bundleForNode(fileURLToPath(new URL('.', import.meta.url)), {
  entries: {
    ...Object.fromEntries(entries.map((name) => [name, `dist/${name}.js`])),
    'folder-worker': resolve('@topicmill/pipeline/folder-threads/folder-worker'),
    'html-worker': resolve('@topicmill/pipeline/workspace/html-worker'),
  },
  external: ['nx', 'tinypool'],
});

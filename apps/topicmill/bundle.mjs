/** Joins what the commands load into a few files below dist/bundle; those in `bin` start them. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../../packages/pipeline/bundling/bundle-for-node.mjs';

const { resolve } = createRequire(import.meta.url);
const ofSteps = ['chunking-tool', 'keyword-extractor', 'topic-spec', 'index-tool'];

await bundleForNode(fileURLToPath(new URL('.', import.meta.url)), {
  entries: {
    main: 'dist/main.js',
    'serve-worker': 'dist/serve/serve-worker.js',
    'folder-worker': resolve('@topicmill/pipeline/folder-threads/folder-worker'),
    'html-worker': resolve('@topicmill/pipeline/workspace/html-worker'),
    'docs-root-worker': resolve('@topicmill/pipeline/watch/docs-root-worker'),
    'evaluation-child': resolve('@topicmill/pipeline/site-evaluation/evaluation-child'),
    'starlight-stand-in': resolve('@topicmill/pipeline/site-evaluation/starlight-stand-in'),
    ...Object.fromEntries(ofSteps.map((name) => [name, `../${name}/dist/main.js`])),
  },
  external: ['jiti', 'pg-native', 'tinypool'],
});

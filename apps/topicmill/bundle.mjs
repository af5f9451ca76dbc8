/** Joins what a command loads into a few files below dist/bundle; `bin/topicmill.js` starts them. */
import { fileURLToPath } from 'node:url';
import { bundleForNode } from '../../packages/pipeline/bundle-for-node.mjs';

await bundleForNode(fileURLToPath(new URL('.', import.meta.url)), { entries: ['main'], external: ['tinypool'] });

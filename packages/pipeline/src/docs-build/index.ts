export { type BuildReport, buildDocs } from './build-docs.js';
export { parseShard, type Shard } from './shard.js';

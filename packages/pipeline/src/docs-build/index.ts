export { type BuildReport, type BuildRequest, buildDocs } from './build-docs.js';
export { parseShard, type Shard } from './shard.js';

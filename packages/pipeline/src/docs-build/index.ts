export { type BuildReport, buildDocs, parseShard, type Shard } from './build-docs.js';

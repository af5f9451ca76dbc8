export { type BuildReport, type BuildRequest, buildDocs } from './build-docs.js';

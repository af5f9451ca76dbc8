export { type DocumentParts, type FrontMatter, parseFrontMatter, splitFrontMatter } from './front-matter.js';
export { type FencedBlock, type Heading, LineKind, type LineScan } from './line-scan.js';
export { scanLines } from './scan-lines.js';

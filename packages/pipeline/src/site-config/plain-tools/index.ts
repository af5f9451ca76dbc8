import { ASTRO } from './astro.js';
import { DOCSIFY, FUMADOCS, HEXO, NEXTRA, SPHINX, ZOLA } from './document-tools.js';
import { GITBOOK } from './gitbook.js';
import { MINTLIFY } from './mintlify.js';
import type { PlainTool } from './plain-tool.js';

export { isSphinxWithMyst } from './document-tools.js';
export { GITBOOK } from './gitbook.js';
export type { PlainTool } from './plain-tool.js';

/** Tools whose pages are found although their addresses are not computed. */
export const PLAIN_TOOLS: readonly PlainTool[] = [
  ASTRO,
  MINTLIFY,
  HEXO,
  ZOLA,
  NEXTRA,
  FUMADOCS,
  SPHINX,
  DOCSIFY,
  GITBOOK,
];

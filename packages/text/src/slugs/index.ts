export { kramdownBlockId } from './explicit-id.js';
export { NumberedSlugs } from './numbered-slugs.js';
export { type AnchorRules, pageAnchors } from './page-anchors.js';
export { githubSlug } from './slugify.js';

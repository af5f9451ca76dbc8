export { kramdownBlockId } from './explicit-id.js';
export { type AnchorRules, pageAnchors } from './page-anchors.js';
export { githubSlug } from './slugify.js';

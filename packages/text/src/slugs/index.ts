export { type AnchorRules, kramdownBlockId, pageAnchors } from './page-anchors.js';
export { githubSlug, NumberedSlugs, pythonSlug } from './slugify.js';

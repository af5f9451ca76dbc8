export { kramdownBlockId } from './explicit-id.js';
export type { HeadingReferences } from './heading-runs.js';
export { type AnchorRules, pageAnchors, type WrittenHeading } from './page-anchors.js';
export { githubSlug, type HugoIdType, type PythonSlugify } from './slugify.js';

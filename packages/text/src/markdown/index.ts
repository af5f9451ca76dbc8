export type { Block, BlockScan, BlockType } from './block.js';
export { BREADCRUMB_SEPARATOR, breadcrumbOf } from './breadcrumb.js';
export { ATTRIBUTE_LIST, KRAMDOWN_MARK } from './dialects/attribute-list.js';
export { textAttributes } from './dialects/braces.js';
export { DIALECT_NAMES, type Dialect, type DialectName, dialectOf } from './dialects/dialect.js';
export type { Inclusion, Region } from './dialects/dialect-scan.js';
export { findInclusions } from './dialects/find-inclusions.js';
export { identifyHeading } from './dialects/heading-id.js';
export { htmlTag } from './dialects/html-tag.js';
export { type IncludedLines, includedLines } from './dialects/included-lines.js';
export { mayInclude } from './dialects/inclusion.js';
export { pairTags } from './dialects/pair-tags.js';
export { proseMarkdown } from './dialects/prose-markdown.js';
export { readableMarkdown } from './dialects/readable-markdown.js';
export { isDialectScan, scanMarkdown } from './dialects/scan-markdown.js';
export { templateLines } from './dialects/template-lines.js';
export { templateTag } from './dialects/template-tag.js';
export { VainReads } from './dialects/vain-reads.js';
export { findLinks } from './find-links.js';
export { parseFrontMatter, readFrontMatter, splitFrontMatter } from './front-matter.js';
export { setextLines } from './heading-text.js';
export { inlineReferences } from './inline-references.js';
export { countLineEnds, LineNumbers, lineNumberAt } from './line-numbers.js';
export { type FencedBlock, type Heading, LineKind, type LineScan } from './line-scan.js';
export { bodyOffsetOf, type PageFrontMatter, readPageFrontMatter } from './page-front-matter.js';
export { rewriteLinks } from './rewrite-links.js';
export {
  scanBlocks,
  startsBlock,
  startsFence,
  startsIndentedCode,
  startsItem,
  startsParagraph,
  startsTable,
} from './scan-blocks.js';
export { scanLines } from './scan-lines.js';

export { CodeSpans } from './code-spans.js';
export { DIALECT_NAMES, type Dialect, type DialectName, dialectOf } from './dialects/dialect.js';
export type { Inclusion, Region } from './dialects/dialect-scan.js';
export {
  ATTRIBUTE_LIST,
  identifyHeading,
  KRAMDOWN_MARK,
  textAttributes,
  withoutHeadingId,
} from './dialects/heading-id.js';
export { findInclusions, type IncludedLines, includedLines, mayInclude } from './dialects/inclusion.js';
export { htmlTag } from './dialects/jsx-tag.js';
export { proseMarkdown, readableMarkdown } from './dialects/readable-markdown.js';
export { isDialectScan, pairTags, scanMarkdown } from './dialects/scan-markdown.js';
export { templateLines, templateTag, withoutTemplates } from './dialects/template-tag.js';
export { VainReads } from './dialects/vain-reads.js';
export { findLinks, rewriteLinks } from './find-links.js';
export {
  bodyOffsetOf,
  type PageFrontMatter,
  parseFrontMatter,
  readFrontMatter,
  readPageFrontMatter,
} from './front-matter.js';
export { BREADCRUMB_SEPARATOR, joinBreadcrumb, setextLines } from './heading-text.js';
export { inlineReferences } from './inline-references.js';
export {
  countLineEnds,
  type FencedBlock,
  type Heading,
  LineKind,
  LineNumbers,
  type LineScan,
  lineNumberAt,
} from './line-scan.js';
export {
  type Block,
  type BlockScan,
  type BlockType,
  scanBlocks,
  startsBlock,
  startsFence,
  startsHtml,
  startsIndentedCode,
  startsItem,
  startsParagraph,
  startsTable,
} from './scan-blocks.js';
export { scanLines } from './scan-lines.js';
export { splitFrontMatter } from './split-front-matter.js';

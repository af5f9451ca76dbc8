export type {
  Block,
  BlockScan,
  BlockType,
  CodeBlock,
  DefinitionBlock,
  HeadingBlock,
  ListBlock,
  PlainBlock,
} from './block.js';
export { BREADCRUMB_SEPARATOR, breadcrumbOf } from './breadcrumb.js';
export { DIALECT_NAMES, type Dialect, type DialectName, dialectOf } from './dialects/dialect.js';
export type { DialectScan, Inclusion, Markup, Region } from './dialects/dialect-scan.js';
export { findInclusions } from './dialects/find-inclusions.js';
export { type IncludedLines, includedLines } from './dialects/included-lines.js';
export { pairTags } from './dialects/pair-tags.js';
export { proseMarkdown } from './dialects/prose-markdown.js';
export { hasReadableText, readableMarkdown } from './dialects/readable-markdown.js';
export { isDialectScan, type ScanOptions, scanMarkdown } from './dialects/scan-markdown.js';
export { findLinks, type WrittenLink } from './find-links.js';
export {
  type DocumentParts,
  type FrontMatter,
  parseFrontMatter,
  readFrontMatter,
  splitFrontMatter,
} from './front-matter.js';
export { setextLines } from './heading-text.js';
export { countLineEnds, LineNumbers, lineNumberAt } from './line-numbers.js';
export { type FencedBlock, type Heading, LineKind, type LineScan } from './line-scan.js';
export { bodyOffsetOf, type PageFrontMatter, readPageFrontMatter } from './page-front-matter.js';
export { scanBlocks, startsBlock, startsFence, startsItem, startsParagraph, startsTable } from './scan-blocks.js';
export { scanLines } from './scan-lines.js';

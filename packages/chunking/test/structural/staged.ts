import { loadTokenCounter, textTokens } from '@topicmill/text/tokens';
import { attachMetadata, type DocumentIdentity, type DraftRecord } from '../../src/structural/attach-metadata.js';
import { Breadcrumbs } from '../../src/structural/breadcrumbs.js';
import type { FlatNode } from '../../src/structural/flat-node.js';
import { flattenBlocks } from '../../src/structural/flatten-blocks.js';
import { normalizeChunks } from '../../src/structural/normalize-chunks.js';
import type { StructuralOptions } from '../../src/structural/options.js';
import { addOverlap, type Overlap } from '../../src/structural/overlaps.js';
import { type PackedChunk, type PackingLimits, packNodes } from '../../src/structural/pack-nodes.js';
import { parseMarkdown } from '../../src/structural/parse-markdown.js';
import { splitOversized } from '../../src/structural/split-oversized.js';
import { DEFAULT_STRUCTURAL_OPTIONS } from '../../src/structural/structural.js';

export const tokenCounter = await loadTokenCounter('cl100k_base');
export const options: StructuralOptions = { ...DEFAULT_STRUCTURAL_OPTIONS, tokenCounter };
export const limits: PackingLimits = {
  reservedTokens: () => 0,
  mostReservedTokens: 0,
  slackTokens: 0,
};
export const identity: DocumentIdentity = {
  contentType: 'doc',
  docName: 'guide',
  fileTitle: 'Guide',
  filePath: 'docs/guide.md',
  metadata: undefined,
};

/** A sentence of just that many tokens. */
export function words(count: number, word = 'word'): string {
  return `Some ${Array.from({ length: count - 2 }, () => word).join(' ')}.`;
}

export function nodesOf(text: string): FlatNode[] {
  return flattenBlocks(parseMarkdown(text), textTokens(text, tokenCounter));
}

/** The texts of the pieces that blocks are cut into, each with what is repeated around it. */
export function piecesOf(text: string, limit: number): string[] {
  const sizes = { limitOf: () => limit, fullTokens: limit };
  const { nodes } = splitOversized(nodesOf(text), {
    parsed: parseMarkdown(text),
    tokens: textTokens(text, tokenCounter),
    ...sizes,
  });
  return nodes.map(
    ({ opening, closing, startOffset, endOffset }) =>
      `${opening?.text ?? ''}${text.slice(startOffset, endOffset)}${closing?.text ?? ''}`,
  );
}

export function packed(text: string, changes: Partial<StructuralOptions> = {}): PackedChunk[] {
  return packNodes(nodesOf(text), { ...options, ...changes }, limits);
}

/** Chunks of these texts, one each, whatever their sizes. */
export function chunksOf(texts: readonly string[]): { text: string; chunks: PackedChunk[] } {
  const text = texts.join('\n\n');
  const nodes = nodesOf(text);
  let end = 0;
  const chunks = texts.map((part): PackedChunk => {
    const start = end;
    end = start + part.length + 2;
    const own = nodes.filter(({ startOffset }) => startOffset >= start && startOffset < end);
    return {
      nodes: own,
      section: own[leadingHeadings(own)]!.section,
      tokenCount: own.reduce((sum, node) => sum + node.tokenCount, 0),
      leavesSection: false,
      decision: undefined,
    };
  });
  return { text, chunks };
}

/** Index of the last of the headings that nodes start with, each deeper than the one before; 0 without. */
function leadingHeadings(nodes: readonly FlatNode[]): number {
  let last = 0;
  while (nodes[last]!.level > 0 && (nodes[last + 1]?.level ?? 0) > nodes[last]!.level) last++;
  return last;
}

export function overlapping(texts: readonly string[], changes: Partial<StructuralOptions> = {}): Overlap[] {
  const { text, chunks } = chunksOf(texts);
  return addOverlap(chunks, {
    text,
    tokens: textTokens(text, tokenCounter),
    options: { ...options, ...changes },
    limits,
  });
}

/** Drafts of these texts, one chunk each. */
export function drafted(
  texts: readonly string[],
  changes: Partial<StructuralOptions> = {},
  fileTitle = 'Guide',
): DraftRecord[] {
  const { text, chunks } = chunksOf(texts);
  const changed = { ...options, ...changes };
  const tokens = textTokens(text, tokenCounter);
  const normalized = normalizeChunks(chunks, addOverlap(chunks, { text, tokens, options: changed, limits }), text);
  const breadcrumbs = new Breadcrumbs(fileTitle, text, tokens, changed);
  return attachMetadata(normalized, {
    parsed: parseMarkdown(text),
    tokens,
    identity: { ...identity, fileTitle },
    breadcrumbs,
    options: changed,
  });
}

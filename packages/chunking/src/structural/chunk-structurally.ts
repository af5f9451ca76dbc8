import type { Diagnostic } from '@topicmill/base/diagnostics';
import { textTokens } from '@topicmill/text/tokens';
import { structureDiagnostics } from '../document-diagnostics.js';
import { attachMetadata, type DocumentIdentity, type DraftContext, type DraftRecord } from './attach-metadata.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { contextDiagnostics } from './context-diagnostics.js';
import { type FlatNode, isProse } from './flat-node.js';
import { flattenBlocks } from './flatten-blocks.js';
import { normalizeChunks } from './normalize-chunks.js';
import type { StructuralOptions } from './options.js';
import { OverlapSizes } from './overlap-sizes.js';
import { addOverlap } from './overlaps.js';
import { type PackedChunk, type PackingLimits, packNodes } from './pack-nodes.js';
import { type ParsedMarkdown, parseMarkdown } from './parse-markdown.js';
import { Sections } from './sections.js';
import { type CutNodes, splitOversized } from './split-oversized.js';
import { longSections, NodeWords, weighSubjectChanges } from './subject-changes.js';
import { WholeSentences } from './whole-sentences.js';

/** The records of a document before they are checked. */
export interface StructuralDrafts {
  readonly parsed: ParsedMarkdown;
  readonly drafts: readonly DraftRecord[];
  readonly diagnostics: readonly Diagnostic[];
  /** For the text after this one. */
  readonly sections: Sections;
}

/**
 * Tokens by which the finished text may differ from the sum of its parts: where a line is cut, and for counters that
 * round. The first is enough for `cl100k_base` but in rare texts; a larger one is tried when a limit is broken.
 */
const SLACK_TOKENS = [4, 16, 48];
/** Share of the minimum that the pieces have which fill up a chunk that is too small. */
const FILLING_SHARE = 0.5;
/** Share of the maximum that a paragraph leaves to overlap, since it can be cut between its sentences. */
const OVERLAP_SHARE = 0.125;
const MAX_REFINEMENTS = 3;
/** Share of the target above which a paragraph or list of a long section may be cut though it fits. */
const DIVIDED_SHARE = 0.25;

/** What is known of a document before it is packed. */
interface Reading extends DraftContext {
  readonly nodes: readonly FlatNode[];
  readonly explains: boolean;
}

/**
 * Runs all stages but the last on a document.
 *
 * @param how `explains`: see `packNodes`; `before`: see `Sections`
 */
export function draftStructurally(
  text: string,
  identity: DocumentIdentity,
  options: StructuralOptions,
  { explains = false, before }: { readonly explains?: boolean; readonly before?: Sections | undefined } = {},
): StructuralDrafts {
  const parsed = parseMarkdown(text, identity.dialect);
  const sections = new Sections(parsed, before);
  const tokens = textTokens(text, options.tokenCounter);
  const nodes = flattenBlocks(parsed, tokens, sections);
  const breadcrumbs = new Breadcrumbs(identity.fileTitle, text, tokens, options);
  const reading = { parsed, tokens, nodes, breadcrumbs, identity, options, explains };
  let made: Omit<StructuralDrafts, 'parsed' | 'sections'> = { drafts: [], diagnostics: [] };
  for (const slackTokens of SLACK_TOKENS) {
    made = draftWithSlack(reading, slackTokens);
    if (holdsLimits(made.drafts, options)) break;
  }
  const structure = structureDiagnostics(parsed, parsed.bodyLine, identity.filePath ?? identity.docName);
  return { parsed, sections, drafts: made.drafts, diagnostics: [...structure, ...made.diagnostics] };
}

function draftWithSlack(reading: Reading, slackTokens: number): Omit<StructuralDrafts, 'parsed' | 'sections'> {
  const { parsed, tokens, breadcrumbs, identity, options } = reading;
  const sentences = new WholeSentences(parsed.text);
  const limits: PackingLimits = {
    reservedTokens: (section) => breadcrumbs.reservedTokens(section),
    mostReservedTokens: breadcrumbs.limit,
    slackTokens,
    overlapSizes: (pieces) =>
      new OverlapSizes(pieces, sentences, { sentenceCount: options.overlapSentences, maxTokens: options.maxTokens }),
  };
  const { chunks, headersLeftOut } = packWithinLimits(reading, limits);
  const overlaps = addOverlap(chunks, { text: parsed.text, tokens, options, limits, sentences });
  const normalized = normalizeChunks(chunks, overlaps, parsed.text);
  const drafts = attachMetadata(normalized, reading);
  return { drafts, diagnostics: contextDiagnostics(drafts, headersLeftOut, parsed.bodyLine, identity.filePath) };
}

interface PackedNodes {
  /** What was packed. */
  readonly nodes: readonly FlatNode[];
  readonly chunks: PackedChunk[];
  readonly headersLeftOut: readonly FlatNode[];
}

function isSame(nodes: readonly FlatNode[], others: readonly FlatNode[]): boolean {
  return nodes.length === others.length && nodes.every((node, i) => node === others[i]);
}

/**
 * Splits and packs; where a chunk comes out too small, the blocks of it and of its neighbours are split further, so that
 * it can be filled up.
 */
function packWithinLimits({ nodes, parsed, tokens, options, explains }: Reading, limits: PackingLimits): PackedNodes {
  const { maxTokens, targetTokens, minTokens, overlapSentences } = options;
  const least = minTokens + limits.slackTokens;
  const fullTokens = maxTokens - limits.slackTokens;
  const filling = new Set<FlatNode>();
  const limitOf = (node: FlatNode) => {
    if (filling.size > 0 && filling.has(node)) return Math.max(1, minTokens * FILLING_SHARE);
    const kept = limits.slackTokens + (isProse(node) && overlapSentences > 0 ? maxTokens * OVERLAP_SHARE : 0);
    const surely = maxTokens - limits.mostReservedTokens - kept;
    return node.tokenCount <= surely ? surely : maxTokens - limits.reservedTokens(node.section) - kept;
  };
  const long = longSections(nodes, maxTokens);
  const isDivided = (node: FlatNode) =>
    (isProse(node) || node.type === 'list') && node.tokenCount > targetTokens * DIVIDED_SHARE && long.has(node.section);
  const cutNodes: CutNodes = new Map();
  const words = long.size === 0 ? undefined : new NodeWords(parsed.text);
  let before: PackedNodes | undefined;
  for (let refinement = 0; ; refinement++) {
    const split = splitOversized(nodes, { parsed, tokens, limitOf, fullTokens, isDivided, known: cutNodes });
    if (before !== undefined && isSame(split.nodes, before.nodes)) return before;
    const { headersLeftOut } = split;
    const pieces = words === undefined ? split.nodes : weighSubjectChanges(split.nodes, words, long);
    const chunks = packNodes(pieces, options, limits, explains);
    before = { nodes: split.nodes, chunks, headersLeftOut };
    const fillingCount = filling.size;
    if (refinement < MAX_REFINEMENTS && chunks.length > 1) addFilling(filling, nodes, chunks, least);
    if (filling.size === fillingCount) return before;
  }
}

/** Adds the blocks of every chunk that is too small or leaves its section, and of the chunks before and after it. */
function addFilling(
  filling: Set<FlatNode>,
  nodes: readonly FlatNode[],
  chunks: readonly PackedChunk[],
  least: number,
): void {
  let at = 0;
  chunks.forEach((chunk, i) => {
    if (chunk.tokenCount >= least && !chunk.leavesSection) return;
    const start = chunks[Math.max(0, i - 1)]!.nodes[0]!.startOffset;
    const end = chunks[Math.min(chunks.length - 1, i + 1)]!.nodes.at(-1)!.endOffset;
    while (at > 0 && nodes[at - 1]!.endOffset > start) at--;
    while (at < nodes.length && nodes[at]!.endOffset <= start) at++;
    for (; at < nodes.length && nodes[at]!.startOffset < end; at++) filling.add(nodes[at]!);
  });
}

function holdsLimits(drafts: readonly DraftRecord[], { minTokens, maxTokens }: StructuralOptions): boolean {
  return drafts.every(
    ({ record, embedTokenCount }) =>
      embedTokenCount <= maxTokens && (drafts.length === 1 || record.tokenStats.tokens >= minTokens),
  );
}

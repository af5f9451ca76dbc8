import type { Diagnostic } from '@topicmill/base/diagnostics';
import { textTokens } from '@topicmill/text/tokens';
import { structureDiagnostics } from '../document-diagnostics.js';
import { attachMetadata, type DocumentIdentity, type DraftContext, type DraftRecord } from './attach-metadata.js';
import { Breadcrumbs } from './breadcrumbs.js';
import { type FlatNode, isProse } from './flat-node.js';
import { flattenBlocks } from './flatten-blocks.js';
import { normalizeChunks } from './normalize-chunks.js';
import type { StructuralOptions } from './options.js';
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

/** What is known about a document before it is packed. */
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
    if (areWithinLimits(made.drafts, options)) break;
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

function areWithinLimits(drafts: readonly DraftRecord[], { minTokens, maxTokens }: StructuralOptions): boolean {
  return drafts.every(
    ({ record, embedTokenCount }) =>
      embedTokenCount <= maxTokens && (drafts.length === 1 || record.tokenStats.tokens >= minTokens),
  );
}

/**
 * Warnings about what had to give way so that chunks stay within the maximum, in the order in which it gives way:
 * overlap, breadcrumb, a table's header.
 */
function contextDiagnostics(
  drafts: readonly DraftRecord[],
  headersLeftOut: readonly FlatNode[],
  bodyLine: number,
  filePath: string | undefined,
): Diagnostic[] {
  const place = (line: number) => ({ ...(filePath === undefined ? {} : { file: filePath }), line: bodyLine + line });
  const diagnostics: Diagnostic[] = [];
  for (const { chunk, breadcrumb, record } of drafts) {
    const line = chunk.nodes[0]!.firstLine;
    if (chunk.overlap.isCut) {
      diagnostics.push({
        severity: 'warning',
        code: 'OVERLAP_CUT',
        message: `Chunk ${record.chunkNumber} has no room for all sentences of its overlap.`,
        ...place(line),
        remedy: 'Raise the maximum or lower the target if the overlap matters.',
      });
    }
    if (breadcrumb.isCut) {
      diagnostics.push({
        severity: 'warning',
        code: 'BREADCRUMB_CUT',
        message: `The breadcrumb of chunk ${record.chunkNumber} is shortened: it would take more than half of the maximum, or the space that the header of a table needs.`,
        ...place(line),
        remedy: 'Shorten the title or the headings.',
      });
    }
  }
  const headers = headersLeftOut.map(
    ({ firstLine }): Diagnostic => ({
      severity: 'warning',
      code: 'TABLE_HEADER_LEFT_OUT',
      message: 'The header of this table leaves no room for some of its rows, so these are written without it.',
      ...place(firstLine),
      remedy: 'Shorten the header or the rows, or split the table.',
    }),
  );
  return [...diagnostics, ...headers];
}

/** No room is kept for a longer overlap. */
const MAX_SHARE = 0.25;

/** What an overlap is estimated from. */
interface OverlapLimits {
  /** Sentences that a chunk repeats. */
  readonly sentenceCount: number;
  /** Tokens of a chunk. */
  readonly maxTokens: number;
}

/**
 * About how many tokens the overlap takes of a chunk that starts with a node: the last sentences of the paragraphs
 * before it under the same outermost heading, their tokens taken in proportion to their length. Sentences are looked for
 * only where somebody asks.
 */
export class OverlapSizes {
  /** What none exceeds, in tokens: no room is kept for a longer overlap. */
  readonly most: number;
  /** For each node the last prose before it, -1 without. */
  private readonly proseBefore: Int32Array;
  /** By node: tokens of its last sentences, the last one first. */
  private readonly known: (readonly number[] | undefined)[] = [];

  constructor(
    private readonly nodes: readonly FlatNode[],
    private readonly sentences: WholeSentences,
    private readonly limits: OverlapLimits,
  ) {
    this.most = limits.sentenceCount === 0 ? 0 : limits.maxTokens * MAX_SHARE;
    this.proseBefore = new Int32Array(this.most === 0 ? 0 : nodes.length);
    for (let i = 0, prose = -1; i < this.proseBefore.length; i++) {
      this.proseBefore[i] = prose;
      if (isProse(nodes[i]!)) prose = i;
    }
  }

  /** @param start index of the chunk's first node */
  overlapSizeBefore(start: number): number {
    if (this.most === 0) return 0;
    const { nodes, proseBefore } = this;
    const { topLevelIndex } = nodes[start]!.section;
    if (isProse(nodes[start]!) && !this.startsSentence(start)) return 0;
    let left = this.limits.sentenceCount;
    let total = 0;
    for (let i = proseBefore[start]!; i !== -1 && left > 0; i = proseBefore[i]!) {
      if (nodes[i]!.section.topLevelIndex !== topLevelIndex) break;
      const sizes = this.lastSizes(i);
      for (let last = 0; last < sizes.length && left > 0; last++, left--) total += sizes[last]!;
      if (!this.startsSentence(i)) break;
    }
    return total <= this.most ? total : 0;
  }

  private startsSentence(index: number): boolean {
    const { block, startOffset } = this.nodes[index]!;
    return this.sentences.isStart(block, startOffset);
  }

  private lastSizes(index: number): readonly number[] {
    const { block, startOffset, endOffset, ownTokenCount } = this.nodes[index]!;
    const tokensPerUnit = (ownTokenCount + 1) / (endOffset - startOffset);
    let end = endOffset;
    this.known[index] ??= this.sentences
      .lastStarts(block, startOffset, endOffset, this.limits.sentenceCount)
      .map((start) => {
        const size = Math.ceil((end - start) * tokensPerUnit);
        end = start;
        return size;
      });
    return this.known[index];
  }
}

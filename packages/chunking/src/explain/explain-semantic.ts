import { splitFrontMatter } from '@topicmill/text/markdown';
import type { Chunk, SourceDocument } from '../chunk.js';
import { deeperHeadingTokens, type Span } from '../semantic/boundaries.js';
import { draftSemantically, type SemanticDraft } from '../semantic/chunk-semantically.js';
import type { SemanticOptions } from '../semantic/options.js';
import {
  type Boundary,
  type ChunkFlag,
  DOCUMENT_END,
  DOCUMENT_START,
  type ExplainedChunk,
  frontMatterRange,
  type LeftOutRange,
  type StrategyExplanation,
} from './explanation.js';

/** @throws TopicmillError as the strategy `semantic` does */
export function explainSemantic(document: SourceDocument, options: SemanticOptions): StrategyExplanation {
  const { minTokens, maxTokens } = options;
  const draft = draftSemantically(document, options);
  const starts = draft.spans.kept.map((span, i, kept) => startBoundary(span, kept[i - 1], options));
  const headings = new Map(draft.scan.headings.map(({ line, text }) => [line, text]));
  return {
    limits: [
      ...(options.sections === 'apart'
        ? []
        : [
            { name: 'minimum', tokenCount: minTokens },
            { name: 'deeper headings from', tokenCount: deeperHeadingTokens(options) },
          ]),
      { name: 'maximum', tokenCount: maxTokens },
    ],
    chunks: draft.chunks.map((chunk, i) =>
      explainedChunk(
        chunk,
        headings.get(draft.spans.kept[i]!.firstLine),
        [starts[i]!, starts[i + 1] ?? lastEnd(draft, options)],
        draft,
        options,
      ),
    ),
    leftOut: [...frontMatterRange(splitFrontMatter(document.text).bodyOffset), ...droppedTail(draft, document.text)],
    diagnostics: draft.diagnostics,
  };
}

function startBoundary(span: Span, before: Span | undefined, options: SemanticOptions): Boundary {
  if (before === undefined) return DOCUMENT_START;
  const { minTokens, maxTokens } = options;
  const { firstLevel: level, firstTokenCount: nextTokens, startReason: rule } = span;
  const chunkTokens = before.tokenCount;
  switch (rule) {
    case 'document-start':
      return DOCUMENT_START;
    case 'section':
      return { rule, reason: 'Each section of a page has chunks of its own.', figures: { level } };
    case 'second-section':
      return { rule, reason: 'A chunk that starts with an H1 ends before its second H2.', figures: { level } };
    case 'heading':
      return {
        rule,
        reason: `An H${level} is no deeper than the headings of the chunk before it, and that chunk, with ${chunkTokens} tokens, has reached the minimum of ${minTokens}.`,
        figures: { level, chunkTokens, minTokens },
      };
    case 'deeper-heading': {
      const halfWayTokens = deeperHeadingTokens(options);
      return {
        rule,
        reason: `An H${level} is deeper than the headings of the chunk before it, and that chunk, with ${chunkTokens} tokens, has reached ${halfWayTokens}, half way from the minimum to the maximum.`,
        figures: { level, chunkTokens, halfWayTokens },
      };
    }
    case 'blank-line':
    case 'sentence-end':
      return insideParagraph(rule, { chunkTokens, maxTokens });
    case 'heading-with-text':
      return {
        rule,
        reason: `The chunk before it would have ended with an H${level} alone; a heading goes with the text that follows it.`,
        figures: { level, chunkTokens },
      };
    case 'line-over-maximum':
    case 'block-over-maximum': {
      const what = rule === 'line-over-maximum' ? 'line' : 'code block';
      return {
        rule,
        reason: `The ${what} that follows has ${nextTokens} tokens; with the ${chunkTokens} before it, it would exceed the maximum of ${maxTokens}.`,
        figures: { nextTokens, chunkTokens, maxTokens },
      };
    }
  }
}

function insideParagraph(
  rule: 'blank-line' | 'sentence-end',
  figures: { readonly chunkTokens: number; readonly maxTokens: number },
): Boundary {
  const place = rule === 'blank-line' ? 'blank line' : 'end of a sentence';
  return {
    rule,
    reason: `The paragraph that goes on here would exceed the maximum of ${figures.maxTokens}; this is the last ${place} before that.`,
    figures,
  };
}

function lastEnd({ spans: { dropped } }: SemanticDraft, { minTokens }: SemanticOptions): Boundary {
  if (dropped === undefined) return DOCUMENT_END;
  const { tokenCount } = dropped;
  return {
    rule: 'tail-dropped',
    reason: `What follows has ${tokenCount} tokens, under the minimum of ${minTokens}, and is left out.`,
    figures: { tokenCount, minTokens },
  };
}

function droppedTail({ spans: { dropped }, scan }: SemanticDraft, text: string): LeftOutRange[] {
  if (dropped === undefined) return [];
  return [{ kind: 'dropped tail', startOffset: scan.starts[dropped.firstLine]!, endOffset: text.length }];
}

function explainedChunk(
  chunk: Chunk,
  startHeading: string | undefined,
  [start, end]: readonly [Boundary, Boundary],
  { spans, chunks }: SemanticDraft,
  { minTokens, maxTokens, sections }: SemanticOptions,
): ExplainedChunk {
  const { index, startOffset, endOffset, startLine, endLine, tokenCount, parents } = chunk;
  const flags: ChunkFlag[] = [];
  if (chunk.oversized) {
    const meaning = `Over the maximum of ${maxTokens} tokens, since a single line or code block is.`;
    flags.push({ name: 'oversized', meaning });
  }
  if (chunk.isCode) flags.push({ name: 'code', meaning: 'More than half of its lines are fenced code.' });
  if (index === chunks.length - 1 && spans.merged !== undefined) {
    const meaning = `Its last ${spans.merged.tokenCount} tokens would have been a chunk under the minimum of ${minTokens}, so they were joined to it.`;
    flags.push({ name: 'tail merged', meaning });
  } else if (tokenCount < minTokens && sections === 'joined') {
    flags.push({ name: 'under minimum', meaning: `Under the minimum of ${minTokens} tokens.` });
  }
  return {
    index,
    tier: 'chunk',
    parentIndex: null,
    headingPath: [...parents.map(({ text }) => text), ...(startHeading === undefined ? [] : [startHeading])],
    startOffset,
    endOffset,
    startLine,
    endLine,
    tokenCount,
    maxTokens,
    sizes: [{ part: 'own text', tokenCount }],
    start,
    end,
    flags,
  };
}

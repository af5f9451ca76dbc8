import { LineNumbers } from '@topicmill/text/markdown';
import type { SourceDocument } from '../chunk.js';
import { assertOrFilterInvalid, type DroppedChunk } from '../structural/assert-or-filter-invalid.js';
import type { DraftRecord } from '../structural/attach-metadata.js';
import { identityOfSource } from '../structural/chunk-files.js';
import { draftStructurally } from '../structural/chunk-structurally.js';
import { type BreakPlace, breakCostAt } from '../structural/flat-node.js';
import type { StructuralOptions } from '../structural/options.js';
import {
  type Boundary,
  type ChunkFlag,
  DOCUMENT_END,
  DOCUMENT_START,
  type ExplainedChunk,
  frontMatterRange,
  type SizePart,
  type StrategyExplanation,
} from './explanation.js';

/** A heading, what is between two blocks, or what a block that is too large is cut between. */
const BREAK_PLACE_NAMES: Record<Exclude<BreakPlace, 'heading'>, string> = {
  afterHeading: 'Between a heading and what is under it',
  announced: 'Before code, a table, a list or a quote that the text before it announces with a colon',
  announcedBlock: 'Before a paragraph that the text before it announces with a colon',
  blankLineInCode: 'At a blank line inside code',
  block: 'Between two blocks',
  character: 'Between two characters of a word',
  clause: 'Between two clauses or lines of a sentence',
  headingAfterHeading: 'Between two headings',
  illustration: 'Before code, a table, a list or a quote',
  innerBlock: 'Between two blocks inside a list or a quote',
  item: 'Between two items of a list',
  lineInCode: 'Between two lines of code',
  nestedItem: 'Between two items of a nested list',
  row: 'Between two rows of a table',
  sentence: 'Between two sentences of a paragraph',
  word: 'Between two words of a sentence',
};

/** @throws TopicmillError `INVALID_OPTION` for sizes that not every document can have */
export function explainStructural(document: SourceDocument, options: StructuralOptions): StrategyExplanation {
  const { text } = document;
  const identity = identityOfSource(document);
  const { drafts, diagnostics, parsed } = draftStructurally(text, identity, options, { explains: true });
  const checked = assertOrFilterInvalid(drafts, { mode: 'drop', identity, options, bodyLine: parsed.bodyLine });
  const lines = new LineNumbers(text);
  const starts = drafts.map(startBoundary);
  const { minTokens, targetTokens, maxTokens } = options;
  return {
    limits: [
      { name: 'minimum', tokenCount: minTokens },
      { name: 'target', tokenCount: targetTokens },
      { name: 'maximum', tokenCount: maxTokens },
    ],
    chunks: drafts.map((draft, i): ExplainedChunk => {
      const { charStart, charEnd } = draft.record.sourcePosition;
      return {
        index: i,
        tier: 'chunk',
        parentIndex: null,
        headingPath: draft.record.headerPath,
        startOffset: charStart,
        endOffset: charEnd,
        startLine: lines.lineAt(charStart),
        endLine: lines.lineAt(charEnd - 1),
        tokenCount: draft.embedTokenCount,
        maxTokens,
        sizes: sizeParts(draft),
        start: starts[i]!,
        end: starts[i + 1] ?? DOCUMENT_END,
        flags: chunkFlags(
          draft,
          checked.dropped.find((dropped) => dropped.charStart === charStart),
        ),
      };
    }),
    leftOut: frontMatterRange(parsed.bodyOffset),
    diagnostics: [...diagnostics, ...checked.diagnostics],
  };
}

function startBoundary({ chunk: { decision, nodes } }: DraftRecord): Boundary {
  if (decision === undefined) return DOCUMENT_START;
  const { place, breakCost, without } = decision;
  const { level } = nodes[0]!;
  const where = place === 'heading' ? `Before an H${level}` : BREAK_PLACE_NAMES[place];
  const priced = `${where}, where a break costs ${formatCost(breakCost)}${subjectReason(breakCost - breakCostAt(place, level))}.`;
  const figures = { breakCost, ...(level === 0 ? {} : { level }) };
  if (without === undefined) {
    return { rule: place, reason: `${priced} The text on both sides does not fit into one chunk.`, figures };
  }
  const { tokenCount: joinedTokens, roomTokens, extraCost } = without;
  const reason =
    joinedTokens > roomTokens
      ? `${priced} Without it a chunk would have ${joinedTokens} tokens, and the room that its prefix leaves is ${roomTokens}.`
      : `${priced} The best grouping without it has a chunk of ${joinedTokens} tokens here and costs ${formatCost(extraCost)} more.`;
  return { rule: place, reason, figures: { ...figures, joinedTokens, roomTokens, extraCost } };
}

/** @param change what the subjects on both sides add to the cost of a break */
function subjectReason(change: number): string {
  if (Math.abs(change) < 0.005) return '';
  return change < 0
    ? `, ${formatCost(-change)} less than elsewhere since the subject changes`
    : `, ${formatCost(change)} more than elsewhere since the subject stays the same`;
}

function sizeParts({ chunk, breadcrumb, embedTokenCount }: DraftRecord): SizePart[] {
  const repeated =
    (chunk.nodes[0]!.opening?.tokenCount ?? 0) +
    (chunk.closing === '' ? 0 : (chunk.nodes.at(-1)!.closing?.tokenCount ?? 0));
  const added: SizePart[] = [
    { part: 'breadcrumb', tokenCount: breadcrumb.tokenCount },
    { part: 'overlap', tokenCount: chunk.overlap.tokenCount },
    { part: 'repeated markers', tokenCount: repeated },
  ];
  const own = embedTokenCount - added.reduce((total, { tokenCount }) => total + tokenCount, 0);
  return [...added.filter(({ tokenCount }) => tokenCount > 0), { part: 'own text', tokenCount: own }];
}

function chunkFlags({ chunk, breadcrumb, record }: DraftRecord, dropped: DroppedChunk | undefined): ChunkFlag[] {
  const flags: ChunkFlag[] = [];
  if (dropped !== undefined) {
    flags.push({ name: 'left out', meaning: `It becomes no record: ${dropped.codes.join(', ')}.` });
  }
  if (chunk.overlap.isCut)
    flags.push({ name: 'overlap cut', meaning: 'There is no room for all sentences of the overlap.' });
  if (breadcrumb.isCut)
    flags.push({
      name: 'breadcrumb cut',
      meaning:
        'The whole breadcrumb would take more than half of the maximum, or the space that the header of a table needs.',
    });
  if (chunk.nodes[0]!.opening !== undefined) {
    flags.push({ name: 'continued', meaning: 'It goes on with a table or code, whose header or fence is repeated.' });
  }
  if (record.nodeTypes.length === 1 && record.nodeTypes[0] === 'code')
    flags.push({ name: 'code', meaning: 'It is nothing but code.' });
  return flags;
}

function formatCost(cost: number): string {
  return cost > 0 && cost < 0.01 ? 'less than 0.01' : cost.toFixed(2);
}

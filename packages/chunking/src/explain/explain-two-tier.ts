import { LineNumbers } from '@topicmill/text/markdown';
import { singleSpaces } from '@topicmill/text/white-space';
import type { SourceDocument } from '../chunk.js';
import { docNameOf } from '../records/record-schema.js';
import type { BookRecord } from '../two-tier/book-record-schema.js';
import { type UnlinkedGroup, unlinkedGroups } from '../two-tier/build-records.js';
import { sectionLimits, snippetLimits, type TierLimits, type TwoTierOptions } from '../two-tier/options.js';
import type { PieceRun } from '../two-tier/pack-pieces.js';
import { readBook } from '../two-tier/read-book.js';
import {
  type Boundary,
  type ChunkFlag,
  DOCUMENT_END,
  DOCUMENT_START,
  type ExplainedChunk,
  type StrategyExplanation,
} from './explanation.js';

const SECTION_START: Boundary = { rule: 'section-start', reason: 'Its section starts here.', figures: {} };
const SECTION_END: Boundary = { rule: 'section-end', reason: 'Its section ends here.', figures: {} };

/** @throws TopicmillError `INVALID_OPTION` for limits that no chunk can keep */
export function explainTwoTier(document: SourceDocument, options: TwoTierOptions): StrategyExplanation {
  const names = { text: document.text, file: document.file, title: document.fileTitle };
  const bookDocument = { ...names, docId: docNameOf(document.file), dialect: document.dialect };
  const book = readBook(bookDocument, options);
  const groups = [...unlinkedGroups(bookDocument, book, options)];
  const explainer = new TwoTierExplainer(book.kept.text, new LineNumbers(document.text), options);
  const { sectionTokens, snippetTokens } = options;
  return {
    limits: [
      { name: 'section', tokenCount: sectionTokens },
      { name: 'snippet', tokenCount: snippetTokens },
    ],
    chunks: explainer.explain(groups),
    leftOut: book.reading.dropped.map(({ kind, start, end }) => ({ kind, startOffset: start, endOffset: end })),
    diagnostics: book.reading.diagnostics,
  };
}

class TwoTierExplainer {
  private snippetCount = 0;

  constructor(
    private readonly keptText: string,
    private readonly lines: LineNumbers,
    private readonly options: TwoTierOptions,
  ) {}

  explain(groups: readonly UnlinkedGroup[]): ExplainedChunk[] {
    const starts = groups.map((group, i) => this.sectionStart(group, i));
    return groups.flatMap(({ section, sectionRun, snippets, snippetRuns }, index) => {
      const end = starts[index + 1] ?? DOCUMENT_END;
      const snippetStarts = snippetRuns.map((run) => startBoundary(run, SECTION_START, snippetLimits(this.options)));
      return [
        this.explained(section, sectionRun, { index, parentIndex: null, start: starts[index]!, end }),
        ...snippets.map((snippet, i) =>
          this.explained(snippet, snippetRuns[i]!, {
            index: this.snippetCount++,
            parentIndex: index,
            start: snippetStarts[i]!,
            end: snippetStarts[i + 1] ?? SECTION_END,
          }),
        ),
      ];
    });
  }

  private sectionStart({ sectionRun }: UnlinkedGroup, index: number): Boundary {
    return startBoundary(
      sectionRun,
      index === 0 ? DOCUMENT_START : this.headingStart(sectionRun),
      sectionLimits(this.options),
    );
  }

  private headingStart({ pieces }: PieceRun): Boundary {
    const first = pieces[0]!;
    const heading = singleSpaces(this.keptText.slice(first.start, first.end));
    return { rule: 'heading', reason: `The heading "${heading}" starts a section.`, figures: {} };
  }

  private explained(
    record: Omit<BookRecord, 'prev_id' | 'next_id'>,
    run: PieceRun,
    { index, parentIndex, start, end }: Pick<ExplainedChunk, 'index' | 'parentIndex' | 'start' | 'end'>,
  ): ExplainedChunk {
    const { tier, tokens, table_headers } = record;
    const ownTokens = this.options.tokenCounter.count(this.keptText, run.start, run.end);
    const overlapTokens = Math.max(0, tokens - ownTokens);
    const pathLength = record.heading_path.length - (table_headers.length > 0 ? 1 : 0);
    return {
      index,
      tier,
      parentIndex,
      headingPath: record.heading_path.slice(0, pathLength),
      startOffset: record.start,
      endOffset: record.end,
      startLine: this.lines.lineAt(record.start),
      endLine: this.lines.lineAt(record.end - 1),
      tokenCount: tokens,
      maxTokens: this.options[tier === 'section' ? 'sectionTokens' : 'snippetTokens'],
      sizes: [
        ...(overlapTokens > 0 ? [{ part: 'overlap' as const, tokenCount: overlapTokens }] : []),
        { part: 'own text', tokenCount: tokens - overlapTokens },
      ],
      start,
      end,
      flags: chunkFlags(record),
    };
  }
}

function startBoundary({ startRule, pieces }: PieceRun, first: Boundary, { maxTokens }: TierLimits): Boundary {
  const { rule, filledTokenCount: filledTokens, nextTokenCount: nextTokens } = startRule;
  if (rule === 'first') return first;
  const figures = { filledTokens, nextTokens, maxTokens };
  const what = pieceName(pieces[0]!);
  const reason =
    rule === 'limit'
      ? `The ${what} that follows has ${nextTokens} tokens; the chunk before it has ${filledTokens}, and the limit is ${maxTokens}.`
      : `By the sum of its parts the chunk before had room for the ${what} that follows, of ${nextTokens} tokens; counted as one text it did not, and ended with ${filledTokens} of ${maxTokens}.`;
  return { rule, reason, figures };
}

const PIECE_NAMES: Readonly<Record<PieceRun['pieces'][number]['kind'], string>> = {
  heading: 'heading',
  definition: 'link definition',
  comment: 'comment',
  prose: 'paragraph',
  table: 'table',
  code: 'code block',
  list: 'list',
  quote: 'quote',
};

function pieceName({ grain, kind }: PieceRun['pieces'][number]): string {
  if (grain === 'fragment') return 'part of a long sentence';
  if (grain === 'sentence') return kind === 'code' ? 'line of code' : 'sentence';
  return PIECE_NAMES[kind];
}

function chunkFlags({
  oversized,
  contains_table,
  content_hints,
}: Omit<BookRecord, 'prev_id' | 'next_id'>): ChunkFlag[] {
  const flags: ChunkFlag[] = [];
  if (oversized) {
    flags.push({
      name: 'oversized',
      meaning: 'Over the limit, since a table, code block or quote in it is, which stay whole.',
    });
  }
  if (contains_table) flags.push({ name: 'table', meaning: 'It contains a table.' });
  if (content_hints !== 'prose' && content_hints !== 'table' && content_hints !== 'mixed') {
    flags.push({ name: content_hints, meaning: `At least 80 % of it is ${content_hints}.` });
  }
  return flags;
}

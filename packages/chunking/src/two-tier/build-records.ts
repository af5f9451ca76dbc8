import { contentHashHex } from '@topicmill/text/hashes';
import { joinBreadcrumb } from '@topicmill/text/markdown';
import { oneLine } from '@topicmill/text/white-space';
import { HtmlTables } from '../html-table.js';
import { HeadingTexts, titleOfContent } from '../structural/heading-text.js';
import {
  type BookDocument,
  type BookRecord,
  type ContentHint,
  inBookRecordOrder,
  type SectionGroup,
  type Tier,
} from './book-record-schema.js';
import { bookSections, commonHeadingPath, type Piece } from './book-sections.js';
import { sectionLimits, snippetLimits, type TwoTierOptions } from './options.js';
import { type PieceRun, packPieces } from './pack-pieces.js';
import type { ReadBook } from './read-book.js';
import { PlaceCursor } from './sentences.js';

/** A record before its neighbours are known. */
type UnlinkedRecord = Omit<BookRecord, 'prev_id' | 'next_id'>;

/** A section with its snippets, and the runs that they were made from. */
export interface UnlinkedGroup {
  readonly section: UnlinkedRecord;
  readonly snippets: readonly UnlinkedRecord[];
  readonly sectionRun: PieceRun;
  /** One for each snippet. */
  readonly snippetRuns: readonly PieceRun[];
}

/** The sections of a book in order, each with its snippets, all links set. At most three of them are held at a time. */
export function* buildRecords(
  document: BookDocument,
  book: ReadBook,
  options: TwoTierOptions,
): Generator<SectionGroup> {
  const groups = unlinkedGroups(document, book, options);
  let before: UnlinkedGroup | undefined;
  let current = groups.next();
  while (!current.done) {
    const following = groups.next();
    const after = following.done ? undefined : following.value;
    yield linkGroup(current.value, before, after);
    before = current.value;
    current = following;
  }
}

function linkGroup(
  { section, snippets }: UnlinkedGroup,
  before: UnlinkedGroup | undefined,
  after: UnlinkedGroup | undefined,
): SectionGroup {
  const chain = [before?.snippets.at(-1), ...snippets, after?.snippets[0]];
  return {
    section: withNeighbourIds(section, before?.section, after?.section),
    snippets: snippets.map((snippet, i) => withNeighbourIds(snippet, chain[i], chain[i + 2])),
  };
}

function withNeighbourIds(
  record: UnlinkedRecord,
  before: UnlinkedRecord | undefined,
  after: UnlinkedRecord | undefined,
): BookRecord {
  return inBookRecordOrder({
    ...record,
    ...(before === undefined ? {} : { prev_id: before.id }),
    ...(after === undefined ? {} : { next_id: after.id }),
  });
}

/** The sections of a book in order, each with its snippets. */
export function* unlinkedGroups(
  document: BookDocument,
  book: ReadBook,
  options: TwoTierOptions,
): Generator<UnlinkedGroup> {
  const { kept } = book;
  const builder = new RecordBuilder(document, book);
  for (const run of sectionRuns(book, options)) {
    const sectionText = kept.text.slice(run.overlapStart, run.end);
    const conceptsOf = options.concepts?.(sectionText);
    const section = builder.build('section', run, conceptsOf);
    const parts = [...packPieces(kept.text, run.pieces, snippetLimits(options), options.tokenCounter)];
    const children = parts.map((part) => builder.build('snippet', part, conceptsOf, section.id));
    yield {
      section: { ...section, child_ids: children.map(({ id }) => id) },
      snippets: children,
      sectionRun: run,
      snippetRuns: parts,
    };
  }
}

/** A section below this share of a snippet is too small to be found: a heading and a few words. */
const MIN_SNIPPET_SHARE = 1 / 16;

/** What the sections of a book are made of, in order. */
export function* sectionRuns(book: ReadBook, options: TwoTierOptions): Generator<PieceRun> {
  const { text } = book.kept;
  const limits = sectionLimits(options);
  const isPlain = book.reading.headingSource === 'plain';
  const sizes = { leastTokens: options.snippetTokens * MIN_SNIPPET_SHARE, maxTokens: limits.maxTokens };
  for (const pieces of bookSections(text, book, options.tokenCounter, isPlain, sizes)) {
    yield* packPieces(text, pieces, limits, options.tokenCounter);
  }
}

/** Makes records, which must be asked for in document order in each tier. */
class RecordBuilder {
  private readonly ids: RecordIds;
  private readonly cursors: Readonly<Record<Tier, PlaceCursor>>;

  constructor(
    private readonly document: BookDocument,
    private readonly book: ReadBook,
  ) {
    this.ids = new RecordIds(document.docId);
    const { kept, formFeeds } = book;
    this.cursors = { section: new PlaceCursor(kept, formFeeds), snippet: new PlaceCursor(kept, formFeeds) };
  }

  build(
    tier: Tier,
    run: PieceRun,
    conceptsOf: ((text: string) => readonly string[]) | undefined,
    parentId?: string,
  ): UnlinkedRecord {
    const { text: source } = this.book.kept;
    const text = source.slice(run.overlapStart, run.end);
    const headingPath = commonHeadingPath(run.pieces);
    const tables = tableHeaders(source, run.pieces);
    const path = tables.length === 0 ? headingPath : [...headingPath, tables.map((table) => table.text).join('; ')];
    const { start, end, page } = this.cursors[tier].place(run.start, run.end);
    return {
      id: this.ids.next(tier, [...headingPath, source.slice(run.start, run.end)].join('\n')),
      doc_id: this.document.docId,
      tier,
      ...(parentId === undefined ? {} : { parent_id: parentId }),
      child_ids: [],
      heading_path: path,
      text,
      retrieval_text: retrievalText(this.document.title, path, conceptsOf?.(text) ?? [], text),
      tokens: run.tokenCount,
      oversized: run.isOversized,
      contains_table: tables.length > 0,
      table_columns: tables.map(({ columnCount }) => columnCount),
      table_headers: tables.map((table) => table.text),
      content_hints: contentHint(run),
      start,
      end,
      ...(page === undefined ? {} : { page }),
    };
  }
}

const MAIN_SHARE = 0.8;

/** The kind that makes up at least 80 % of the characters of a run, its overlap counted, else `mixed`. */
function contentHint({ pieces, overlap }: PieceRun): ContentHint {
  const lengths = new Map<Exclude<ContentHint, 'mixed'>, number>();
  let total = 0;
  for (const { kind, start, end } of [...overlap, ...pieces]) {
    const hint = kind === 'heading' || kind === 'definition' || kind === 'comment' ? 'prose' : kind;
    lengths.set(hint, (lengths.get(hint) ?? 0) + end - start);
    total += end - start;
  }
  for (const [hint, length] of lengths) if (length >= MAIN_SHARE * total) return hint;
  return 'mixed';
}

/** Gives ids that depend on content alone: the same content always gets the same id, and its repetitions a number. */
class RecordIds {
  private readonly uses = new Map<string, number>();

  constructor(private readonly docId: string) {}

  /** @param content what tells the record from others of its tier */
  next(tier: 'section' | 'snippet', content: string): string {
    const id = `${this.docId}-${tier}-${contentHashHex(content)}`;
    const useCount = (this.uses.get(id) ?? 0) + 1;
    this.uses.set(id, useCount);
    return useCount === 1 ? id : `${id}-${useCount}`;
  }
}

/**
 * What to embed of a chunk: where it is and what it is about, on a line, then its text. Parts without content are
 * left out. Line ends and brackets in names become spaces and parentheses, so that the line can be read again.
 */
function retrievalText(
  title: string,
  headingPath: readonly string[],
  concepts: readonly string[],
  text: string,
): string {
  const parts = [
    ['DOC', withoutBrackets(title)],
    ['PATH', joinBreadcrumb(headingPath.map(withoutBrackets))],
    ['CONCEPTS', concepts.map(withoutBrackets).join(', ')],
  ].filter(([, value]) => value !== '');
  const prefix = parts.map(([name, value]) => `[${name}: ${value}]`).join(' ');
  return prefix === '' ? text : `${prefix}\n${text}`;
}

function withoutBrackets(value: string): string {
  return oneLine(value).replaceAll('[', '(').replaceAll(']', ')');
}

/** Header cells of a table, without markdown. */
interface TableHeader {
  readonly columnCount: number;
  /** Cells joined by ` | `. */
  readonly text: string;
}

/** A cell is read without the definitions of its document: a reference in brackets stays as it is written. */
const cellTexts = new HeadingTexts([]);
const ITEM_MARKER = /^\s*(?:[-*+]|\d{1,9}[.)])\s+/;

/** Headers of the tables among pieces, in order. */
function tableHeaders(text: string, pieces: readonly Piece[]): TableHeader[] {
  return pieces
    .filter(({ kind }) => kind === 'table')
    .flatMap(({ start, end }) => {
      const inHtml = [...new HtmlTables(text.slice(start, end)).startingIn(0, end - start)];
      if (inHtml.length === 0) return [markedHeader(text, start, end)];
      return inHtml.map(({ columnCount, head }) => ({ columnCount, text: titleOfContent(head) }));
    });
}

function markedHeader(text: string, start: number, end: number): TableHeader {
  const newline = text.indexOf('\n', start);
  const row = text
    .slice(start, newline === -1 ? end : Math.min(newline, end))
    .replace(ITEM_MARKER, '')
    .trim();
  const cells = rowCells(row).map((cell) => titleOfContent(cellTexts.headingContent(cell)));
  return { columnCount: cells.length, text: cells.join(' | ') };
}

/** Cells between the pipes of a row; an escaped pipe is text. */
function rowCells(row: string): string[] {
  const inner = row.startsWith('|') ? row.slice(1) : row;
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
  if (cells.length > 1 && cells.at(-1) === '') cells.pop();
  return cells;
}

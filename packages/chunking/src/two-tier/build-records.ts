import type { BookDocument, SectionGroup } from './book-chunks.js';
import { type BookRecord, inBookRecordOrder, type Tier } from './book-record-schema.js';
import { type HeadingSection, headingSections } from './book-sections.js';
import { contentHintOf } from './content-hint.js';
import { sectionLimits, snippetLimits, type TwoTierOptions } from './options.js';
import { type PieceRun, packPieces } from './pack-pieces.js';
import { PlaceCursor } from './place-cursor.js';
import type { ReadBook } from './read-book.js';
import { RecordIds } from './record-ids.js';
import { retrievalText } from './retrieval-text.js';
import { tableHeaders } from './table-headers.js';

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
    section: linked(section, before?.section, after?.section),
    snippets: snippets.map((snippet, i) => linked(snippet, chain[i], chain[i + 2])),
  };
}

function linked(
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
  for (const { headingPath, run } of sectionRuns(book, options)) {
    const sectionText = kept.text.slice(run.overlapStart, run.end);
    const conceptsOf = options.concepts?.(sectionText);
    const section = builder.build('section', run, headingPath, conceptsOf);
    const parts = [...packPieces(kept.text, run.pieces, snippetLimits(options), options.tokenCounter)];
    const children = parts.map((part) => builder.build('snippet', part, headingPath, conceptsOf, section.id));
    yield {
      section: { ...section, child_ids: children.map(({ id }) => id) },
      snippets: children,
      sectionRun: run,
      snippetRuns: parts,
    };
  }
}

/** A run of pieces that makes a section, and the part of the book between two headings that it is in. */
export interface SectionRun extends Omit<HeadingSection, 'pieces'> {
  readonly run: PieceRun;
  /** Whether it is the first of its part, and so starts with the heading. */
  readonly isFirst: boolean;
}

/** What the sections of a book are made of, in order. */
export function* sectionRuns(book: ReadBook, options: TwoTierOptions): Generator<SectionRun> {
  const { kept, scan, headings, reading } = book;
  const isPlain = reading.headingSource === 'plain';
  for (const { pieces, ...part } of headingSections(kept.text, scan, headings, options.tokenCounter, isPlain)) {
    let isFirst = true;
    for (const run of packPieces(kept.text, pieces, sectionLimits(options), options.tokenCounter)) {
      yield { ...part, run, isFirst };
      isFirst = false;
    }
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
    headingPath: readonly string[],
    conceptsOf: ((text: string) => readonly string[]) | undefined,
    parentId?: string,
  ): UnlinkedRecord {
    const { text: source } = this.book.kept;
    const text = source.slice(run.overlapStart, run.end);
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
      content_hints: contentHintOf(run),
      start,
      end,
      ...(page === undefined ? {} : { page }),
    };
  }
}

import { compareCodeUnits } from '@topicmill/base/order';
import type { Edition } from '../search-index/editions.js';
import type { CoreTable } from '../search-index/index-tables.js';
import { countLinks } from '../search-index/link-counts.js';
import type { KnownWord } from '../search-index/word-table.js';
import { PageIndex } from './open-page-index.js';
import type {
  Occurrences,
  PageColumns,
  PageIndexHead,
  PageReads,
  TakePart,
  TermField,
  TermOccurrences,
} from './page-source.js';
import type { Segment, SegmentColumns } from './segment.js';
import { type PagePart, startOffsets } from './segment-bytes.js';

/** A segment of an index, with the pages of it that are no longer current. */
export interface LiveSegment {
  readonly segment: Segment;
  /** The docs that its pages belong to. */
  readonly edition: Edition | undefined;
  readonly deleted: ReadonlySet<number>;
}

/** What searches of segments read: the index of all their pages, and the pages themselves. */
export interface SegmentIndex {
  readonly index: PageIndex;
  readonly reads: PageReads;
  /** Sorted by code unit. */
  readonly ids: readonly string[];
  /** Path of the document of a page, relative to the workspace; `undefined` for a page that is not there. */
  sourceOf(id: string): string | undefined;
}

/** Opens segments as one index: what it answers does not depend on which page is in which of them. */
export function openSegments(segments: readonly LiveSegment[], head: Omit<PageIndexHead, 'columns'>): SegmentIndex {
  const pages = orderedPages(segments);
  const columns = pageColumns(segments, pages);
  const reads = new SegmentReads(segments, pages, columns.core);
  return {
    index: new PageIndex({ columns, ...head }),
    reads,
    ids: columns.ids,
    sourceOf: (id) => reads.sourceOf(columns.ids.indexOf(id)),
  };
}

/** Where each topic is, by its number. */
interface OrderedPages {
  readonly segments: Uint32Array;
  readonly pages: Uint32Array;
  /** By segment and page: the topic's number, or -1. */
  readonly topics: readonly Int32Array[];
}

function orderedPages(segments: readonly LiveSegment[]): OrderedPages {
  const places: { readonly id: string; readonly at: number; readonly page: number }[] = [];
  for (const [at, { segment, deleted }] of segments.entries()) {
    for (const [page, id] of segment.ids.entries()) if (!deleted.has(page)) places.push({ id, at, page });
  }
  places.sort((a, b) => compareCodeUnits(a.id, b.id));
  const topics = segments.map(({ segment }) => new Int32Array(segment.ids.length).fill(-1));
  for (const [topic, { at, page }] of places.entries()) topics[at]![page] = topic;
  return {
    segments: Uint32Array.from(places, ({ at }) => at),
    pages: Uint32Array.from(places, ({ page }) => page),
    topics,
  };
}

/** Topics whose pages follow each other in a segment, too. */
interface Run {
  readonly columns: SegmentColumns;
  readonly firstTopic: number;
  readonly firstPage: number;
  readonly endPage: number;
}

function segmentRuns(segments: readonly LiveSegment[], { segments: at, pages }: OrderedPages): Run[] {
  const runs: Run[] = [];
  for (let first = 0; first < pages.length; ) {
    let end = first + 1;
    while (end < pages.length && at[end] === at[first] && pages[end] === pages[end - 1]! + 1) end++;
    const { columns } = segments[at[first]!]!.segment;
    runs.push({ columns, firstTopic: first, firstPage: pages[first]!, endPage: pages[end - 1]! + 1 });
    first = end;
  }
  return runs;
}

function pageColumns(segments: readonly LiveSegment[], ordered: OrderedPages): PageColumns {
  const { segments: at, pages } = ordered;
  const columnsAt = (topic: number): SegmentColumns => segments[at[topic]!]!.segment.columns;
  const topics = Uint32Array.from(pages.keys());
  const runs = segmentRuns(segments, ordered);
  const firstChunks = startOffsets(topics.map((topic) => countAt(columnsAt(topic).firstChunks, pages[topic]!)));
  const firstQuestions = startOffsets(topics.map((topic) => countAt(columnsAt(topic).firstQuestions, pages[topic]!)));
  const chunks: Rows = { starts: firstChunks, firstsOf: (each) => each.firstChunks };
  const questions: Rows = { starts: firstQuestions, firstsOf: (each) => each.firstQuestions };
  const numbers = (column: ColumnOf<Uint32Array>, rows?: Rows): Uint32Array =>
    gatherColumn(new Uint32Array(rows?.starts.at(-1) ?? pages.length), column, runs, rows);
  const questionCounts = numbers((each) => each.questionCounts, chunks);
  const changes = gatherColumn(new Uint8Array(pages.length), (each) => each.tellsOfChanges, runs);
  const none = new Uint32Array(pages.length);
  const ids = Array.from(topics, (topic) => segments[at[topic]!]!.segment.ids[pages[topic]!]!);
  const linksOf = (topic: number): Uint32Array => {
    const { links, firstLinks } = columnsAt(topic);
    return links.subarray(firstLinks[pages[topic]!]!, firstLinks[pages[topic]! + 1]!);
  };
  return {
    ids,
    keys: topics,
    core: {
      firstChunks,
      isCode: gatherColumn(new Uint8Array(firstChunks.at(-1)!), (each) => each.isCode, runs, chunks),
      firstPrompts: startOffsets(questionCounts),
      linkCounts: countLinks(ids, linksOf),
    },
    lengths: {
      chunk: [numbers((each) => each.headingWords, chunks), numbers((each) => each.bodyWords, chunks)],
      title: [numbers((each) => each.titleWords), none],
      description: [numbers((each) => each.descriptionWords), none],
      question: [numbers((each) => each.questionWords, questions), numbers((each) => each.answerWords, questions)],
    },
    changePages: [...topics.filter((topic) => changes[topic] === 1)],
    editions: segments.some(({ edition }) => edition !== undefined)
      ? Array.from(topics, (topic) => segments[at[topic]!]!.edition)
      : [],
  };
}

type ColumnOf<Column> = (columns: SegmentColumns) => Column;

/** Where the rows of each topic begin, and in a segment those of each page. */
interface Rows {
  readonly starts: Uint32Array;
  readonly firstsOf: ColumnOf<Uint32Array>;
}

/**
 * Fills a column of the index with those of segments.
 *
 * @param rows left out, each page has one
 */
function gatherColumn<Column extends Uint8Array | Uint32Array>(
  all: Column,
  column: ColumnOf<Column>,
  runs: readonly Run[],
  rows?: Rows,
): Column {
  for (const { columns, firstTopic, firstPage, endPage } of runs) {
    const firsts = rows?.firstsOf(columns);
    const own = column(columns).subarray(firsts?.[firstPage] ?? firstPage, firsts?.[endPage] ?? endPage);
    all.set(own, rows?.starts[firstTopic] ?? firstTopic);
  }
  return all;
}

function countAt(firsts: Uint32Array, page: number): number {
  return firsts[page + 1]! - firsts[page]!;
}

/** Pages of a segment that are so near each other are read at once. */
const NEAR_PAGES = 4;

/** Reads segments; a page's key is its topic number. */
class SegmentReads implements PageReads {
  /** By segment and field, and by document of the segment: its number among all, or -1. */
  private readonly numbers: Partial<Record<TermField, Int32Array>>[];

  constructor(
    private readonly segments: readonly LiveSegment[],
    private readonly ordered: OrderedPages,
    private readonly core: CoreTable,
  ) {
    this.numbers = segments.map(() => ({}));
  }

  async occurrences(term: string): Promise<TermOccurrences | undefined> {
    const found = this.segments.map(({ segment }) => segment.occurrences(term));
    if (found.every((each) => each === undefined)) return undefined;
    const all = (field: TermField): Occurrences =>
      this.gather(
        field,
        found.map((each) => each?.[field]),
      );
    const fields = {
      chunk: all('chunk'),
      title: all('title'),
      description: all('description'),
      question: all('question'),
    };
    // All that has the term may have been deleted.
    return Object.values(fields).every(({ documents }) => documents.length === 0) ? undefined : fields;
  }

  async pairOccurrences(pair: string): Promise<Occurrences | undefined> {
    const found = this.segments.map(({ segment }) => segment.pair(pair));
    const isLearned = found.some((each, at) => each?.learners.some((page) => this.ordered.topics[at]![page]! >= 0));
    if (!isLearned) return undefined;
    const [first, second] = pair.split(' ') as [string, string];
    return this.gather(
      'chunk',
      found.map((each, at) => each?.occurrences ?? this.segments[at]!.segment.neighbours(first, second)),
    );
  }

  async words(): Promise<KnownWord[]> {
    const totals = new Map<string, number>();
    for (const { segment, deleted } of this.segments) {
      const [spellings, counts] = segment.spellings();
      const left = [...counts];
      for (const page of deleted) {
        const own = segment.pageSpellings(page);
        for (const [at, number] of own.spellings.entries()) left[number]! -= own.spellingCounts[at]!;
      }
      for (const [number, spelling] of spellings.entries()) {
        if (left[number]! > 0) totals.set(spelling, (totals.get(spelling) ?? 0) + left[number]!);
      }
    }
    return Array.from(totals, ([spelling, count]) => ({ spelling, count }));
  }

  async record(topic: number): Promise<string> {
    return this.segmentOf(topic).record(this.ordered.pages[topic]!).record;
  }

  async vectors(topics: readonly number[], take: TakePart): Promise<void> {
    this.parts('vectors', topics, take);
  }

  async prompts(topics: readonly number[], take: TakePart): Promise<void> {
    this.parts('prompts', topics, take);
  }

  sourceOf(topic: number): string | undefined {
    return topic < 0 ? undefined : this.segmentOf(topic).record(this.ordered.pages[topic]!).source;
  }

  private segmentOf(topic: number): Segment {
    return this.segments[this.ordered.segments[topic]!]!.segment;
  }

  private parts(kind: PagePart, topics: readonly number[], take: TakePart): void {
    const { segments, pages } = this.ordered;
    const bySegment = this.segments.map((): number[] => []);
    for (const [at, topic] of topics.entries()) bySegment[segments[topic]!]!.push(at);
    for (const [segment, places] of bySegment.entries()) {
      const pageAt = (place: number): number => pages[topics[places[place]!]!]!;
      for (let start = 0; start < places.length; ) {
        let end = start + 1;
        while (end < places.length && pageAt(end) - pageAt(end - 1) <= NEAR_PAGES) end++;
        const read = this.segments[segment]!.segment.pageParts(kind, pageAt(start), pageAt(end - 1) + 1);
        for (let at = start; at < end; at++) take(places[at]!, read[pageAt(at) - pageAt(start)]!);
        start = end;
      }
    }
  }

  /** The occurrences of all segments as those of one index, without pages that are no longer current. */
  private gather(field: TermField, found: readonly (Occurrences | undefined)[]): Occurrences {
    const count = found.reduce((sum, each) => sum + (each?.documents.length ?? 0), 0);
    const documents = new Uint32Array(count);
    const first = new Uint32Array(count);
    const second = new Uint32Array(count);
    let end = 0;
    for (const [at, occurrences] of found.entries()) {
      if (occurrences === undefined || occurrences.documents.length === 0) continue;
      const numbers = this.numbersOf(at, field);
      for (let index = 0; index < occurrences.documents.length; index++) {
        const number = numbers[occurrences.documents[index]!]!;
        if (number < 0) continue;
        documents[end] = number;
        first[end] = occurrences.first[index]!;
        second[end++] = occurrences.second[index]!;
      }
    }
    return { documents: documents.subarray(0, end), first: first.subarray(0, end), second: second.subarray(0, end) };
  }

  private numbersOf(at: number, field: TermField): Int32Array {
    const topics = this.ordered.topics[at]!;
    const { firstChunks, firstQuestions } = this.segments[at]!.segment.columns;
    if (field === 'title' || field === 'description') return topics;
    const known = this.numbers[at]!;
    known[field] ??=
      field === 'chunk'
        ? documentNumbers(topics, firstChunks, (topic) => this.core.firstChunks[topic]!)
        : documentNumbers(topics, firstQuestions, (topic) => this.core.firstPrompts[this.core.firstChunks[topic]!]!);
    return known[field];
  }
}

/** @param firsts number of each page's first document in a segment, and one more entry */
function documentNumbers(topics: Int32Array, firsts: Uint32Array, startOf: (topic: number) => number): Int32Array {
  const numbers = new Int32Array(firsts.at(-1)!).fill(-1);
  for (let page = 0; page < topics.length; page++) {
    if (topics[page]! < 0) continue;
    let number = startOf(topics[page]!);
    for (let document = firsts[page]!; document < firsts[page + 1]!; document++) numbers[document] = number++;
  }
  return numbers;
}

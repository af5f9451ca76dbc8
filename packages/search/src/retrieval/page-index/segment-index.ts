import { compareCodeUnits } from '@topicmill/base/order';
import type { Edition } from '../search-index/editions.js';
import type { KnownWord } from '../search-index/word-table.js';
import type { Occurrences } from './invert-pages.js';
import { PageIndex } from './open-page-index.js';
import type { FieldOccurrences, PageColumns, PageIndexHead, PageReads, TermField } from './page-source.js';
import type { Segment, SegmentColumns } from './segment.js';
import type { PagePart } from './segment-bytes.js';

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
  const columns = columnsOf(segments, pages);
  const reads = new SegmentReads(segments, pages);
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

function columnsOf(segments: readonly LiveSegment[], { segments: at, pages }: OrderedPages): PageColumns {
  const columnsAt = (topic: number): SegmentColumns => segments[at[topic]!]!.segment.columns;
  const topics = Array.from(pages.keys());
  const firstChunks = rising(topics, (topic) => countAt(columnsAt(topic).firstChunks, pages[topic]!));
  const firstQuestions = rising(topics, (topic) => countAt(columnsAt(topic).firstQuestions, pages[topic]!));
  const gather = <Column extends Uint8Array | Uint32Array>(
    all: Column,
    firsts: Uint32Array,
    column: (columns: SegmentColumns) => readonly [values: Column, firsts: Uint32Array],
  ): Column => {
    for (const topic of topics) {
      const [values, own] = column(columnsAt(topic));
      all.set(values.subarray(own[pages[topic]!]!, own[pages[topic]! + 1]!), firsts[topic]!);
    }
    return all;
  };
  const chunkCount = firstChunks.at(-1)!;
  const questionCount = firstQuestions.at(-1)!;
  const ofChunks = (column: (columns: SegmentColumns) => Uint32Array): Uint32Array =>
    gather(new Uint32Array(chunkCount), firstChunks, (each) => [column(each), each.firstChunks]);
  const ofQuestions = (column: (columns: SegmentColumns) => Uint32Array): Uint32Array =>
    gather(new Uint32Array(questionCount), firstQuestions, (each) => [column(each), each.firstQuestions]);
  const questionCounts = ofChunks((each) => each.questionCounts);
  const ofPages = (column: (columns: SegmentColumns) => Uint32Array): Uint32Array =>
    Uint32Array.from(topics, (topic) => column(columnsAt(topic))[pages[topic]!]!);
  const none = new Uint32Array(pages.length);
  return {
    ids: topics.map((topic) => segments[at[topic]!]!.segment.ids[pages[topic]!]!),
    keys: topics,
    core: {
      firstChunks,
      isCode: gather(new Uint8Array(chunkCount), firstChunks, (each) => [each.isCode, each.firstChunks]),
      firstPrompts: rising(Array.from(questionCounts.keys()), (chunk) => questionCounts[chunk]!),
    },
    lengths: {
      chunk: [ofChunks((each) => each.headingWords), ofChunks((each) => each.bodyWords)],
      title: [ofPages((each) => each.titleWords), none],
      description: [ofPages((each) => each.descriptionWords), none],
      question: [ofQuestions((each) => each.questionWords), ofQuestions((each) => each.answerWords)],
    },
    changePages: topics.filter((topic) => columnsAt(topic).tellsOfChanges[pages[topic]!] === 1),
    editions: topics.map((topic) => segments[at[topic]!]!.edition),
  };
}

function countAt(firsts: Uint32Array, page: number): number {
  return firsts[page + 1]! - firsts[page]!;
}

/** The sums of the counts before each, and of all. */
function rising(numbers: readonly number[], count: (number: number) => number): Uint32Array {
  const sums = new Uint32Array(numbers.length + 1);
  for (const number of numbers) sums[number + 1] = sums[number]! + count(number);
  return sums;
}

/** Pages of a segment that are so near each other are read at once. */
const NEAR_PAGES = 4;

/** Reads segments; a page's key is its topic number. */
class SegmentReads implements PageReads {
  private readonly documentPages: Partial<Record<TermField, Uint32Array>>[];

  constructor(
    private readonly segments: readonly LiveSegment[],
    private readonly ordered: OrderedPages,
  ) {
    this.documentPages = segments.map(() => ({}));
  }

  async occurrences(term: string) {
    const found = this.segments.map(({ segment }) => segment.occurrences(term));
    if (found.every((each) => each === undefined)) return undefined;
    const all = (field: TermField): FieldOccurrences =>
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
    return Object.values(fields).every(({ pages }) => pages.length === 0) ? undefined : fields;
  }

  async pairOccurrences(pair: string): Promise<FieldOccurrences | undefined> {
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

  async vectors(topics: readonly number[]): Promise<Uint8Array[]> {
    return this.parts('vectors', topics);
  }

  async prompts(topics: readonly number[]): Promise<Uint8Array[]> {
    return this.parts('prompts', topics);
  }

  sourceOf(topic: number): string | undefined {
    return topic < 0 ? undefined : this.segmentOf(topic).record(this.ordered.pages[topic]!).source;
  }

  private segmentOf(topic: number): Segment {
    return this.segments[this.ordered.segments[topic]!]!.segment;
  }

  /** In the order of the topics. */
  private parts(kind: PagePart, topics: readonly number[]): Uint8Array[] {
    const { segments, pages } = this.ordered;
    const places = [...topics.keys()].sort(
      (a, b) => segments[topics[a]!]! - segments[topics[b]!]! || pages[topics[a]!]! - pages[topics[b]!]!,
    );
    const parts = new Array<Uint8Array>(topics.length);
    for (let start = 0; start < places.length; ) {
      const first = topics[places[start]!]!;
      let end = start + 1;
      const pageAt = (at: number): number => pages[topics[places[at]!]!]!;
      while (
        end < places.length &&
        segments[topics[places[end]!]!] === segments[first] &&
        pageAt(end) - pageAt(end - 1) <= NEAR_PAGES
      )
        end++;
      const read = this.segmentOf(first).pageParts(kind, pageAt(start), pageAt(end - 1) + 1);
      for (let at = start; at < end; at++) parts[places[at]!] = read[pageAt(at) - pageAt(start)]!;
      start = end;
    }
    return parts;
  }

  /** The page of each document of a segment. */
  private pagesOf(at: number, field: TermField, firsts: Uint32Array): Uint32Array {
    const own = this.documentPages[at]!;
    own[field] ??= pagesByDocument(firsts);
    return own[field];
  }

  /** The occurrences of all segments as those of one index, without pages that are no longer current. */
  private gather(field: TermField, found: readonly (Occurrences | undefined)[]): FieldOccurrences {
    const count = found.reduce((sum, each) => sum + (each?.documents.length ?? 0), 0);
    const [pages, places, first, second] = [0, 1, 2, 3].map(() => new Uint32Array(count)) as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    let end = 0;
    for (const [at, occurrences] of found.entries()) {
      if (occurrences === undefined) continue;
      const { topics } = this.ordered;
      const firsts = firstsOf(field, this.segments[at]!.segment.columns);
      const pageOf = firsts && this.pagesOf(at, field, firsts);
      const { documents } = occurrences;
      for (let index = 0; index < documents.length; index++) {
        const document = documents[index]!;
        const page = pageOf === undefined ? document : pageOf[document]!;
        const topic = topics[at]![page]!;
        if (topic < 0) continue;
        pages[end] = topic;
        places[end] = firsts === undefined ? 0 : document - firsts[page]!;
        first[end] = occurrences.first[index]!;
        second[end++] = occurrences.second[index]!;
      }
    }
    const trim = (column: Uint32Array): Uint32Array => column.subarray(0, end);
    return { pages: trim(pages), places: trim(places), first: trim(first), second: trim(second) };
  }
}

/** The number of the first document of each page; `undefined` where a page is one. */
function firstsOf(field: TermField, columns: SegmentColumns): Uint32Array | undefined {
  if (field === 'chunk') return columns.firstChunks;
  return field === 'question' ? columns.firstQuestions : undefined;
}

function pagesByDocument(firsts: Uint32Array): Uint32Array {
  const pages = new Uint32Array(firsts.at(-1)!);
  for (let page = 0; page + 1 < firsts.length; page++) pages.fill(page, firsts[page]!, firsts[page + 1]!);
  return pages;
}

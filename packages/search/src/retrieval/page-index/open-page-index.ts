import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { Editions, editionTable } from '../search-index/editions.js';
import type { CoreTable, IndexFacts, IndexTables } from '../search-index/index-tables.js';
import { countLinks } from '../search-index/link-counts.js';
import type { Postings, TermPostings } from '../search-index/postings.js';
import { readHashes } from '../search-index/prompt-hashes.js';
import { roomForRows } from '../search-index/row-sums.js';
import { averageLength, FIELD_WEIGHTS, isPairIndexed, shardPosition } from '../search-index/term-shards.js';
import { readTopicBlock, type TopicRecord } from '../search-index/topic-blocks.js';
import { checkQueryLength, rowSimilarities, vectorRowLength } from '../search-index/vector-rows.js';
import { keptWords, WordTable, writeWordTable } from '../search-index/word-table.js';
import { isPair } from '../term-pairs.js';
import { FieldImpacts } from './field-impacts.js';
import type {
  Counts,
  DocumentNumber,
  IndexedPage,
  PageColumns,
  PageIndexHead,
  PageReads,
  PageStatistics,
  TermField,
} from './page-source.js';

const FIELDS: readonly TermField[] = ['chunk', 'title', 'description', 'question'];
/** Topics whose records are cached. */
const MAX_TOPICS = 100;
const NONE: Postings = { documents: new Uint32Array(), impacts: new Uint8Array() };

/**
 * An index that is kept page by page. Numbers and weights, which depend on all pages, are computed from a few numbers of
 * each, as the files of a search index contain them: the same pages give the same results.
 */
export class PageIndex {
  readonly facts: IndexFacts;
  readonly editions: Editions;
  private readonly core: CoreTable;
  /** Topic numbers by the source's keys. */
  private numbers: ReadonlyMap<number, number> | undefined;
  private readonly impacts: Readonly<Record<TermField, FieldImpacts>>;
  /** Number of the first document of each topic, by field. */
  private readonly firstDocuments: Readonly<Record<TermField, ArrayLike<number>>>;
  private rows:
    | { readonly chunks: Uint8Array; readonly questions: Uint8Array; readonly isRead: Uint8Array }
    | undefined;
  private readonly known = new CachedPostings();
  private readonly topics = new Map<number, Promise<TopicRecord>>();
  private wordTable: Promise<WordTable> | undefined;

  constructor(private readonly head: PageIndexHead) {
    const { ids, core, lengths, changePages, editions } = head.columns;
    this.core = core;
    const impactsOf = (field: TermField): FieldImpacts =>
      new FieldImpacts(
        lengths[field],
        FIELD_WEIGHTS[field].map((weight, part) => ({ weight, meanLength: averageLength(lengths[field][part]!) })),
      );
    this.impacts = {
      chunk: impactsOf('chunk'),
      title: impactsOf('title'),
      description: impactsOf('description'),
      question: impactsOf('question'),
    };
    const { firstChunks, firstPrompts } = core;
    const topics = Uint32Array.from(ids, (_, number) => number);
    this.firstDocuments = {
      chunk: firstChunks,
      title: topics,
      description: topics,
      question: topics.map((topic) => firstPrompts[firstChunks[topic]!]!),
    };
    this.facts = {
      topicCount: ids.length,
      chunkCount: core.isCode.length,
      changePages,
      vectors: head.vectors,
    };
    this.editions = new Editions(
      editionTable(
        editions.map((edition) => ({ edition })),
        head.current,
      ),
    );
  }

  /** The index as a search reads it. */
  tables(reads: PageReads): IndexTables {
    return {
      manifest: this.facts,
      core: this.core,
      editions: this.editions,
      postings: (term) =>
        this.known.getOrRead(term, () =>
          isPair(term) ? this.pairPostings(term, reads) : this.termPostings(term, reads),
        ),
      words: () => this.loadWordTable(reads),
      wordsLike: async () => undefined,
      synonyms: async () => this.head.synonyms,
      isEverydayWord: async () => false,
      topic: (number) => this.topic(number, reads),
      topicNumber: async (id) => this.topicNumber(id),
      similarities: (first, end, query) => this.similarities(first, end, query, reads),
      questionSimilarities: (first, end, query) => this.questionSimilarities(first, end, query, reads),
      promptHashes: (first, end) => this.promptHashes(first, end, reads),
    };
  }

  /** A search asks for the same topics more than once: to compare their titles, and to say what it found. */
  private topic(number: number, reads: PageReads): Promise<TopicRecord> {
    const { keys, ids } = this.head.columns;
    const known = this.topics.get(number);
    if (known !== undefined) return known;
    const read = reads.record(keys[number]!).then((record) => readTopicBlock(record, ids[number]!)[0]!);
    if (this.topics.size >= MAX_TOPICS) this.topics.clear();
    this.topics.set(number, read);
    read.catch(() => this.topics.delete(number));
    return read;
  }

  private topicNumber(id: string): number {
    const { ids } = this.head.columns;
    const number = shardPosition(id, ids);
    if (ids[number] === id) return number;
    throw new TopicmillError('TOPIC_UNKNOWN', `There is no topic "${id}" in the search index.`, {
      remedy: 'Give the path of its folder below the docs root, such as libraries/system-text-json.',
    });
  }

  /** The same object as long as the pages are the same: what is known about it can be kept with it. */
  private loadWordTable(reads: PageReads): Promise<WordTable> {
    this.wordTable ??= reads.words().then((words) => WordTable.read(writeWordTable(keptWords(words))));
    this.wordTable.catch(() => {
      this.wordTable = undefined;
    });
    return this.wordTable;
  }

  private async termPostings(term: string, reads: PageReads): Promise<TermPostings | undefined> {
    const found = await reads.occurrences(term, this.numberOf);
    if (found === undefined) return undefined;
    const [chunks, titles, descriptions, questions] = FIELDS.map((field) => this.impacts[field].postings(found[field]));
    return { chunks: chunks!, titles: titles!, descriptions: descriptions!, questions: questions! };
  }

  private async pairPostings(pair: string, reads: PageReads): Promise<TermPostings | undefined> {
    const found = await reads.pairOccurrences(pair, this.numberOf);
    if (found === undefined || !isPairIndexed(pair, found.documents.length)) return undefined;
    return { chunks: this.impacts.chunk.postings(found), titles: NONE, descriptions: NONE, questions: NONE };
  }

  private readonly numberOf: DocumentNumber = (field, page, place) => {
    const { ids, keys } = this.head.columns;
    this.numbers ??= new Map(ids.map((_, number) => [keys[number]!, number]));
    return this.firstDocuments[field][this.numbers.get(page)!]! + place;
  };

  private async similarities(first: number, end: number, query: Float32Array, reads: PageReads): Promise<Float32Array> {
    const { chunks } = await this.passageRows(first, end, query, reads);
    const rowLength = vectorRowLength(query.length);
    return rowSimilarities(chunks.subarray(first * rowLength, end * rowLength), query);
  }

  private async questionSimilarities(
    first: number,
    end: number,
    query: Float32Array,
    reads: PageReads,
  ): Promise<Float32Array> {
    if (end === first) return new Float32Array();
    const { firstPrompts } = this.core;
    const ofChunks = [lastAtMost(firstPrompts, first), lastAtMost(firstPrompts, end - 1) + 1] as const;
    const { questions } = await this.passageRows(...ofChunks, query, reads);
    const rowLength = vectorRowLength(query.length);
    return rowSimilarities(questions.subarray(first * rowLength, end * rowLength), query);
  }

  /** All passages are compared with each query, so the rows of a page are read once: those of some chunks, by now. */
  private async passageRows(
    first: number,
    end: number,
    query: Float32Array,
    reads: PageReads,
  ): Promise<{ readonly chunks: Uint8Array; readonly questions: Uint8Array }> {
    checkQueryLength(query, this.facts.vectors!);
    const { firstChunks, firstPrompts } = this.core;
    const rowLength = vectorRowLength(query.length);
    this.rows ??= {
      chunks: roomForRows(firstChunks.at(-1)!, rowLength),
      questions: roomForRows(firstPrompts.at(-1)!, rowLength),
      isRead: new Uint8Array(firstChunks.length),
    };
    const { chunks, questions, isRead } = this.rows;
    const missing = this.topicsOf(first, end, (topic) => isRead[topic] === 0);
    if (missing.length === 0) return this.rows;
    const take = (at: number, own: Uint8Array): void => {
      const topic = missing[at]!;
      const [firstChunk, endChunk] = [firstChunks[topic]!, firstChunks[topic + 1]!];
      const ofChunks = (endChunk - firstChunk) * rowLength;
      chunks.set(own.subarray(0, ofChunks), firstChunk * rowLength);
      questions.set(own.subarray(ofChunks), firstPrompts[firstChunk]! * rowLength);
      isRead[topic] = 1;
    };
    await reads.vectors(
      missing.map((topic) => this.head.columns.keys[topic]!),
      take,
    );
    return this.rows;
  }

  private async promptHashes(first: number, end: number, reads: PageReads): Promise<BigUint64Array> {
    const start = this.core.firstPrompts[first]!;
    const hashes = new BigUint64Array(this.core.firstPrompts[end]! - start);
    if (hashes.length === 0) return hashes;
    const topics = this.topicsOf(first, end);
    const { firstChunks, firstPrompts } = this.core;
    const take = (at: number, own: Uint8Array): void =>
      hashes.set(readHashes(own), firstPrompts[firstChunks[topics[at]!]!]! - start);
    await reads.prompts(
      topics.map((topic) => this.head.columns.keys[topic]!),
      take,
    );
    return hashes;
  }

  /** Numbers of the topics whose chunks these are; a search asks for whole topics. */
  private topicsOf(first: number, end: number, isWanted = (_topic: number): boolean => true): number[] {
    const { firstChunks } = this.core;
    const topics: number[] = [];
    for (let topic = lastAtMost(firstChunks, first); firstChunks[topic]! < end; topic++) {
      if (firstChunks[topic]! < firstChunks[topic + 1]! && isWanted(topic)) topics.push(topic);
    }
    return topics;
  }
}

/** Columns of pages whose statistics are apart, in any order. */
export function columnsOfPages(pages: readonly IndexedPage[]): PageColumns {
  const ordered = [...pages].sort((a, b) => compareCodeUnits(a.id, b.id));
  const statistics = ordered.map((page) => page.statistics);
  const ids = ordered.map(({ id }) => id);
  const parts = (lengths: readonly Counts[]) =>
    [lengths.map(([first]) => first), lengths.map(([, second]) => second)] as const;
  return {
    ids,
    keys: ordered.map(({ key }) => key),
    core: coreTable(statistics, ids),
    lengths: {
      chunk: parts(statistics.flatMap(({ chunks }) => chunks)),
      title: parts(statistics.map(({ title }) => [title, 0])),
      description: parts(statistics.map(({ description }) => [description, 0])),
      question: parts(statistics.flatMap(({ questions }) => questions)),
    },
    changePages: [...statistics.keys()].filter((number) => statistics[number]!.tellsOfChanges),
    editions: statistics.map(({ edition }) => edition),
  };
}

function coreTable(statistics: readonly PageStatistics[], ids: readonly string[]): CoreTable {
  const firstChunks = new Uint32Array(statistics.length + 1);
  for (const [at, { code }] of statistics.entries()) firstChunks[at + 1] = firstChunks[at]! + code.length;
  const questionCounts = statistics.flatMap((own) => own.questionCounts);
  const firstPrompts = new Uint32Array(questionCounts.length + 1);
  for (const [at, count] of questionCounts.entries()) firstPrompts[at + 1] = firstPrompts[at]! + count;
  return {
    firstChunks,
    firstPrompts,
    isCode: Uint8Array.from(statistics.flatMap(({ code }) => code)),
    linkCounts: countLinks(ids, (topic) => statistics[topic]!.links ?? []),
  };
}

/** How often a pair is in each line of a sequence. */
export function countPair(sequence: string, pair: string): Counts {
  const [first, second] = pair.split(' ') as [string, string];
  const [headings = 0, body = 0] = sequence.split('\n').map((line) => {
    const words = line.trim().split(' ');
    return words.filter((word, at) => word === first && words[at + 1] === second).length;
  });
  return [headings, body];
}

/** Position of the last value that is at most `value`, among rising ones. */
function lastAtMost(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Documents that are cached with their impacts, of all terms together: five bytes each. */
const MAX_DOCUMENTS = 2_000_000;

/** The postings of the terms that were asked for last: queries have many words in common. */
class CachedPostings {
  private readonly cached = new Map<string, TermPostings | undefined>();
  private size = 0;

  async getOrRead(term: string, read: () => Promise<TermPostings | undefined>): Promise<TermPostings | undefined> {
    if (this.cached.has(term)) {
      const postings = this.cached.get(term);
      this.cached.delete(term);
      this.cached.set(term, postings);
      return postings;
    }
    const postings = await read();
    if (!this.cached.has(term)) this.size += postingsSize(postings);
    this.cached.set(term, postings);
    for (const [oldest, own] of this.cached) {
      if (this.size <= MAX_DOCUMENTS) break;
      this.cached.delete(oldest);
      this.size -= postingsSize(own);
    }
    return postings;
  }
}

/** Documents of a term, and one more, so that terms that are nowhere do not gather without end. */
function postingsSize(postings: TermPostings | undefined): number {
  if (postings === undefined) return 1;
  const { chunks, titles, descriptions, questions } = postings;
  return [chunks, titles, descriptions, questions].reduce((sum, { documents }) => sum + documents.length, 1);
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { type Bm25Field, MAX_IMPACT, termImpact } from '../bm25.js';
import type { CoreTable } from '../search-index/core-table.js';
import { Editions, editionTable } from '../search-index/editions.js';
import type { IndexFacts, IndexTables } from '../search-index/index-tables.js';
import type { Postings, TermPostings } from '../search-index/postings.js';
import { readHashes } from '../search-index/prompt-hashes.js';
import { FIELD_WEIGHTS, isPairKept, meanOf, shardOf } from '../search-index/term-shards.js';
import { readTopicBlock } from '../search-index/topic-blocks.js';
import { checkQueryLength, rowSimilarities } from '../search-index/vector-rows.js';
import { keptWords, WordTable, writeWordTable } from '../search-index/word-table.js';
import { isPair } from '../term-pairs.js';
import type {
  Counts,
  FieldOccurrences,
  IndexedPage,
  PageColumns,
  PageIndexHead,
  PageReads,
  PageStatistics,
  TermField,
} from './page-source.js';

const FIELDS: readonly TermField[] = ['chunk', 'title', 'description', 'question'];
const NONE: Postings = { documents: new Uint32Array(), impacts: new Uint8Array() };
/** More than the largest impact. */
const IMPACTS = MAX_IMPACT + 1;

/**
 * An index that is kept page by page. Numbers and weights, which depend on all pages, are computed from a few numbers of
 * each, as the files of a search index contain them: the same pages give the same results.
 */
export class PageIndex {
  readonly facts: IndexFacts;
  readonly editions: Editions;
  private readonly core: CoreTable;
  /** Topic numbers by the source's keys. */
  private readonly numbers: ReadonlyMap<number, number>;
  private readonly settings: Readonly<Record<TermField, readonly Bm25Field[]>>;
  private readonly vectorRows = new Map<number, Uint8Array>();
  private wordTable: Promise<WordTable> | undefined;

  constructor(private readonly head: PageIndexHead) {
    const { ids, keys, core, lengths, changePages, editions } = head.columns;
    this.core = core;
    this.numbers = new Map(ids.map((_, number) => [keys[number]!, number]));
    const settingsOf = (field: TermField): readonly Bm25Field[] =>
      FIELD_WEIGHTS[field].map((weight, part) => ({ weight, meanLength: meanOf(lengths[field][part]!) }));
    this.settings = {
      chunk: settingsOf('chunk'),
      title: settingsOf('title'),
      description: settingsOf('description'),
      question: settingsOf('question'),
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
      postings: (term) => (isPair(term) ? this.pairPostings(term, reads) : this.termPostings(term, reads)),
      words: () => this.words(reads),
      wordsLike: async () => undefined,
      synonyms: async () => this.head.synonyms,
      meanings: async () => undefined,
      topic: async (number) =>
        readTopicBlock(await reads.record(this.head.columns.keys[number]!), this.head.columns.ids[number]!)[0]!,
      topicNumber: async (id) => this.topicNumber(id),
      similarities: (first, end, query) => this.similarities(first, end, query, reads),
      questionSimilarities: (first, end, query) => this.questionSimilarities(first, end, query, reads),
      promptHashes: (first, end) => this.promptHashes(first, end, reads),
    };
  }

  private topicNumber(id: string): number {
    const { ids } = this.head.columns;
    const number = shardOf(id, ids);
    if (ids[number] === id) return number;
    throw new TopicmillError('TOPIC_UNKNOWN', `There is no topic "${id}" in the search index.`, {
      remedy: 'Give the path of its folder below the docs root, such as libraries/system-text-json.',
    });
  }

  /** The same object as long as the pages are the same: what is known of it can be kept with it. */
  private words(reads: PageReads): Promise<WordTable> {
    this.wordTable ??= reads.words().then((words) => WordTable.read(writeWordTable(keptWords(words))));
    this.wordTable.catch(() => {
      this.wordTable = undefined;
    });
    return this.wordTable;
  }

  private async termPostings(term: string, reads: PageReads): Promise<TermPostings | undefined> {
    const found = await reads.occurrences(term);
    if (found === undefined) return undefined;
    const [chunks, titles, descriptions, questions] = FIELDS.map((field) => this.postings(field, found[field]));
    return { chunks: chunks!, titles: titles!, descriptions: descriptions!, questions: questions! };
  }

  private async pairPostings(pair: string, reads: PageReads): Promise<TermPostings | undefined> {
    const found = await reads.pairOccurrences(pair);
    if (found === undefined || !isPairKept(pair, found.pages.length)) return undefined;
    return { chunks: this.postings('chunk', found), titles: NONE, descriptions: NONE, questions: NONE };
  }

  private postings(field: TermField, { pages, places, first, second }: FieldOccurrences): Postings {
    // A number and an impact in one value, which sorts as fast as numbers do.
    const entries = new Float64Array(pages.length);
    for (let at = 0; at < entries.length; at++) {
      const number = this.documentNumber(field, pages[at]!, places[at]!);
      entries[at] = number * IMPACTS + this.impact(field, number, [first[at]!, second[at]!]);
    }
    entries.sort();
    const documents = new Uint32Array(entries.length);
    const impacts = new Uint8Array(entries.length);
    for (let at = 0; at < entries.length; at++) {
      documents[at] = Math.floor(entries[at]! / IMPACTS);
      impacts[at] = entries[at]! % IMPACTS;
    }
    return { documents, impacts };
  }

  private documentNumber(field: TermField, page: number, place: number): number {
    const topic = this.numbers.get(page)!;
    if (field === 'chunk') return this.core.firstChunks[topic]! + place;
    return field === 'question' ? this.core.firstPrompts[this.core.firstChunks[topic]!]! + place : topic;
  }

  private impact(field: TermField, number: number, counts: Counts): number {
    const [first, second] = this.head.columns.lengths[field];
    return termImpact(counts, [first[number]!, second[number]!], this.settings[field]);
  }

  private async similarities(first: number, end: number, query: Float32Array, reads: PageReads): Promise<Float32Array> {
    const { firstChunks } = this.core;
    const similarities = new Float32Array(end - first);
    for (const [topic, own] of await this.rowSimilarities(first, end, query, reads)) {
      const start = firstChunks[topic]!;
      similarities.set(own.subarray(0, firstChunks[topic + 1]! - start), start - first);
    }
    return similarities;
  }

  private async questionSimilarities(
    first: number,
    end: number,
    query: Float32Array,
    reads: PageReads,
  ): Promise<Float32Array> {
    const { firstChunks, firstPrompts } = this.core;
    const similarities = new Float32Array(end - first);
    if (end === first) return similarities;
    const chunks = [lastAtMost(firstPrompts, first), lastAtMost(firstPrompts, end - 1) + 1] as const;
    for (const [topic, own] of await this.rowSimilarities(...chunks, query, reads)) {
      const start = firstPrompts[firstChunks[topic]!]!;
      const count = firstPrompts[firstChunks[topic + 1]!]! - start;
      similarities.set(own.subarray(own.length - count), start - first);
    }
    return similarities;
  }

  /** Cosines of all passages of the topics of some chunks: those of a topic's chunks, then those of its questions. */
  private async rowSimilarities(
    first: number,
    end: number,
    query: Float32Array,
    reads: PageReads,
  ): Promise<[topic: number, similarities: Float32Array][]> {
    checkQueryLength(query, this.facts.vectors!);
    const topics = this.topicsOf(first, end);
    const rows = await this.vectors(topics, reads);
    return topics.map((topic, at) => [topic, rowSimilarities(rows[at]!, query)]);
  }

  /** All passages are compared with each query, so the rows of a page are read once. */
  private async vectors(topics: readonly number[], reads: PageReads): Promise<Uint8Array[]> {
    const missing = topics.filter((topic) => !this.vectorRows.has(topic));
    if (missing.length > 0) {
      const rows = await reads.vectors(missing.map((topic) => this.head.columns.keys[topic]!));
      for (const [at, topic] of missing.entries()) this.vectorRows.set(topic, rows[at]!);
    }
    return topics.map((topic) => this.vectorRows.get(topic)!);
  }

  private async promptHashes(first: number, end: number, reads: PageReads): Promise<BigUint64Array> {
    const start = this.core.firstPrompts[first]!;
    const hashes = new BigUint64Array(this.core.firstPrompts[end]! - start);
    if (hashes.length === 0) return hashes;
    const topics = this.topicsOf(first, end);
    const bytes = await reads.prompts(topics.map((topic) => this.head.columns.keys[topic]!));
    let at = 0;
    for (const own of bytes) {
      const read = readHashes(own);
      hashes.set(read, at);
      at += read.length;
    }
    return hashes;
  }

  /** Numbers of the topics whose chunks these are; a search asks for whole topics. */
  private topicsOf(first: number, end: number): number[] {
    const { firstChunks } = this.core;
    const topics: number[] = [];
    for (let topic = lastAtMost(firstChunks, first); firstChunks[topic]! < end; topic++) topics.push(topic);
    return topics.filter((topic) => firstChunks[topic]! < firstChunks[topic + 1]!);
  }
}

/** Columns of pages whose statistics are apart, in any order. */
export function columnsOfPages(pages: readonly IndexedPage[]): PageColumns {
  const ordered = [...pages].sort((a, b) => compareCodeUnits(a.id, b.id));
  const statistics = ordered.map((page) => page.statistics);
  const parts = (lengths: readonly Counts[]) =>
    [lengths.map(([first]) => first), lengths.map(([, second]) => second)] as const;
  return {
    ids: ordered.map(({ id }) => id),
    keys: ordered.map(({ key }) => key),
    core: coreOf(statistics),
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

function coreOf(statistics: readonly PageStatistics[]): CoreTable {
  const firstChunks = new Uint32Array(statistics.length + 1);
  for (const [at, { code }] of statistics.entries()) firstChunks[at + 1] = firstChunks[at]! + code.length;
  const questionCounts = statistics.flatMap((own) => own.questionCounts);
  const firstPrompts = new Uint32Array(questionCounts.length + 1);
  for (const [at, count] of questionCounts.entries()) firstPrompts[at + 1] = firstPrompts[at]! + count;
  return { firstChunks, firstPrompts, isCode: Uint8Array.from(statistics.flatMap(({ code }) => code)) };
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

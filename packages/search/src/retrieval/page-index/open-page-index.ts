import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { type Bm25Field, documentImpacts } from '../bm25.js';
import { ByteWriter } from '../byte-writer.js';
import type { CoreTable } from '../search-index/core-table.js';
import { Editions, editionTable } from '../search-index/editions.js';
import type { IndexFacts, IndexTables } from '../search-index/index-tables.js';
import type { Postings, TermPostings } from '../search-index/postings.js';
import { readHashes } from '../search-index/prompt-hashes.js';
import type { SearchTopic } from '../search-index/search-topic.js';
import { passageVectors } from '../search-index/search-topic.js';
import { FIELD_WEIGHTS, isPairKept, meanOf } from '../search-index/term-shards.js';
import { readTopicBlock, writeTopicBlocks } from '../search-index/topic-blocks.js';
import { checkQueryLength, rowSimilarities, writeVectorRows } from '../search-index/vector-rows.js';
import { keptWords, WordTable, writeWordTable } from '../search-index/word-table.js';
import { isPair } from '../term-pairs.js';
import type { Counts, IndexedPage, Occurrence, PageIndexHead, PageReads, TermField } from './page-source.js';

const FIELDS: readonly TermField[] = ['chunk', 'title', 'description', 'question'];

/**
 * An index that is kept page by page. Numbers and weights, which depend on all pages, are computed from a few numbers of
 * each, as the files of a search index contain them: the same pages give the same results.
 */
export class PageIndex {
  readonly facts: IndexFacts;
  readonly editions: Editions;
  private readonly pages: readonly IndexedPage[];
  private readonly core: CoreTable;
  /** Topic numbers by the source's keys. */
  private readonly numbers: ReadonlyMap<number, number>;
  private readonly lengths: Readonly<Record<TermField, readonly Counts[]>>;
  private readonly settings: Readonly<Record<TermField, readonly Bm25Field[]>>;
  private readonly vectorRows = new Map<number, Uint8Array>();
  private wordTable: Promise<WordTable> | undefined;

  constructor(private readonly head: PageIndexHead) {
    this.pages = [...head.pages].sort((a, b) => compareCodeUnits(a.id, b.id));
    this.numbers = new Map(this.pages.map(({ key }, number) => [key, number]));
    this.core = coreOf(this.pages);
    const statistics = this.pages.map((page) => page.statistics);
    this.lengths = {
      chunk: statistics.flatMap(({ chunks }) => chunks),
      title: statistics.map(({ title }) => [title, 0]),
      description: statistics.map(({ description }) => [description, 0]),
      question: statistics.flatMap(({ questions }) => questions),
    };
    const settingsOf = (field: TermField): readonly Bm25Field[] =>
      FIELD_WEIGHTS[field].map((weight, part) => ({
        weight,
        meanLength: meanOf(this.lengths[field].map((own) => own[part]!)),
      }));
    this.settings = {
      chunk: settingsOf('chunk'),
      title: settingsOf('title'),
      description: settingsOf('description'),
      question: settingsOf('question'),
    };
    const changePages = [...statistics.keys()].filter((number) => statistics[number]!.tellsOfChanges);
    this.facts = {
      topicCount: this.pages.length,
      chunkCount: this.core.isCode.length,
      changePages,
      vectors: head.vectors,
    };
    this.editions = new Editions(editionTable(statistics, head.current));
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
      topic: async (number) => readTopicBlock(await reads.record(this.pages[number]!.key), this.pages[number]!.id)[0]!,
      topicNumber: async (id) => this.topicNumber(id),
      similarities: (first, end, query) => this.similarities(first, end, query, reads),
      questionSimilarities: (first, end, query) => this.questionSimilarities(first, end, query, reads),
      promptHashes: (first, end) => this.promptHashes(first, end, reads),
    };
  }

  private topicNumber(id: string): number {
    const number = this.pages.findIndex((page) => page.id === id);
    if (number >= 0) return number;
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
    return found.length === 0 ? undefined : this.postingsOf(found);
  }

  private async pairPostings(pair: string, reads: PageReads): Promise<TermPostings | undefined> {
    if (!(await reads.hasPair(pair))) return undefined;
    const found = (await reads.chunksWithPair(pair)).map(
      ({ page, place, sequence }): Occurrence => ({ field: 'chunk', page, place, counts: countPair(sequence, pair) }),
    );
    return isPairKept(pair, found.length) ? this.postingsOf(found) : undefined;
  }

  private postingsOf(found: readonly Occurrence[]): TermPostings {
    const [chunks, titles, descriptions, questions] = FIELDS.map((field) =>
      this.fieldPostings(
        field,
        found.filter((each) => each.field === field),
      ),
    );
    return { chunks: chunks!, titles: titles!, descriptions: descriptions!, questions: questions! };
  }

  private fieldPostings(field: TermField, found: readonly Occurrence[]): Postings {
    const entries = found.map(({ page, place, counts }) => {
      const number = this.documentNumber(field, page, place);
      return [number, this.impact(field, number, counts)] as const;
    });
    entries.sort(([a], [b]) => a - b);
    return {
      documents: Uint32Array.from(entries, ([number]) => number),
      impacts: Uint8Array.from(entries, ([, impact]) => impact),
    };
  }

  private documentNumber(field: TermField, page: number, place: number): number {
    const topic = this.numbers.get(page)!;
    if (field === 'chunk') return this.core.firstChunks[topic]! + place;
    return field === 'question' ? this.core.firstPrompts[this.core.firstChunks[topic]!]! + place : topic;
  }

  private impact(field: TermField, number: number, counts: Counts): number {
    const lengths = this.lengths[field][number]!;
    const settings = this.settings[field];
    const fields = settings.map((_, part) => ({ terms: new Uint32Array(counts[part]!), wordCount: lengths[part]! }));
    return documentImpacts(fields, settings).get(0)!;
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
      const rows = await reads.vectors(missing.map((topic) => this.pages[topic]!.key));
      for (const [at, topic] of missing.entries()) this.vectorRows.set(topic, rows[at]!);
    }
    return topics.map((topic) => this.vectorRows.get(topic)!);
  }

  private async promptHashes(first: number, end: number, reads: PageReads): Promise<BigUint64Array> {
    const start = this.core.firstPrompts[first]!;
    const hashes = new BigUint64Array(this.core.firstPrompts[end]! - start);
    if (hashes.length === 0) return hashes;
    const topics = this.topicsOf(first, end);
    const bytes = await reads.prompts(topics.map((topic) => this.pages[topic]!.key));
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

function coreOf(pages: readonly IndexedPage[]): CoreTable {
  const firstChunks = new Uint32Array(pages.length + 1);
  for (const [at, { statistics }] of pages.entries()) firstChunks[at + 1] = firstChunks[at]! + statistics.code.length;
  const questionCounts = pages.flatMap(({ statistics }) => statistics.questionCounts);
  const firstPrompts = new Uint32Array(questionCounts.length + 1);
  for (const [at, count] of questionCounts.entries()) firstPrompts[at + 1] = firstPrompts[at]! + count;
  return { firstChunks, firstPrompts, isCode: Uint8Array.from(pages.flatMap(({ statistics }) => statistics.code)) };
}

/** How often a pair is in each line of a sequence. */
function countPair(sequence: string, pair: string): Counts {
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

/** What results say of the chunks of a page, as text. */
export function pageRecord(page: SearchTopic): string {
  return writeTopicBlocks([page])[0]!;
}

/** Hashes of a page's questions, 8 bytes each. */
export function pagePrompts({ chunks }: SearchTopic): Uint8Array {
  const writer = new ByteWriter();
  for (const { questions } of chunks) for (const { hash } of questions) writer.uint64(hash);
  return writer.finish();
}

/** Rows of the vectors of a page; empty where its chunks have none. */
export function pageVectors({ chunks }: SearchTopic): Uint8Array {
  const dimensions = chunks[0]?.vector?.length;
  if (dimensions === undefined || chunks.some(({ vector }) => vector === undefined)) return new Uint8Array();
  return writeVectorRows(passageVectors(chunks), dimensions);
}

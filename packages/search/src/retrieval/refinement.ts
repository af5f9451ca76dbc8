import { fromBase64 } from './base64.js';
import { DEFAULT_PROMPT_DISTANCE, promptMatcher } from './ranking/prompt-matches.js';
import { type DescribedTerm, readTermDescriptions } from './ranking/term-descriptions.js';
import type { CoreTable, IndexFacts, IndexTables } from './search-index/index-tables.js';
import { invalidIndex } from './search-index/manifest.js';
import { readNumberParts, splitNames } from './search-index/part-list.js';
import { HASH_BYTES, readHashes } from './search-index/prompt-hashes.js';
import {
  bucketOfTerm,
  COMMON_PER_BUCKET,
  listLines,
  type RefinementFile,
  readSorted,
  type TableFacts,
  termOfPiece,
  type WordBucket,
} from './search-index/refinement-files.js';
import { plainSums } from './search-index/row-sums.js';
import { rowSimilarities, vectorRowLength } from './search-index/vector-rows.js';

/** Rows of a table of word pieces that are published with an index, and loaded piece by piece. */
export interface PublishedRows extends TableFacts {
  /** All pieces that have a row. */
  readonly pieces: readonly string[];
  /** Rows of some of the pieces. */
  load(pieces: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** What is compared by vectors and questions, of the pages that are asked for. */
type ComparedTables = Pick<IndexTables, 'core' | 'manifest' | 'similarities' | 'questionSimilarities' | 'promptHashes'>;

/** What an answer by words is refined with, each part loaded when it is needed. */
export class Refinement implements ComparedTables {
  readonly core: CoreTable;
  readonly manifest: IndexFacts;
  private readonly file: RefinementFile;
  private readonly buckets: readonly string[];
  private readonly parts: ReturnType<typeof readNumberParts>;
  private readonly common: readonly string[];
  /** What embeds queries; `undefined` where the vectors are those of a model that is not published. */
  readonly rows: PublishedRows | undefined;

  /**
   * @param bytes of the file that lists the others
   * @param index that it refines the answers of
   * @param read a file by its name, as it was published; called again for the same one
   */
  constructor(
    bytes: Uint8Array,
    { core, manifest }: Pick<IndexTables, 'core' | 'manifest'>,
    private readonly read: (name: string) => Promise<Uint8Array>,
  ) {
    this.core = core;
    this.manifest = manifest;
    this.file = JSON.parse(decoder.decode(bytes)) as RefinementFile;
    const { words, passages, table } = this.file;
    this.buckets = splitNames(words, '.json');
    this.parts = passages === undefined ? [] : readNumberParts(passages, '.bin');
    this.common = table === undefined ? [] : listLines(table.common);
    this.rows = table && {
      model: table.model,
      dimensions: table.dimensions,
      meanScale: table.meanScale,
      pieces: [...this.common, ...readSorted(table.others)],
      load: (pieces) => this.loadRows(pieces),
    };
  }

  /** What the terms of a query describe: a `TermDescriptions`, which gives the same as by all descriptions. */
  async describe(terms: readonly string[]): Promise<readonly DescribedTerm[]> {
    const buckets = await this.load(terms.map((term) => this.termBucket(term)));
    const holders = new Map(buckets.flatMap((bucket) => Object.entries(bucket.holders)));
    const lines = new Map<number, { readonly names: string; readonly descriptions: Set<string> }>();
    for (const line of buckets.flatMap((bucket) => (bucket.lines === '' ? [] : bucket.lines.split('\n')))) {
      const [number = '', descriptions = '', names = ''] = line.split('\t');
      const own = lines.get(Number(number)) ?? { names, descriptions: new Set() };
      for (const each of descriptions.split(',')) own.descriptions.add(each);
      lines.set(Number(number), own);
    }
    // In the order of the whole text, in which votes are added up.
    const text = [...lines]
      .sort(([a], [b]) => a - b)
      .map(([, { names, descriptions }]) => `${[...descriptions].sort()}\t${names}`)
      .join('\n');
    const absent = new Set(buckets.flatMap((bucket) => bucket.absent.split(' ')));
    const counts = { count: this.file.descriptionCount, holdersOf: (term: string) => holders.get(term) ?? 1 };
    return readTermDescriptions(text, counts)(terms).map((each) => ({ ...each, isAbsent: absent.has(each.term) }));
  }

  /** As a search tells near questions. */
  promptMatcherFor(query: string): ReturnType<typeof promptMatcher> {
    return promptMatcher(query, DEFAULT_PROMPT_DISTANCE);
  }

  /** Cosines of a query of length 1 with the chunks of one topic, from `first` up to `end` (exclusive). */
  async similarities(first: number, end: number, query: Float32Array): Promise<Float32Array> {
    if (first === end) return new Float32Array();
    const { bytes, chunkCount, rowLength } = await this.page(topicAt(first, this.core.firstChunks));
    return similaritiesOf(bytes.subarray(0, chunkCount * rowLength), query);
  }

  /** The same of the questions of one topic. */
  async questionSimilarities(first: number, end: number, query: Float32Array): Promise<Float32Array> {
    if (first === end) return new Float32Array();
    const { firstChunks, firstPrompts } = this.core;
    const firsts = firstChunks.map((chunk) => firstPrompts[chunk]!);
    const { bytes, chunkCount, questionCount, rowLength } = await this.page(topicAt(first, firsts));
    return similaritiesOf(bytes.subarray(chunkCount * rowLength, (chunkCount + questionCount) * rowLength), query);
  }

  /** Hashes of the questions of the topic that begins with a chunk. */
  async promptHashes(first: number, end: number): Promise<BigUint64Array> {
    if (first === end) return new BigUint64Array();
    const { bytes, chunkCount, questionCount, rowLength } = await this.page(topicAt(first, this.core.firstChunks));
    return readHashes(bytes.subarray((chunkCount + questionCount) * rowLength));
  }

  private async page(topic: number) {
    const { firstChunks, firstPrompts } = this.core;
    const rowLength = vectorRowLength(this.rows!.dimensions);
    const lengthOf = (each: number): number => {
      const [first, end] = [firstChunks[each]!, firstChunks[each + 1]!];
      const questionCount = firstPrompts[end]! - firstPrompts[first]!;
      return (end - first + questionCount) * rowLength + questionCount * HASH_BYTES;
    };
    const part = this.parts.findLast(({ first }) => first <= topic);
    if (part === undefined) throw invalidIndex('passages', 'There are no passages.');
    let start = 0;
    for (let each = part.first; each < topic; each++) start += lengthOf(each);
    const whole = await this.read(part.file);
    const bytes = whole.subarray(start, start + lengthOf(topic));
    if (bytes.length < lengthOf(topic)) throw invalidIndex(part.file, 'It is shorter than the manifest says.');
    const [first, end] = [firstChunks[topic]!, firstChunks[topic + 1]!];
    return { bytes, rowLength, chunkCount: end - first, questionCount: firstPrompts[end]! - firstPrompts[first]! };
  }

  private async loadRows(pieces: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const buckets = await this.load(
      pieces.map((piece) => {
        const term = termOfPiece(piece);
        return term === undefined ? Math.floor(this.common.indexOf(piece) / COMMON_PER_BUCKET) : this.termBucket(term);
      }),
    );
    const rows = new Map(buckets.flatMap((bucket) => Object.entries(bucket.rows)));
    return new Map(pieces.map((piece) => [piece, fromBase64(rows.get(piece)!)]));
  }

  private termBucket(term: string): number {
    return bucketOfTerm(term, this.common.length, this.buckets.length);
  }

  private load(numbers: readonly number[]): Promise<WordBucket[]> {
    const own = [...new Set(numbers)].sort((a, b) => a - b);
    return Promise.all(
      own.map(async (number) => JSON.parse(decoder.decode(await this.read(this.buckets[number]!))) as WordBucket),
    );
  }
}

const decoder = new TextDecoder();

/** Without WebAssembly: a site's policy may forbid it, and browsers report each attempt. */
function similaritiesOf(rows: Uint8Array, query: Float32Array): Float32Array {
  return rowSimilarities(rows, query, plainSums);
}

/** The topic that has a chunk or a question, by the numbers of the first ones of all topics. */
function topicAt(number: number, firsts: Uint32Array): number {
  return firsts.findLastIndex((first) => first <= number);
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import { fromBase64 } from '../base64.js';
import { ChunkTexts } from '../docs/chunk-texts.js';
import { isMissingFile } from '../docs/is-missing-file.js';
import type { DocsLoader } from '../docs-loader.js';
import { hasContentName } from './content-name.js';
import { Editions } from './editions.js';
import { readEverydayWords } from './everyday-words.js';
import { type CoreTable, type IndexTables, readCoreTable, type SynonymGroup } from './index-tables.js';
import {
  invalidIndex,
  MANIFEST_FILE,
  readManifest,
  SEARCH_DIRECTORY,
  type SearchManifest,
  TOPICS_PER_BLOCK,
} from './manifest.js';
import type { NamedPart } from './part-list.js';
import type { TermPostings } from './postings.js';
import { HASH_BYTES, readHashes } from './prompt-hashes.js';
import { prefixPostings, shardPosition, TermShard } from './term-shards.js';
import { readThesaurus, type Thesaurus } from './thesaurus.js';
import { readTitles, type TopicTitles } from './titles.js';
import { readTopicBlock, type TopicRecord } from './topic-blocks.js';
import { checkQueryLength, rowSimilarities, vectorRowLength } from './vector-rows.js';
import { WordTable } from './word-table.js';

const decoder = new TextDecoder();

/** The files of a search index, each loaded when it is first needed and cached. */
export class IndexReader implements IndexTables {
  private readonly shards = new Map<string, Promise<TermShard>>();
  private readonly blocks = new Map<string, Promise<readonly TopicRecord[]>>();
  private readonly titleParts = new Map<string, Promise<readonly TopicTitles[]>>();
  private readonly textParts = new Map<string, Promise<readonly string[]>>();
  private readonly synonymGroups = new Map<string, Promise<readonly SynonymGroup[]>>();
  private readonly thesauri = new Map<string, Promise<Thesaurus>>();
  private readonly wordTables = new Map<string, Promise<WordTable>>();
  private readonly everydayParts = new Map<string, Promise<ReadonlySet<string>>>();
  private readonly files = new Map<string, Promise<Uint8Array>>();
  private readonly hashParts = new Map<string, Promise<BigUint64Array>>();
  private ids: Promise<readonly string[]> | undefined;
  private readonly chunkTexts: ChunkTexts;
  private readonly firstTerms: readonly string[];
  /** Versions and locales of the topics. */
  readonly editions: Editions;

  private constructor(
    private readonly loader: DocsLoader,
    readonly manifest: SearchManifest,
    readonly core: CoreTable,
  ) {
    this.chunkTexts = new ChunkTexts(loader);
    this.editions = new Editions(manifest.editions);
    this.firstTerms = manifest.terms.map(({ first }) => first);
  }

  /** @throws TopicmillError `SEARCH_INDEX_INVALID`, and what the loader throws */
  static async open(loader: DocsLoader): Promise<IndexReader> {
    const bytes = await loader.read(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`).catch((thrown: unknown) => {
      throw isMissingFile(thrown) ? withoutIndex(thrown as TopicmillError) : thrown;
    });
    const manifest = readManifest(decoder.decode(bytes));
    return new IndexReader(loader, manifest, readCore(manifest));
  }

  async postings(term: string): Promise<TermPostings | undefined> {
    return (await this.shardFor(term))[0].postings(term);
  }

  /** Postings of all words that begin with some letters, and the words, unless they are many. */
  completions(prefix: string): ReturnType<typeof prefixPostings> {
    return prefixPostings(prefix, (term) => this.shardFor(term));
  }

  /** The words that misspelt ones may be corrected to. */
  words(): Promise<WordTable> {
    const { words } = this.manifest;
    return cached(this.wordTables, words, async () => WordTable.read(await readText(this.loader, words)));
  }

  async wordsLike(word: string): Promise<WordTable | undefined> {
    const { wordParts = [] } = this.manifest;
    if (wordParts.length === 0) return undefined;
    const { file } =
      wordParts[
        shardPosition(
          word,
          wordParts.map(({ first }) => first),
        )
      ]!;
    return cached(this.wordTables, file, async () => WordTable.read(await readText(this.loader, file)));
  }

  /** Words that are used for the same thing. */
  synonyms(): Promise<readonly SynonymGroup[]> {
    const { synonyms } = this.manifest;
    if (synonyms === undefined) return Promise.resolve([]);
    return cached(
      this.synonymGroups,
      synonyms,
      async () => JSON.parse(await readText(this.loader, synonyms)) as SynonymGroup[],
    );
  }

  /** What the docs call everyday phrases; `undefined` in an index without. */
  async thesaurus(): Promise<Thesaurus | undefined> {
    const { thesaurus } = this.manifest;
    if (thesaurus === undefined) return undefined;
    const read = async (): Promise<Thesaurus> => readThesaurus(JSON.parse(await readText(this.loader, thesaurus)));
    return cached(this.thesauri, thesaurus, read);
  }

  /** Whether a word that the docs do not contain, in lower case, is one that people use. */
  async isEverydayWord(word: string): Promise<boolean> {
    const { everydayWords = [] } = this.manifest;
    const firsts = everydayWords.map(({ first }) => first);
    const part = everydayWords[shardPosition(word, firsts)];
    if (part === undefined || word < part.first) return false;
    const read = async () => readEverydayWords(await readText(this.loader, part.file));
    return (await cached(this.everydayParts, part.file, read)).has(word);
  }

  /** Titles of a topic and its chunks; those of all topics are in very few files. */
  async titles(topic: number): Promise<TopicTitles> {
    const { file, first } = partContaining(this.manifest.titles, topic);
    const part = await cached(this.titleParts, file, async () => readTitles(await readText(this.loader, file)));
    return part[topic - first]!;
  }

  /** Text of a chunk: from the index if it has texts, else from the chunk's file. */
  async chunkText(topic: number, chunk: number): Promise<string> {
    const { texts } = this.manifest;
    if (texts === undefined) {
      const { chunks } = await this.topic(topic);
      return this.chunkTexts.read(chunks[chunk - this.core.firstChunks[topic]!]!.path);
    }
    const { file, first } = partContaining(texts, chunk);
    const part = await cached(
      this.textParts,
      file,
      async () => JSON.parse(await readText(this.loader, file)) as string[],
    );
    return part[chunk - first]!;
  }

  /** @param number of the topic, by id */
  async topic(number: number): Promise<TopicRecord> {
    const name = this.manifest.topics?.[Math.floor(number / TOPICS_PER_BLOCK)];
    if (name === undefined)
      throw invalidIndex(MANIFEST_FILE, 'It has no table of topics: it is for search as people type.');
    const block = await cached(this.blocks, name, async () =>
      readTopicBlock(decoder.decode(await readWhole(this.loader, name)), name),
    );
    return block[number % TOPICS_PER_BLOCK]!;
  }

  /** @throws TopicmillError `TOPIC_UNKNOWN` */
  async topicNumber(id: string): Promise<number> {
    this.ids ??= this.readIds();
    const number = (await this.ids).indexOf(id);
    if (number >= 0) return number;
    throw new TopicmillError('TOPIC_UNKNOWN', `There is no topic "${id}" in the search index.`, {
      remedy: 'Give the path of its folder below the docs root, such as libraries/system-text-json.',
    });
  }

  /** A file of the index by the name that it has by its content. */
  file(name: string): Promise<Uint8Array> {
    return cached(this.files, name, () => readWhole(this.loader, name));
  }

  /** Cosines of a query of length 1 with the chunks from `first` up to `end` (exclusive). */
  similarities(first: number, end: number, query: Float32Array): Promise<Float32Array> {
    return this.rowSimilarities(first, end, query);
  }

  /** The same of questions: their rows follow those of the chunks. */
  questionSimilarities(first: number, end: number, query: Float32Array): Promise<Float32Array> {
    const { chunkCount } = this.manifest;
    return this.rowSimilarities(chunkCount + first, chunkCount + end, query);
  }

  private async rowSimilarities(first: number, end: number, query: Float32Array): Promise<Float32Array> {
    const { file, dimensions } = this.manifest.vectors!;
    checkQueryLength(query, this.manifest.vectors!);
    const rowLength = vectorRowLength(dimensions);
    // All passages are compared with each query, so the rows are loaded once.
    const rows = await this.file(file);
    if (rows.length < end * rowLength) throw invalidIndex(file, 'It is shorter than the manifest says.');
    return rowSimilarities(rows.subarray(first * rowLength, end * rowLength), query);
  }

  /** Prompt hashes of the chunks from `first` up to `end` (exclusive), chunk by chunk. */
  async promptHashes(first: number, end: number): Promise<BigUint64Array> {
    const { firstPrompts } = this.core;
    const [start, stop] = [firstPrompts[first]!, firstPrompts[end]!];
    if (start === stop) return new BigUint64Array();
    const read = (): Promise<Uint8Array> => this.readPart(this.manifest.prompts, start * HASH_BYTES, stop * HASH_BYTES);
    return cached(this.hashParts, `${start} ${stop}`, async () => readHashes(await read()));
  }

  /** The shard that has a term, and the first term of the next one. */
  private async shardFor(term: string): Promise<readonly [shard: TermShard, end: string | undefined]> {
    const at = shardPosition(term, this.firstTerms);
    const { file } = this.manifest.terms[at]!;
    const shard = await cached(this.shards, file, async () => new TermShard(await readWhole(this.loader, file)));
    return [shard, this.firstTerms[at + 1]];
  }

  private async readPart(name: string, start: number, end: number): Promise<Uint8Array> {
    const bytes = await this.loader.read(`${SEARCH_DIRECTORY}/${name}`, { start, end });
    if (bytes.length !== end - start) throw invalidIndex(name, 'It is shorter than the manifest says.');
    return bytes;
  }

  private async readIds(): Promise<readonly string[]> {
    return JSON.parse(decoder.decode(await readWhole(this.loader, this.manifest.ids))) as string[];
  }
}

/** A file whose content is proven by its name. */
async function readWhole(loader: DocsLoader, name: string): Promise<Uint8Array> {
  const bytes = await loader.read(`${SEARCH_DIRECTORY}/${name}`);
  if (!hasContentName(bytes, name, loader.sha256)) throw invalidIndex(name, 'Its content is not what its name says.');
  return bytes;
}

async function readText(loader: DocsLoader, name: string): Promise<string> {
  return decoder.decode(await readWhole(loader, name));
}

function readCore({ core, links, ...counts }: SearchManifest): CoreTable {
  try {
    return readCoreTable(fromBase64(core), counts, links === undefined ? undefined : fromBase64(links));
  } catch (cause) {
    throw invalidIndex(MANIFEST_FILE, 'Its table of chunks is damaged.', cause);
  }
}

/** The file that has something, by the number of the first thing in each. */
function partContaining(parts: readonly NamedPart<number>[], number: number): NamedPart<number> {
  return parts.findLast(({ first }) => first <= number)!;
}

/** What was made for a key before, or is made now; a failure is not cached. */
async function cached<T>(values: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
    value.catch(() => values.delete(key));
  }
  return value;
}

function withoutIndex({ code, message, file }: TopicmillError): TopicmillError {
  return new TopicmillError(code, `These docs were published without a search index. ${message}`, {
    file,
    remedy: 'Run `topicmill search-index` before publishing them.',
  });
}

import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import { groupBy } from '@topicmill/base/groups';
import { compareCodeUnits } from '@topicmill/base/order';
import { ANALYSIS } from '../analyze-text.js';
import { toBase64 } from '../base64.js';
import type { FieldTerms } from '../bm25.js';
import { ByteWriter } from '../bytes.js';
import { tellsOfChanges } from './change-pages.js';
import { contentName } from './content-name.js';
import { type CurrentEditions, editionTable } from './editions.js';
import { writeEverydayWords } from './everyday-words.js';
import { type SynonymGroup, writeCoreTable, writeLinkCounts } from './index-tables.js';
import { countLinks, linkKeys } from './link-counts.js';
import { FORMAT, MANIFEST_FILE, type SearchManifest, writeManifest } from './manifest.js';
import { nearSpellings } from './near-spellings.js';
import { joinNames, numberParts } from './part-list.js';
import { readChunkWords, readTitleWords, withWholeTerms } from './read-words.js';
import { type RefinementFile, type RefinementSource, writePassages, writeWordBuckets } from './refinement-files.js';
import { passageVectors, type SearchTopic } from './search-topic.js';
import { buildTermShards, type WrittenShard } from './term-shards.js';
import { TermVocabulary } from './term-vocabulary.js';
import { thesaurusFor } from './thesaurus.js';
import { writeTitles } from './titles.js';
import { writeTopicBlocks } from './topic-blocks.js';
import { writeVectorRows } from './vector-rows.js';
import { type KnownWord, keptWords, WordTable, writeWordTable } from './word-table.js';

/** Text in one file, at most, unless one chunk is longer. In UTF-16 units. */
const MAX_LENGTH = 32_768;

/** The texts of all chunks as JSON texts of a few chunks each. */
function writeTexts(topics: readonly SearchTopic[]): { readonly text: string; readonly firstChunk: number }[] {
  const files: { texts: string[]; firstChunk: number; length: number }[] = [];
  for (const [number, { text }] of topics.flatMap(({ chunks }) => chunks).entries()) {
    const last = files.at(-1);
    if (last === undefined || last.length + text.length > MAX_LENGTH) {
      files.push({ texts: [text], firstChunk: number, length: text.length });
    } else {
      last.texts.push(text);
      last.length += text.length;
    }
  }
  return files.map(({ texts, firstChunk }) => ({ text: `${JSON.stringify(texts)}\n`, firstChunk }));
}

/** Fewer words are loaded all at once: about 10 kB when compressed. */
const MIN_WORDS = 3000;
/** Words of a file before the next letter begins another one. */
const WORDS_PER_FILE = 600;

/**
 * The same words as those of the whole table, in files by their first letter, each with its first word: a mistake in the first
 * letter is rare, so that one file often has the word that was meant. None where the whole table is small.
 *
 * @param kept as `keptWords` gave them
 */
function writeWordParts(kept: readonly KnownWord[]): { readonly text: string; readonly first: string }[] {
  if (kept.length < MIN_WORDS) return [];
  const parts: KnownWord[][] = [];
  let letter = '';
  for (const word of kept) {
    const own = firstLetter(word.spelling);
    if (parts.length === 0 || (own !== letter && parts.at(-1)!.length >= WORDS_PER_FILE)) parts.push([]);
    parts.at(-1)!.push(word);
    letter = own;
  }
  return parts.map((part) => ({ text: writeWordTable(part), first: part[0]!.spelling }));
}

function firstLetter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0)!);
}

/** Options of `buildSearchIndex`. */
export interface SearchIndexOptions {
  /** Exact name of the model that made the vectors. Without it, vectors are left out. */
  readonly model?: string | undefined;
  /** Version and language that searches use by default. Default: all. */
  readonly current?: CurrentEditions | undefined;
  /**
   * Puts the texts of the chunks into the index, for a folder that has no chunk files, and leaves out the table that says
   * where these are: it is then searched by `openInstantSearch` alone. Default: false.
   */
  readonly withTexts?: boolean | undefined;
  /** Words and phrases that mean the same: whoever asks for one also finds the others. Default: none. */
  readonly synonyms?: readonly SynonymGroup[] | undefined;
  /**
   * Words that people use, in lower case: who has no table of words learns of those that look like words of the docs that
   * they are not typing mistakes. Default: none.
   */
  readonly everydayWords?: readonly string[] | undefined;
  /**
   * What docs call everyday phrases, as `readThesaurus` reads it: `openInstantSearch` then finds by these, too. What the docs
   * have no word of is left out. Default: none.
   */
  readonly thesaurus?: string | undefined;
  /**
   * What `openInstantSearch` refines its answers with: descriptions of terms and, where the topics have vectors of a table, its
   * rows. Default: nothing.
   */
  readonly refinement?: RefinementSource | undefined;
  /** Address that the pages of the site are below, which a copy of the site replaces by its own. Default: unknown. */
  readonly siteUrl?: string | undefined;
}

const OPTIONS = {
  model: true,
  current: true,
  withTexts: true,
  synonyms: true,
  everydayWords: true,
  thesaurus: true,
  refinement: true,
  siteUrl: true,
} satisfies Record<keyof SearchIndexOptions, true>;

const encoder = new TextEncoder();

/**
 * Makes the files of a search index. The same topics give the same bytes, in whatever order they come.
 *
 * @param topics with ids that differ
 * @returns content by file name, the manifest last: whoever publishes in this order never shows a half-written index
 * @throws TopicmillError `EMBEDDER_BAD_VECTOR` when vectors differ in length, `INVALID_OPTION` for an unknown option
 */
export function buildSearchIndex(
  topics: readonly SearchTopic[],
  options: SearchIndexOptions = {},
): ReadonlyMap<string, Uint8Array> {
  refuseUnknownOptions(options, OPTIONS, 'buildSearchIndex');
  const { model, current = { versions: [] }, withTexts = false, synonyms = [] } = options;
  const ordered = [...topics].sort((a, b) => compareCodeUnits(a.id, b.id));
  const parts = new IndexParts();
  const withVectors = hasVectors(ordered);
  const { shards, words, isTerm } = readTerms(ordered);
  const thesaurus = thesaurusFor(isTerm, options.thesaurus ?? '');
  const everydayWords = misspelledLookalikes(words, options.everydayWords ?? []);
  const kept = keptWords(words);
  const wordParts = writeWordParts(kept);
  const editions = editionTable(ordered, current);
  const changePages = [...ordered.keys()].filter((number) => tellsOfChanges(ordered[number]!));
  const ids = ordered.map(({ id }) => id);
  const links = countLinks(ids, (topic) => linkKeys(ordered[topic]!));
  const manifest: SearchManifest = {
    format: FORMAT,
    analysis: ANALYSIS,
    topicCount: ordered.length,
    chunkCount: ordered.reduce((sum, { chunks }) => sum + chunks.length, 0),
    core: toBase64(writeCoreTable(ordered)),
    ...(links.some((count) => count > 0) ? { links: toBase64(writeLinkCounts(links)) } : {}),
    ...(editions === undefined ? {} : { editions }),
    ...(changePages.length === 0 ? {} : { changePages }),
    ...(options.siteUrl === undefined ? {} : { siteUrl: options.siteUrl }),
    ids: parts.addText(`${JSON.stringify(ordered.map(({ id }) => id))}\n`),
    ...(withTexts ? {} : { topics: writeTopicBlocks(ordered).map((text) => parts.addText(text)) }),
    titles: writeTitles(ordered).map(({ text, firstTopic }) => parts.addPart({ text, first: firstTopic })),
    terms: shards.map(({ first, bytes }) => ({ file: parts.add(bytes, 'bin'), first })),
    words: parts.addText(writeWordTable(kept)),
    ...(wordParts.length === 0 ? {} : { wordParts: wordParts.map((part) => parts.addPart(part)) }),
    ...(synonyms.length === 0 ? {} : { synonyms: parts.addText(`${JSON.stringify(synonyms)}\n`) }),
    ...(thesaurus === '' ? {} : { thesaurus: parts.addText(`${JSON.stringify(thesaurus)}\n`) }),
    ...(everydayWords.length === 0
      ? {}
      : { everydayWords: writeEverydayWords(everydayWords).map((part) => parts.addPart(part)) }),
    ...(withTexts
      ? { texts: writeTexts(ordered).map(({ text, firstChunk }) => parts.addPart({ text, first: firstChunk })) }
      : {}),
    prompts: parts.add(promptBytes(ordered), 'bin'),
    ...(options.refinement === undefined
      ? {}
      : { refinement: addRefinement(parts, ordered, options.refinement, isTerm) }),
    ...(model === undefined || !withVectors ? {} : { vectors: addVectors(parts, ordered, model) }),
  };
  parts.files.set(MANIFEST_FILE, encoder.encode(writeManifest(manifest)));
  return parts.files;
}

/** The files of an index but for its manifest, each named by its content. */
class IndexParts {
  readonly files = new Map<string, Uint8Array>();

  add(bytes: Uint8Array, extension: 'bin' | 'json'): string {
    const name = contentName(bytes, extension);
    this.files.set(name, bytes);
    return name;
  }

  addText(text: string): string {
    return this.add(encoder.encode(text), 'json');
  }

  /** @param part `first`: what the part begins with, by which a reader finds it */
  addPart<First>({ text, first }: { readonly text: string; readonly first: First }): { file: string; first: First } {
    return { file: this.addText(text), first };
  }
}

function addVectors(
  parts: IndexParts,
  topics: readonly SearchTopic[],
  model: string,
): NonNullable<SearchManifest['vectors']> {
  const vectors = passageVectors(topics.flatMap(({ chunks }) => chunks));
  const dimensions = vectors[0]!.length;
  return { file: parts.add(writeVectorRows(vectors, dimensions), 'bin'), model, dimensions };
}

/** @returns name of the file that lists those of the refinement */
function addRefinement(
  parts: IndexParts,
  topics: readonly SearchTopic[],
  source: RefinementSource,
  isTerm: (term: string) => boolean,
): string {
  const table = hasVectors(topics) ? source.table : undefined;
  const { texts, ...facts } = writeWordBuckets({ ...source, table }, isTerm);
  const passages = table && writePassages(topics, table.dimensions);
  const file: RefinementFile = {
    ...facts,
    words: joinNames(texts.map((text) => parts.addText(text))),
    ...(passages === undefined
      ? {}
      : {
          passages: numberParts(
            passages.map(({ bytes, firstTopic }) => ({ file: parts.add(bytes, 'bin'), first: firstTopic })),
          ),
        }),
  };
  return parts.addText(`${JSON.stringify(file)}\n`);
}

/** What the texts of an index say. */
interface ReadTerms {
  /** Postings of all terms. */
  readonly shards: readonly WrittenShard[];
  /** Words that misspelt ones may be corrected to. */
  readonly words: readonly KnownWord[];
  readonly isTerm: (term: string) => boolean;
}

function readTerms(topics: readonly SearchTopic[]): ReadTerms {
  const vocabulary = new TermVocabulary();
  const texts = topics.flatMap((topic) =>
    topic.chunks.map(({ text }) => {
      const { lines, ...fields } = readChunkWords(vocabulary, text);
      // Neighbours in a heading are what subjects are called; those of all sentences would double the index.
      for (const line of lines) vocabulary.learnPairs(line);
      vocabulary.learnNumberPairs(fields.body);
      return fields;
    }),
  );
  const chunks = texts.map(({ headings, body, wholes }) => ({
    headings: vocabulary.withPairs(headings, wholes[0]),
    body: vocabulary.withPairs(body, wholes[1]),
  }));
  const titles = topics.map(({ title }) =>
    fieldTerms(readTitleWords(vocabulary, title), vocabulary.readWholesOfTitles(title)),
  );
  const fieldOf = (text: string): FieldTerms => fieldTerms(vocabulary.read(text), vocabulary.readWholes(text));
  const descriptions = topics.map(({ description = '' }) => fieldOf(description));
  const questions = topics.flatMap((topic) =>
    topic.chunks.flatMap((chunk) =>
      chunk.questions.map(({ text, answer }) => ({
        question: fieldOf(text),
        answer: fieldOf(answer),
      })),
    ),
  );
  const shards = buildTermShards({ chunks, titles, descriptions, questions, terms: vocabulary.terms });
  const words = Array.from(vocabulary.readSpellings(), ([spelling, count]) => ({ spelling, count }));
  return { shards, words, isTerm: (term) => vocabulary.has(term) };
}

/** Of some words those that the docs do not contain and that look like a word which they do: a search would take them for mistakes. */
function misspelledLookalikes(words: readonly KnownWord[], everydayWords: readonly string[]): string[] {
  if (everydayWords.length === 0) return [];
  const own = new Set(words.map(({ spelling }) => spelling));
  // A word is compared with those of its first letter alone: a fraction of the table, and hardly any other is near it.
  const byLetter = groupBy(words, ({ spelling }) => spelling[0]!);
  const tables = new Map(
    Array.from(byLetter, ([letter, same]) => [letter, WordTable.read(writeWordTable(keptWords(same)))]),
  );
  return everydayWords.filter((word) => {
    const table = own.has(word) ? undefined : tables.get(word[0]!);
    return table !== undefined && nearSpellings(word, table, false).length > 0;
  });
}

function fieldTerms(words: Uint32Array, wholes: Uint32Array): FieldTerms {
  return { terms: withWholeTerms(words, wholes), wordCount: words.length };
}

function promptBytes(topics: readonly SearchTopic[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { chunks } of topics) {
    for (const { questions } of chunks) for (const { hash } of questions) writer.uint64(hash);
  }
  return writer.finish();
}

/** None unless every chunk has one. */
function hasVectors(topics: readonly SearchTopic[]): boolean {
  const chunks = topics.flatMap((topic) => topic.chunks);
  const dimensions = chunks[0]?.vector?.length;
  for (const { vector, path, questions } of chunks) {
    if (vector === undefined) return false;
    const other = [vector, ...questions.flatMap((question) => question.vector ?? [])].find(
      ({ length }) => length !== dimensions,
    );
    if (other === undefined) continue;
    throw new TopicmillError('EMBEDDER_BAD_VECTOR', `It has ${other.length} components, others ${dimensions}.`, {
      file: path,
      remedy: 'Embed all topics with one model.',
    });
  }
  return chunks.length > 0;
}

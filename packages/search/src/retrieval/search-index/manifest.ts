import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { ANALYSIS } from '../analyze-text.js';
import { type EditionTable, isEditionTable } from './editions.js';
import {
  isNames,
  isPartList,
  joinNames,
  type NamedPart,
  numberParts,
  type PartList,
  readNumberParts,
  readTextParts,
  splitNames,
  textParts,
} from './part-list.js';

/** Folder of the docs root of the search index. */
export const SEARCH_DIRECTORY = '_search';
/** The file that names all others; it is written last and is the only one whose content changes under its name. */
export const MANIFEST_FILE = 'manifest.json';
/** How many topics a file of the topic table contains. */
export const TOPICS_PER_BLOCK = 4;

const FILE_NAME = /^[0-9a-f]{16}\.(?:bin|json)$/;
/** Version of the files of an index. */
export const FORMAT = 7;

/** What `manifest.json` of a search index says. Every other file is named by the first 16 hex digits of its SHA-256. */
export interface SearchManifest {
  readonly format: typeof FORMAT;
  readonly analysis: string;
  readonly topicCount: number;
  readonly chunkCount: number;
  /** Chunks of each topic, which of them are code, how many questions each has: in base64. */
  readonly core: string;
  /** How many pages link to each topic, in base64; where any does. */
  readonly links?: string | undefined;
  /** Ids of the topics, sorted by code unit; a topic's position is its number. */
  readonly ids: string;
  /** Table of topics and chunks, `TOPICS_PER_BLOCK` topics for each file. Only where there are no texts. */
  readonly topics?: readonly string[] | undefined;
  /** Titles and addresses of topics and chunks, by number of the first topic. */
  readonly titles: readonly NamedPart<number>[];
  /** Postings by the first term of each file, in the order of the terms. */
  readonly terms: readonly NamedPart<string>[];
  /** Words that misspelt ones are corrected to. */
  readonly words: string;
  /** The same words by their first letters, in the order of the words, where they are many. */
  readonly wordParts?: readonly NamedPart<string>[] | undefined;
  /** Groups of words that are used for the same thing, where a team has named some. */
  readonly synonyms?: string | undefined;
  /** What the docs call everyday phrases, a line each. */
  readonly thesaurus?: string | undefined;
  /** Words that people use and that look like words of the docs, which do not contain them, in their order. */
  readonly everydayWords?: readonly NamedPart<string>[] | undefined;
  /** Texts of chunks, by number of the first chunk, if the index has to do without the chunk files. */
  readonly texts?: readonly NamedPart<number>[] | undefined;
  /** SimHashes of the questions, 8 bytes each, chunk by chunk. */
  readonly prompts: string;
  /** Numbers of the topics that tell what changed, such as release notes, where there are any. */
  readonly changePages?: readonly number[] | undefined;
  /** Address that the pages of the site are below, where it is known. */
  readonly siteUrl?: string | undefined;
  /** Versions and languages of the topics, where they have any. */
  readonly editions?: EditionTable | undefined;
  /** What lists the files that answers by words are refined with, where there are any. */
  readonly refinement?: string | undefined;
  /** A row for each chunk, then one for each question: 1 / length as float32, then the components in four bits each. */
  readonly vectors?: { readonly file: string; readonly model: string; readonly dimensions: number } | undefined;
}

/**
 * Reads a manifest.
 *
 * @throws TopicmillError `SEARCH_INDEX_INVALID` when it is not JSON, does not fit the schema or was made by a release
 *   that takes words apart in another way
 */
export function readManifest(text: string): SearchManifest {
  const manifest = parseManifest(text);
  if (manifest.analysis !== ANALYSIS) {
    throw invalidIndex(
      MANIFEST_FILE,
      `Its terms were made by text analysis "${manifest.analysis}"; this release uses "${ANALYSIS}".`,
    );
  }
  return manifest;
}

/** A manifest as it is written: long lists of files in the form of `PartList`. */
type ManifestFile = Omit<SearchManifest, 'topics' | 'titles' | 'terms' | 'wordParts' | 'everydayWords' | 'texts'> & {
  readonly topics?: string;
  readonly titles: PartList<number>;
  readonly terms: PartList<string>;
  readonly wordParts?: PartList<string>;
  readonly everydayWords?: PartList<string>;
  readonly texts?: PartList<number>;
};

export function writeManifest(manifest: SearchManifest): string {
  const { topics, titles, terms, wordParts, everydayWords, texts, ...others } = manifest;
  const file: ManifestFile = {
    ...others,
    ...(topics === undefined ? {} : { topics: joinNames(topics) }),
    titles: numberParts(titles),
    terms: textParts(terms),
    ...(wordParts === undefined ? {} : { wordParts: textParts(wordParts) }),
    ...(everydayWords === undefined ? {} : { everydayWords: textParts(everydayWords) }),
    ...(texts === undefined ? {} : { texts: numberParts(texts) }),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function parseManifest(text: string): SearchManifest {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw invalidIndex(MANIFEST_FILE, 'It is not JSON.', cause);
  }
  const found = (parsed as { readonly format?: unknown } | null)?.format;
  const file = `${SEARCH_DIRECTORY}/${MANIFEST_FILE}`;
  refuseLaterVersion({ found, known: FORMAT, code: 'SEARCH_INDEX_INVALID', file });
  if (!isManifest(parsed))
    throw invalidIndex(MANIFEST_FILE, 'It is not the manifest of a search index of this release.');
  const { topics, titles, terms, wordParts, everydayWords, texts, ...others } = parsed;
  return {
    ...others,
    topics: topics === undefined ? undefined : splitNames(topics, '.json'),
    titles: readNumberParts(titles, '.json'),
    terms: readTextParts(terms, '.bin'),
    wordParts: wordParts && readTextParts(wordParts, '.json'),
    everydayWords: everydayWords && readTextParts(everydayWords, '.json'),
    texts: texts && readNumberParts(texts, '.json'),
  };
}

/** By hand: a library for schemas would be most of what a page loads for its search. */
function isManifest(value: unknown): value is ManifestFile {
  if (typeof value !== 'object' || value === null) return false;
  const manifest = value as Partial<Record<keyof ManifestFile, unknown>>;
  const isCount = (each: unknown): boolean => Number.isSafeInteger(each) && (each as number) >= 0;
  const isFile = (each: unknown): boolean => typeof each === 'string' && FILE_NAME.test(each);
  const isText = (each: unknown): boolean => typeof each === 'string';
  const vectors = manifest.vectors as Partial<NonNullable<SearchManifest['vectors']>> | undefined | null;
  return (
    manifest.format === FORMAT &&
    isText(manifest.analysis) &&
    isCount(manifest.topicCount) &&
    isCount(manifest.chunkCount) &&
    isText(manifest.core) &&
    (manifest.links === undefined || isText(manifest.links)) &&
    [manifest.ids, manifest.words, manifest.prompts].every(isFile) &&
    (manifest.changePages === undefined ||
      (Array.isArray(manifest.changePages) && manifest.changePages.every(isCount))) &&
    [manifest.synonyms, manifest.thesaurus, manifest.refinement].every((each) => each === undefined || isFile(each)) &&
    (manifest.siteUrl === undefined || isText(manifest.siteUrl)) &&
    // Whoever has no texts finds them by the table of topics.
    (manifest.topics === undefined ? manifest.texts !== undefined : isNames(manifest.topics)) &&
    isPartList(manifest.titles, isCount) &&
    isPartList(manifest.terms, isText) &&
    (manifest.editions === undefined || isEditionTable(manifest.editions)) &&
    (manifest.wordParts === undefined || isPartList(manifest.wordParts, isText)) &&
    (manifest.everydayWords === undefined || isPartList(manifest.everydayWords, isText)) &&
    (manifest.texts === undefined || isPartList(manifest.texts, isCount)) &&
    (vectors === undefined ||
      (isFile(vectors?.file) && isText(vectors?.model) && isCount(vectors?.dimensions) && vectors!.dimensions! > 0))
  );
}

/** A `SEARCH_INDEX_INVALID` about a file of the index. */
export function invalidIndex(file: string, message: string, cause?: unknown): TopicmillError {
  return new TopicmillError('SEARCH_INDEX_INVALID', message, {
    file: `${SEARCH_DIRECTORY}/${file}`,
    remedy: 'Build the search index again.',
    cause,
  });
}

import { checkLoader, checkSearch, INSTANT_OPTIONS } from './check-arguments.js';
import type { DocsLoader } from './docs-loader.js';
import { findSnippet, markPieces, type SnippetPiece } from './find-snippet.js';
import { findCandidates } from './ranking/find-candidates.js';
import { addQuestionScores } from './ranking/question-evidence.js';
import { rankChunks } from './ranking/rank-chunks.js';
import type { Scope } from './ranking/scope.js';
import { type Correction, scoreWords, type WordScores } from './ranking/score-words.js';
import { addTitleMatches, type ComparableTitles, comparableTitles } from './ranking/title-matches.js';
import { IndexReader } from './search-index/index-reader.js';
import type { TopicTitles } from './search-index/titles.js';

/** What an instant search keeps to. */
export interface InstantOptions {
  /** Sections at most. Default: 12. */
  readonly limit?: number | undefined;
  /** Only pages below this folder, such as `guides`. */
  readonly section?: string | undefined;
  /** Only pages of this version, and those that have none. */
  readonly version?: string | undefined;
  /** The query is finished: its last word is searched for as it is. Default: false. */
  readonly isFinished?: boolean | undefined;
}

/** A section of a page that was found. */
export interface InstantSection {
  readonly title: string;
  readonly titlePieces: readonly SnippetPiece[];
  /** Address on the site, where pages have one. */
  readonly url: string | undefined;
  readonly topic: string;
  /** Of the chunk within the page. */
  readonly index: number;
  /** Words of the query that the section or the title of its page contains. */
  readonly words: readonly string[];
}

/** A page with the sections that were found in it, best first. */
export interface InstantPage {
  readonly id: string;
  readonly title: string;
  readonly titlePieces: readonly SnippetPiece[];
  readonly url: string | undefined;
  readonly version: string | undefined;
  readonly sections: readonly InstantSection[];
}

/** The answer to a search while somebody types. */
export interface InstantResponse {
  readonly query: string;
  /** Best first. Empty when no word of the query is found, in whatever spelling. */
  readonly pages: readonly InstantPage[];
  /** The query with the words that were searched for instead of misspelt ones. */
  readonly correctedQuery: string | undefined;
  /** Words that no page contains. */
  readonly missingWords: readonly string[];
}

/** A published search index, for search as people type: few requests, by words only. */
export interface InstantSearch {
  readonly chunkCount: number;
  search(query: string, options?: InstantOptions): Promise<InstantResponse>;
  /** The part of a section's text that has most words of the query, with these apart; one request, often none. */
  passage(section: InstantSection, query: string): Promise<readonly SnippetPiece[]>;
  /** Versions and first folders of the pages, sorted, for filters. */
  filters(): Promise<{ readonly versions: readonly string[]; readonly sections: readonly string[] }>;
}

/** Titles of all pages, loaded once. */
interface AllTitles {
  readonly topics: readonly TopicTitles[];
  /** Of topics, by id. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly comparable: ComparableTitles;
}

const DEFAULT_LIMIT = 12;
/** Topics whose sections are compared. */
const TOPIC_COUNT = 24;
/** Sections of one page, at most. */
const MAX_SECTIONS = 3;

/**
 * Opens a search index for search as people type. One file is loaded at once, another, the titles, in the background.
 *
 * @throws TopicmillError `INVALID_OPTION`, `SEARCH_INDEX_INVALID`, and what the loader throws
 */
export async function openInstantSearch(loader: DocsLoader): Promise<InstantSearch> {
  checkLoader(loader);
  const reader = await IndexReader.open(loader);
  const { chunkCount, topicCount } = reader.manifest;
  let titles: Promise<AllTitles> | undefined;
  const allTitles = (): Promise<AllTitles> => {
    titles ??= Promise.all(Array.from({ length: topicCount }, (_, topic) => reader.titles(topic))).then((topics) => ({
      topics,
      numbers: new Map(topics.map(({ id }, number) => [id, number])),
      comparable: comparableTitles(topics),
    }));
    const current = titles;
    current.catch(() => {
      if (titles === current) titles = undefined;
    });
    return current;
  };
  // Every list of results needs them; a failure is reported by the search that waits for them.
  allTitles().catch(() => {});
  return {
    chunkCount,
    async search(query, options) {
      checkSearch(query, options, INSTANT_OPTIONS);
      return search(reader, query, options ?? {}, allTitles);
    },
    async passage({ topic, index }, query) {
      const number = (await allTitles()).numbers.get(topic);
      if (number === undefined) return [];
      const words = await scoreWords(reader, query, true);
      const text = await reader.chunkText(number, reader.core.firstChunks[number]! + index);
      return findSnippet(text, words.termsOfWord);
    },
    async filters() {
      const { topics } = await allTitles();
      const sorted = (values: readonly (string | undefined)[]): string[] =>
        [...new Set(values.filter((value) => value !== undefined))].sort();
      return {
        versions: sorted(topics.map(({ version }) => version)),
        sections: sorted(topics.map(({ id }) => (id.includes('/') ? id.slice(0, id.indexOf('/')) : undefined))),
      };
    },
  };
}

async function search(
  reader: IndexReader,
  query: string,
  options: InstantOptions,
  allTitles: () => Promise<AllTitles>,
): Promise<InstantResponse> {
  if (query.trim() === '') return { query, pages: [], correctedQuery: undefined, missingWords: [] };
  const [words, titles] = await Promise.all([scoreWords(reader, query, options.isFinished !== true), allTitles()]);
  addQuestionScores(reader, words, () => false);
  const corrected = correctedQuery(query, words.corrections);
  addTitleMatches(words, titles.comparable, corrected ?? query);
  const scope = instantScope(reader, options, titles);
  const findings = await findCandidates(
    { reader, scope, words, vector: undefined, howTo: false, topicCount: TOPIC_COUNT, nearestPrompt: () => undefined },
    'bm25',
  );
  const ranked = rankChunks(findings, 'mix');
  const sections = new Map<number, number[]>();
  let count = 0;
  for (const { topic, chunk } of ranked) {
    const own = sections.get(topic) ?? [];
    if (count === (options.limit ?? DEFAULT_LIMIT) || own.length === MAX_SECTIONS) continue;
    sections.set(topic, [...own, chunk]);
    count += 1;
  }
  return {
    query,
    pages: Array.from(sections, ([topic, chunks]) =>
      pageOf(titles.topics[topic]!, reader.core.firstChunks[topic]!, { topic, chunks, words }),
    ),
    correctedQuery: corrected,
    missingWords: words.missingWords,
  };
}

function instantScope(reader: IndexReader, { section, version }: InstantOptions, { topics }: AllTitles): Scope {
  const { topicCount, chunkCount } = reader.manifest;
  const all = { firstTopic: 0, endTopic: topicCount };
  if (section === undefined && version === undefined) return { ...all, isAllowed: () => true, allowsAll: true };
  const allowed = new Uint8Array(chunkCount);
  for (const [topic, titles] of topics.entries()) {
    const isInSection = section === undefined || titles.id === section || titles.id.startsWith(`${section}/`);
    const isOfVersion = version === undefined || titles.version === undefined || titles.version === version;
    if (isInSection && isOfVersion) {
      allowed.fill(1, reader.core.firstChunks[topic]!, reader.core.firstChunks[topic + 1]!);
    }
  }
  return { ...all, isAllowed: (chunk) => allowed[chunk] === 1, allowsAll: false };
}

function pageOf(
  { id, title, url, version, chunks: titles }: TopicTitles,
  first: number,
  { topic, chunks, words }: { topic: number; chunks: readonly number[]; words: WordScores },
): InstantPage {
  const inTitle = words.wordsInTitle(topic);
  return {
    id,
    title,
    titlePieces: markPieces(title, words.termsOfWord),
    url,
    version,
    sections: chunks.map((chunk) => {
      const section = titles[chunk - first]!;
      return {
        title: section.title,
        titlePieces: markPieces(section.title, words.termsOfWord),
        url: section.url,
        topic: id,
        index: chunk - first,
        words: [...new Set([...words.wordsInChunk(chunk), ...inTitle])],
      };
    }),
  };
}

function correctedQuery(query: string, corrections: readonly Correction[]): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections.reduce((text, { word, spelling }) => text.replace(word, () => spelling), query.normalize('NFKC'));
}

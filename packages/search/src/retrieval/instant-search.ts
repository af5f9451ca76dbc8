import { unitVector } from '@topicmill/text/vectors';
import { checkLoader, checkSearch, INSTANT_OPTIONS } from './check-arguments.js';
import type { DocsLoader } from './docs-loader.js';
import { findSnippetWithCode, markPieces, type SnippetPiece } from './find-snippet.js';
import { type AllTitles, allTitlesOf } from './ranking/all-titles.js';
import { asksForChanges } from './ranking/change-pages.js';
import { addQuestionScores, asksHow } from './ranking/chunk-evidence.js';
import { findCandidates } from './ranking/find-candidates.js';
import type { Correction } from './ranking/query-words.js';
import { rankChunks } from './ranking/rank-chunks.js';
import { joinRelatedWords, type RelatedWords } from './ranking/related-words.js';
import type { Scope } from './ranking/scope.js';
import { scoreWords, unscoredWords, type WordScores } from './ranking/score-words.js';
import { addTitleMatches } from './ranking/title-matches.js';
import { findTitleSlips, titleSlips } from './ranking/title-slips.js';
import type { PublishedRows, Refinement } from './refinement.js';
import type { CurrentEditions, EditionFilter } from './search-index/editions.js';
import { IndexReader } from './search-index/index-reader.js';
import type { TopicTitles } from './search-index/titles.js';

/** Restrictions of an instant search. */
export interface InstantOptions extends EditionFilter {
  /** Sections at most. Default: 12. */
  readonly limit?: number | undefined;
  /** Only pages below this folder, such as `guides`; of several docs, the folder in each of them. */
  readonly section?: string | undefined;
  /** The query is finished: its last word is searched for as it is. Default: false. */
  readonly isFinished?: boolean | undefined;
  /**
   * Answers at once and, but for the first time, without a request, by titles alone: those that contain the query as it is
   * typed so far, or begin with it but for one mistake. For each letter, before a pause in typing is worth a whole search.
   * Default: false.
   */
  readonly titlesOnly?: boolean | undefined;
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
  /** What the section, or the title or description of its page, contains instead of words of the query. */
  readonly relatedWords: readonly RelatedWords[];
}

/** A page with the sections that were found in it, best first. */
export interface InstantPage {
  readonly id: string;
  readonly title: string;
  readonly titlePieces: readonly SnippetPiece[];
  /** Titles of the pages above it, by the folders that they are in, outermost first; not that of the home page. */
  readonly parents: readonly string[];
  readonly url: string | undefined;
  readonly version: string | undefined;
  readonly locale: string | undefined;
  readonly sections: readonly InstantSection[];
}

/** The answer to a search while somebody types. */
export interface InstantResponse {
  readonly query: string;
  /** Best first. Empty when no word of the query is found, in whatever spelling. */
  readonly pages: readonly InstantPage[];
  /** Sections that a higher limit would list, those of `pages` among them. */
  readonly sectionCount: number;
  /** The query with the words that were searched for instead of misspelt ones. */
  readonly correctedQuery: string | undefined;
  /** Words that no page contains. */
  readonly missingWords: readonly string[];
  /** What the sections contain instead of words of the query: what docs call its phrases. */
  readonly relatedWords: readonly RelatedWords[];
  /** By titles alone, as `titlesOnly` asks for: the texts have not been looked into, and no section has `words`. */
  readonly isPreliminary: boolean;
}

/** A published search index, for search as people type: few requests, by words only. */
export interface InstantSearch {
  readonly chunkCount: number;
  /** Address that the pages of the site are below, where it is known: `https://docs.example.com/`. */
  readonly siteUrl: string | undefined;
  search(query: string, options?: InstantOptions): Promise<InstantResponse>;
  /**
   * The answer to a finished query as a search of the docs by words, descriptions of terms and vectors has it, as far as what that
   * takes is published: a few small files for each word of the query, and one for each of the best pages by words, whose
   * passages are compared.
   *
   * @returns `undefined` where nothing is published to refine an answer with
   */
  refine(query: string, options?: InstantOptions): Promise<InstantResponse | undefined>;
  /**
   * The part of a section's text that has most words of the query, with these apart; one request, often none. What only a
   * whole search finds out about misspelt words is marked after that search.
   */
  passage(section: InstantSection, query: string): Promise<readonly SnippetPiece[]>;
  /** What results can be kept to. */
  filters(): Promise<InstantFilters>;
}

/** What results can be kept to: each sorted by code unit. */
export interface InstantFilters {
  readonly versions: readonly string[];
  readonly locales: readonly string[];
  /** First folders of the pages, below those of versions and languages and those that contain all pages. */
  readonly sections: readonly string[];
  /** Default restrictions of a search. */
  readonly current: CurrentEditions;
}

const NOTHING: Omit<InstantResponse, 'query'> = {
  pages: [],
  sectionCount: 0,
  correctedQuery: undefined,
  missingWords: [],
  relatedWords: [],
  isPreliminary: false,
};
const DEFAULT_LIMIT = 12;
/** Topics whose sections are compared. */
const TOPIC_COUNT = 24;
/** The best pages by words, of which the passages are compared when an answer is refined. */
const COMPARED_PAGE_COUNT = 10;
/** Sections of one page, at most. */
const MAX_SECTIONS = 3;

/** What refines answers; a page loads it when it is needed. */
export interface RefiningTools {
  readonly Refinement: typeof Refinement;
  /** Turns a query into a vector by the rows that are published; `undefined` where they are of a table that it does not know. */
  readonly embedByRows: (query: string, rows: PublishedRows) => Promise<Float32Array | undefined>;
}

/**
 * Opens a search index for search as people type. One file is loaded at once, another, the titles, in the background.
 *
 * @param loadTools for refined answers: `Refinement`, and `embedByRows` of `@topicmill/embedding/static-embeddings`
 * @throws TopicmillError `INVALID_OPTION`, `SEARCH_INDEX_INVALID`, and what the loader throws
 */
export async function openInstantSearch(
  loader: DocsLoader,
  loadTools?: () => Promise<RefiningTools>,
): Promise<InstantSearch> {
  checkLoader(loader);
  const reader = await IndexReader.open(loader);
  const { chunkCount, topicCount } = reader.manifest;
  let titles: Promise<AllTitles> | undefined;
  const allTitles = (): Promise<AllTitles> => {
    titles ??= Promise.all(Array.from({ length: topicCount }, (_, topic) => reader.titles(topic))).then((all) =>
      allTitlesOf(all, reader.editions),
    );
    const current = titles;
    current.catch(() => {
      if (titles === current) titles = undefined;
    });
    return current;
  };
  // Every list of results needs them; a failure is reported by the search that waits for them.
  allTitles().catch(() => {});
  let refinement: Refinement | undefined;
  let searched: { readonly query: string; readonly words: WordScores } | undefined;
  return {
    chunkCount,
    siteUrl: reader.manifest.siteUrl,
    async search(query, options) {
      checkSearch(query, options, INSTANT_OPTIONS);
      if (query.trim() === '') return { ...NOTHING, query };
      const titles = await allTitles();
      if (options?.titlesOnly === true) return searchTitles({ reader, query, options, titles });
      const found = await searchTexts({ reader, query, options: options ?? {}, titles });
      searched = { query, words: found.words };
      return found.response;
    },
    async refine(query, options) {
      checkSearch(query, options, INSTANT_OPTIONS);
      const { refinement: file } = reader.manifest;
      if (file === undefined || loadTools === undefined || query.trim() === '') return undefined;
      const [tools, bytes, titles] = await Promise.all([loadTools(), reader.file(file), allTitles()]);
      refinement ??= new tools.Refinement(bytes, reader, (name) => reader.file(name));
      const vector = refinement.rows && (await tools.embedByRows(query, refinement.rows));
      const asked = { reader, query, options: { ...options, isFinished: true }, titles };
      const found = await searchTexts(asked, { refinement, vector: vector && unitVector(vector) });
      searched = { query, words: found.words };
      return found.response;
    },
    async passage({ topic, index }, query) {
      const titles = await allTitles();
      const number = titles.topicNumbers.get(topic);
      if (number === undefined) return [];
      const words =
        searched?.query === query ? searched.words : unscoredWords(reader, query, titleSlips(query, titles));
      const text = await reader.chunkText(number, reader.core.firstChunks[number]! + index);
      return findSnippetWithCode(text, words.queryTerms);
    },
    async filters() {
      const { versions, locales, current } = reader.editions;
      return { versions, locales, current, sections: (await allTitles()).sections.names };
    },
  };
}

/** A query with what it is answered from. */
interface AskedIndex {
  readonly reader: IndexReader;
  readonly query: string;
  readonly options: InstantOptions;
  readonly titles: AllTitles;
}

/** What is known before the texts are looked into. */
async function searchTitles(asked: AskedIndex): Promise<InstantResponse> {
  const { reader, query, titles } = asked;
  const matches = titles.matches(query);
  const words = unscoredWords(reader, query, titleSlips(query, titles));
  addTitleMatches(words, titles.comparable, matches);
  return { ...NOTHING, query, ...(await rankedPages({ ...asked, words })), isPreliminary: true };
}

/** What an answer by words is refined with. */
interface Meaning {
  readonly refinement: Refinement;
  /** Of the query, of length 1. */
  readonly vector: Float32Array | undefined;
}

async function searchTexts(
  asked: AskedIndex,
  meaning?: Meaning,
): Promise<{ response: InstantResponse; words: WordScores }> {
  const { reader, query, options, titles } = asked;
  const words = await scoreWords(reader, query, {
    slips: await findTitleSlips(reader, query, titles),
    // Loaded together with the files of the words, which a search by titles does without.
    thesaurus: () => reader.thesaurus(),
    descriptions: meaning && ((terms) => meaning.refinement.describe(terms)),
    ...(options.isFinished === true ? {} : { completions: (prefix: string) => reader.completions(prefix) }),
  });
  addQuestionScores(reader, words, () => false);
  const corrected = correctedQuery(query, words.corrections);
  addTitleMatches(words, titles.comparable, titles.matches(query), corrected);
  const { missingWords } = words;
  const ranked = await rankedPages({ ...asked, words, meaning });
  const relatedWords = joinRelatedWords(
    ranked.pages.flatMap(({ sections }) => sections.flatMap((each) => each.relatedWords)),
  );
  const response = { ...NOTHING, query, ...ranked, correctedQuery: corrected, missingWords, relatedWords };
  return { words, response };
}

interface ScoredQuery extends AskedIndex {
  readonly words: WordScores;
  readonly meaning?: Meaning | undefined;
}

/** The best sections that the options allow, below their pages; of chunks of one section the best. */
async function rankedPages({
  reader,
  query,
  options,
  words,
  titles,
  meaning,
}: ScoredQuery): Promise<Pick<InstantResponse, 'pages' | 'sectionCount'>> {
  const scope = instantScope(reader, options, titles);
  const findings = await findCandidates(
    {
      reader: meaning?.refinement ?? reader,
      scope,
      words,
      vector: meaning?.vector,
      trust: 1,
      howTo: meaning !== undefined && asksHow(query),
      asksForChanges: asksForChanges(query),
      topicCount: TOPIC_COUNT,
      comparedCount: COMPARED_PAGE_COUNT,
      nearestPrompt: meaning?.refinement.promptMatcherFor(query) ?? (() => undefined),
      isMasked: () => false,
    },
    meaning?.vector === undefined ? 'bm25' : 'hybrid',
  );
  const ranked = rankChunks(findings);
  const sections = new Map<number, number[]>();
  const limit = options.limit ?? DEFAULT_LIMIT;
  let sectionCount = 0;
  for (const { topic, chunk } of ranked) {
    const own = sections.get(topic) ?? [];
    const isAnother = (other: number): boolean => !isSameSection(titles.topics[topic]!, reader, topic, [other, chunk]);
    if (own.length === MAX_SECTIONS || !own.every(isAnother)) continue;
    sectionCount += 1;
    if (sectionCount <= limit) sections.set(topic, [...own, chunk]);
  }
  const pages = Array.from(sections, ([topic, chunks]) => instantPage(titles, reader, { topic, chunks, words }));
  return { pages, sectionCount };
}

function isSameSection(
  { chunks: titles }: TopicTitles,
  reader: IndexReader,
  topic: number,
  chunks: readonly [number, number],
): boolean {
  const [one, other] = chunks.map((chunk) => titles[chunk - reader.core.firstChunks[topic]!]!);
  return one!.url !== undefined && one!.url === other!.url && one!.title === other!.title;
}

function instantScope(reader: IndexReader, { section, ...edition }: InstantOptions, { sections }: AllTitles): Scope {
  const passes = reader.editions.filter(edition);
  return {
    firstTopic: 0,
    endTopic: reader.manifest.topicCount,
    isTopicAllowed: (topic) =>
      (section === undefined || sections.has(topic, section)) && passes?.(reader.editions.of(topic)) !== false,
    isAllowed: () => true,
    allowsAll: section === undefined && passes === undefined,
    dividesTopics: false,
  };
}

/** Folders that lead to a topic, outermost first: `a` and `a/b` to `a/b/c`. */
function foldersAbove(id: string): string[] {
  const names = id.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

function instantPage(
  allTitles: AllTitles,
  reader: IndexReader,
  { topic, chunks, words }: { topic: number; chunks: readonly number[]; words: WordScores },
): InstantPage {
  const { id, title, url, chunks: titles } = allTitles.topics[topic]!;
  const parents = foldersAbove(id).flatMap(
    (folder) => allTitles.topics[allTitles.topicNumbers.get(folder) ?? -1] ?? [],
  );
  const inTitle = words.wordsInTitle(topic);
  const first = reader.core.firstChunks[topic]!;
  const edition = reader.editions.of(topic);
  return {
    id,
    title,
    titlePieces: markPieces(title, words.queryTerms),
    parents: parents.map((parent) => parent.title).filter((each) => each !== title),
    url,
    version: edition?.version,
    locale: edition?.locale,
    sections: chunks.map((chunk) => {
      const section = titles[chunk - first]!;
      return {
        title: section.title,
        titlePieces: markPieces(section.title, words.queryTerms),
        url: section.url,
        topic: id,
        index: chunk - first,
        words: [...new Set([...words.wordsInChunk(chunk), ...inTitle])],
        relatedWords: words.relatedWords(topic, chunk),
      };
    }),
  };
}

function correctedQuery(query: string, corrections: readonly Correction[]): string | undefined {
  if (corrections.length === 0) return undefined;
  return corrections.reduce((text, { word, spelling }) => text.replace(word, () => spelling), query.normalize('NFKC'));
}

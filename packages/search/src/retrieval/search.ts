import type { QueryVector } from '@topicmill/text/embedder';
import { unitVector } from '@topicmill/text/vectors';
import { analyzeWords } from './analyze-text.js';
import { asksForChanges } from './ranking/change-pages.js';
import { addQuestionScores, asksHow } from './ranking/chunk-evidence.js';
import { exactTitlesFirst } from './ranking/exact-titles.js';
import { findCandidates, MIN_CONFIDENCE } from './ranking/find-candidates.js';
import type { IsWord } from './ranking/likely-spellings.js';
import { type MaskOptions, maskedQuestions } from './ranking/masked-questions.js';
import { DEFAULT_PROMPT_DISTANCE, promptMatcher } from './ranking/prompt-matches.js';
import type { Correction } from './ranking/query-words.js';
import { type RankedChunk, rankChunks } from './ranking/rank-chunks.js';
import { joinRelatedWords, type RelatedWords } from './ranking/related-words.js';
import { openScope, type ScopeOptions } from './ranking/scope.js';
import { scoreWords, type WordScores } from './ranking/score-words.js';
import type { SearchMode } from './ranking/search-mode.js';
import type { TermDescriptions } from './ranking/term-descriptions.js';
import { WEIGHTS } from './ranking/weights.js';
import type { IndexTables } from './search-index/index-tables.js';
import type { IndexedChunk } from './search-index/search-topic.js';
import type { Thesaurus } from './search-index/thesaurus.js';

/** Options of a search. */
export interface SearchOptions extends ScopeOptions, MaskOptions {
  /** Default: `hybrid`, which leaves out what the index or the caller does not have. */
  readonly mode?: SearchMode | undefined;
  /** Maximum number of results. Default: 10. */
  readonly limit?: number | undefined;
  /** Bits in which a prompt may differ from the query. Default: 10; below 0 none matches. */
  readonly maxPromptDistance?: number | undefined;
}

/** A chunk that was found. */
export interface SearchResult extends IndexedChunk {
  /** Id of the topic. */
  readonly topic: string;
  readonly topicTitle: string;
  /** Of the docs that the topic belongs to, where there are several. */
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
  readonly index: number;
  /** Comparable among the results of one search only. */
  readonly score: number;
  readonly match: SearchMatch;
}

/** Why a chunk was found. */
export interface SearchMatch {
  /** Words of the query that its text contains; in place of a misspelt word, the one that was searched for. */
  readonly words: readonly string[];
  /** Words of the query that its topic's title contains. */
  readonly titleWords: readonly string[];
  /** Words of the query that its topic's description contains. */
  readonly descriptionWords: readonly string[];
  /** Words that its text, or its topic's title or description, contains instead of words of the query. */
  readonly relatedWords: readonly RelatedWords[];
  /** Cosine with the query, where vectors counted. */
  readonly similarity?: number | undefined;
  /** The question of the chunk that the query resembles, where one has a word of it or is near. */
  readonly question?: string | undefined;
  /** `model` where a language model wrote that question. */
  readonly questionOrigin?: 'model' | undefined;
  /** Bits between the query and the nearest question, where one is near. */
  readonly promptDistance?: number | undefined;
}

/** Words by which a chunk's text was found, its own and related ones: those that are marked in it. */
export function matchedWords({ words, relatedWords }: Pick<SearchMatch, 'words' | 'relatedWords'>): string[] {
  return [...words, ...relatedWords.flatMap((related) => related.words)];
}

/** The answer to a search. */
export interface SearchResponse {
  /** How it was searched: the mode asked for, or the one fallen back to. */
  readonly mode: SearchMode;
  /** Best first. */
  readonly results: readonly SearchResult[];
  /**
   * Whether the results match only by meaning: none contains a word of the query or a related one, in its text, its
   * topic's title or description, or answers a question like it. Something is always nearest, so they may have nothing to do with it.
   */
  readonly byMeaningOnly: boolean;
  /**
   * Whether questions that the docs answer rarely have so little of their words on one page and so distant passages. Only found out
   * by words and vectors together; `npm run eval:sites -- --unanswered` says how often it is right.
   */
  readonly lowConfidence: boolean;
  /** By which related words the results were found, where none contains a word of the query itself; left out otherwise. */
  readonly relatedOnly?: readonly RelatedWords[] | undefined;
  /**
   * Words of the query that no chunk, title or description of the docs contains, as they were asked for; without stop words.
   * Those of `corrections` are among them.
   */
  readonly missingWords: readonly string[];
  /** Words of the query that the docs do not contain, and those that were searched for instead: "did you mean". */
  readonly corrections: readonly Correction[];
  /**
   * Languages of the docs that were not searched, since none was asked for, where fewer than half of the query's words are in
   * the results: it may be in one of them. Left out where there are none.
   */
  readonly otherLocales?: readonly string[];
}

/**
 * Turns a query into a vector of the index's model, of any length above 0; `undefined` when that cannot be done now and
 * the search is to go on without vectors.
 */
export type EmbedQuery = (query: string) => Promise<Float32Array | QueryVector | undefined>;

/** What knows the meaning of queries. */
export interface QueryMeaning {
  /** Asked in the modes `hybrid` and `vectors`; left out, vectors do not count. */
  readonly embed?: EmbedQuery | undefined;
  readonly words?: WordKnowledge | undefined;
}

/** What is known about words besides what the docs tell. Terms that others lead to count in the mode `hybrid`. */
export interface WordKnowledge {
  /** Whether a word is one that people use: the docs may be silent on it, but it is not a typing mistake. */
  readonly isWord?: IsWord | undefined;
  /** What docs call everyday phrases. */
  readonly thesaurus?: Thesaurus | undefined;
  /** What docs may call the things that people describe. */
  readonly descriptions?: TermDescriptions | undefined;
}

const DEFAULT_LIMIT = 10;
/** A question that is nearer than this is named in a result, though it shares no word with the query. */
const NAMED_SIMILARITY = 0.5;
/** Pages whose chunks are ranked, whatever the limit is, so that a larger one finds the same and more. */
const MIN_TOPIC_COUNT = 30;

/**
 * Searches an index. An empty query finds nothing.
 *
 * @throws TopicmillError `TOPIC_UNKNOWN`, `INVALID_OPTION` for a version or locale that the docs do not have, `SEARCH_INDEX_INVALID`, `EMBEDDER_BAD_VECTOR`, what loader and embedder throw
 */
export async function searchIndex(
  reader: IndexTables,
  query: string,
  options: SearchOptions = {},
  { embed, words: known }: QueryMeaning = {},
): Promise<SearchResponse> {
  const { mode: wanted = 'hybrid', limit = DEFAULT_LIMIT } = options;
  if (query.trim() === '')
    return { mode: wanted, results: [], byMeaningOnly: false, lowConfidence: false, missingWords: [], corrections: [] };
  const usesVectors = (wanted === 'hybrid' || wanted === 'vectors') && reader.manifest.vectors !== undefined;
  const masked = await maskedQuestions(reader, options);
  const isMasked = (question: number): boolean => masked.has(question);
  const related = wanted === 'hybrid' ? known : undefined;
  const [scope, words, embedded] = await Promise.all([
    openScope(reader, options),
    scoreWords(reader, query, {
      thesaurus: async () => related?.thesaurus,
      descriptions: related?.descriptions,
      isWord: known?.isWord,
      isMasked,
    }),
    usesVectors ? embed?.(query) : undefined,
  ]);
  const { vector, encoder } =
    embedded !== undefined && 'vector' in embedded ? embedded : { vector: embedded, encoder: undefined };
  const mode = wanted === 'vectors' && vector === undefined ? 'bm25' : wanted;
  const { best } = addQuestionScores(reader, words, isMasked);
  const match = promptMatcher(query, options.maxPromptDistance ?? DEFAULT_PROMPT_DISTANCE);
  const search = {
    reader,
    scope,
    words,
    vector: vector && unitVector(vector),
    trust: encoder === undefined ? 1 : WEIGHTS.encoder[encoder],
    howTo: asksHow(query),
    asksForChanges: asksForChanges(query),
    nearestPrompt: (hashes: BigUint64Array, first: number) => match(unmasked(hashes, first, masked)),
    isMasked,
    topicCount: Math.max(limit, MIN_TOPIC_COUNT),
  };
  const findings = await findCandidates(search, mode);
  if (findings.candidates.length === 0 && mode === 'prompts') {
    return searchIndex(reader, query, { ...options, mode: 'hybrid' }, { embed, words: known });
  }
  const found = rankChunks(findings);
  const ranked = (
    words.areInOneChunk && mode !== 'vectors' ? await exactTitlesFirst(found, query, reader) : found
  ).slice(0, limit);
  const results = await Promise.all(
    ranked.map((chunk) => describe(chunk, matchedQuestion(chunk, best), reader, words)),
  );
  return {
    mode,
    results,
    ...wordlessRemarks(results),
    lowConfidence: (findings.confidence ?? MIN_CONFIDENCE) < MIN_CONFIDENCE,
    missingWords: words.missingWords,
    corrections: words.corrections,
    ...otherLocales(reader, query, options, results),
  };
}

function otherLocales(
  { editions }: IndexTables,
  query: string,
  { locale, topic }: SearchOptions,
  results: readonly SearchResult[],
): Pick<SearchResponse, 'otherLocales'> {
  const { current, locales } = editions;
  const others = locales.filter((each) => each !== current.locale);
  if (locale !== undefined || topic !== undefined || current.locale === undefined || others.length === 0) return {};
  const found = new Set(
    results.flatMap(({ match }) => [...match.words, ...match.titleWords, ...match.descriptionWords]),
  );
  const asked = analyzeWords(query);
  return 2 * asked.filter(({ word }) => found.has(word)).length < asked.length ? { otherLocales: others } : {};
}

/** What is to be said about results that contain no word of the query. */
function wordlessRemarks(results: readonly SearchResult[]): Pick<SearchResponse, 'byMeaningOnly' | 'relatedOnly'> {
  const isAnswer = ({ words, titleWords, descriptionWords, question, promptDistance }: SearchMatch): boolean =>
    [words, titleWords, descriptionWords].some(({ length }) => length > 0) ||
    question !== undefined ||
    promptDistance !== undefined;
  if (results.length === 0 || results.some(({ match }) => isAnswer(match))) return { byMeaningOnly: false };
  const related = joinRelatedWords(results.flatMap(({ match }) => match.relatedWords));
  return related.length === 0 ? { byMeaningOnly: true } : { byMeaningOnly: false, relatedOnly: related };
}

function unmasked(hashes: BigUint64Array, first: number, masked: ReadonlySet<number>): BigUint64Array {
  return masked.size === 0 ? hashes : hashes.filter((_, at) => !masked.has(first + at));
}

/** Number of the question that a chunk is found by: the nearest one, else the one that shares most words; negative if none. */
function matchedQuestion({ chunk, question = -1, similarity = 0 }: RankedChunk, best: Int32Array): number {
  return question >= 0 && similarity >= NAMED_SIMILARITY ? question : best[chunk]!;
}

async function describe(
  ranked: RankedChunk,
  question: number,
  reader: IndexTables,
  words: WordScores,
): Promise<SearchResult> {
  const topic = await reader.topic(ranked.topic);
  const edition = reader.editions.of(ranked.topic);
  const { firstChunks, firstPrompts } = reader.core;
  const index = ranked.chunk - firstChunks[ranked.topic]!;
  const place = question - firstPrompts[ranked.chunk]!;
  const placeInTopic = question - firstPrompts[firstChunks[ranked.topic]!]!;
  return {
    topic: topic.id,
    topicTitle: topic.title,
    ...(edition?.version === undefined ? {} : { version: edition.version }),
    ...(edition?.locale === undefined ? {} : { locale: edition.locale }),
    index,
    ...topic.chunks[index]!,
    score: ranked.score,
    match: {
      words: words.wordsInChunk(ranked.chunk),
      titleWords: words.wordsInTitle(ranked.topic),
      descriptionWords: words.wordsInDescription(ranked.topic),
      relatedWords: words.relatedWords(ranked.topic, ranked.chunk),
      similarity: ranked.similarity,
      question: question < 0 ? undefined : topic.questions[placeInTopic],
      ...(question >= 0 && topic.modelQuestionPositions[index]!.has(place) ? { questionOrigin: 'model' as const } : {}),
      promptDistance: ranked.promptDistance,
    },
  };
}

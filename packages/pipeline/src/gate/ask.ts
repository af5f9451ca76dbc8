import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import { CANDIDATE_RESULTS, type CandidateDocs, type RankPages, rerankResults } from '@topicmill/search/reranking';
import {
  analyzeText,
  buildSearchIndex,
  type EmbedQuery,
  memoryLoader,
  openSearchIndex,
  SEARCH_DIRECTORY,
  type SearchIndex,
  type SearchQuestion,
  type SearchResult,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { simHash64 } from '@topicmill/topics/similarity';
import type { TopicmillConfig } from '../config/index.js';
import { withVectors } from '../optional-targets/index.js';
import type { StepServices } from '../runner/index.js';
import { placeQuestions } from '../steps/index.js';
import { embeddingRequest, type GateTopic, questionEmbedding } from './gate-topic.js';
import type { QuestionKind } from './questions-file.js';

/** A question with what a search found for it. */
export interface Answer {
  /** Id of the topic that answers it. */
  readonly topic: string;
  readonly question: string;
  readonly kind: QuestionKind;
  /** Place of that topic among the topics found, from 1; 0 when it is not among them. */
  readonly place: number;
  /** Share of the answer's words that the first result contains. */
  readonly answerWords: number;
  /** The first results. */
  readonly results: readonly AnswerChunk[];
}

/** A chunk that was found. */
export interface AnswerChunk {
  readonly topic: string;
  readonly index: number;
  readonly title: string;
  /** Hash of the chunk's own text. */
  readonly sha256: string;
}

/** Work whose progress is reported. */
export type OnProgress = (what: string, doneCount: number, totalCount: number) => void;

/** Results among which the topic is looked for. */
const RESULT_COUNT = 30;
const KEPT_RESULTS = 3;
/** Requests to a language model under way at once. */
const REQUESTS_AT_ONCE = 4;

type IndexConfig = Pick<TopicmillConfig, 'prompts' | 'search'>;
type IndexServices = Pick<StepServices, 'embed' | 'findVectors' | 'model'>;

/**
 * The search index of topics, in memory, with their questions, as a build makes it. Whoever asks one of them masks it:
 * its own entry would answer it.
 */
export async function indexTopics(
  topics: readonly GateTopic[],
  config: IndexConfig,
  services: IndexServices,
  embedQuery: EmbedQuery,
  onProgress?: OnProgress,
): Promise<SearchIndex> {
  const files = await indexFiles(topics, config, services, onProgress);
  return openSearchIndex(memoryLoader(files), embedQuery, withThesaurus(bundledWords()));
}

/** The files of that index by path. */
export async function indexFiles(
  topics: readonly GateTopic[],
  { prompts, search }: IndexConfig,
  services: IndexServices,
  onProgress?: OnProgress,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const searched = [];
  for (const topic of topics) {
    const { vectors } = await services.embed(embeddingRequest(topic));
    const questions = await placedQuestions(topic, vectors, prompts, services);
    const { id, title, description } = topic;
    const chunks = topic.chunks.map((chunk, at) => ({ ...chunk, path: `${id}/${at}`, questions: questions[at]! }));
    searched.push((await withVectors({ id, title, description, chunks }, topic, services)).topic);
    onProgress?.('Reading topics', searched.length, topics.length);
  }
  const files = buildSearchIndex(searched, { model: services.model, synonyms: search.synonyms });
  return new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
}

async function placedQuestions(
  topic: GateTopic,
  vectors: readonly Float32Array[],
  prompts: TopicmillConfig['prompts'],
  services: Pick<StepServices, 'embed'>,
): Promise<SearchQuestion[][]> {
  const byChunk = topic.chunks.map((): SearchQuestion[] => []);
  if (!prompts.enabled) return byChunk;
  for (const { question: text, chunk, origin } of topic.modelQuestions) {
    byChunk[chunk]!.push({ text, answer: '', hash: simHash64(text), ...(origin === undefined ? {} : { origin }) });
  }
  if (topic.questions.length === 0) return byChunk;
  const embedded = await services.embed(questionEmbedding(topic));
  const questions = topic.questions.map(({ text: question, answer }, at) => ({
    question,
    answer,
    vector: embedded.vectors[at]!,
  }));
  const chunks = topic.chunks.map(({ text }, at) => ({ text, vector: vectors[at]! }));
  for (const [at, places] of placeQuestions(questions, chunks, prompts).entries()) {
    const { question: text, answer } = questions[at]!;
    for (const { index } of places) byChunk[index]!.push({ text, answer, hash: simHash64(text) });
  }
  return byChunk;
}

/** A question and the topic that answers it. */
export interface Asked {
  readonly topic: string;
  /** Other topics that answer it as well. */
  readonly otherTopics: readonly string[];
  readonly text: string;
  /** Markdown; empty where none is known. */
  readonly answer: string;
  readonly kind: QuestionKind;
}

/** All questions of some topics. Their kind is `terms`: those who write them know the words that the docs use. */
export function questionsOf(topics: readonly GateTopic[]): Asked[] {
  return topics.flatMap(({ id, questions }) =>
    questions.map((question) => ({ topic: id, otherTopics: [], kind: 'terms', ...question })),
  );
}

/**
 * Asks every question by hybrid search, over topics that `index` was made from. What the topics that answer it have of the
 * question itself, in whatever wording, does not count.
 *
 * @param rank orders the first pages of each answer; without it they stay as the search has them
 * @throws what `rank` throws
 */
export async function askAll(
  questions: readonly Asked[],
  topics: readonly GateTopic[],
  index: SearchIndex,
  onProgress?: OnProgress,
  rank?: RankPages,
): Promise<Answer[]> {
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  const docs = candidateDocs(topics);
  const find = async ({ text: question, topic, otherTopics }: Asked): Promise<readonly SearchResult[]> => {
    const limit = rank === undefined ? RESULT_COUNT : CANDIDATE_RESULTS;
    const maskedTopics = [topic, ...otherTopics].filter((id) => byId.has(id));
    const { results } = await index.search(question, { limit, maskedQuestion: question, maskedTopics });
    const reranked = rank && (await rerankResults(question, results, docs, rank));
    return (reranked ?? results).slice(0, RESULT_COUNT);
  };
  const answers: Answer[] = [];
  const atOnce = rank === undefined ? 1 : REQUESTS_AT_ONCE;
  for (let at = 0; at < questions.length; at += atOnce) {
    const asked = questions.slice(at, at + atOnce);
    const answered = asked.map(async (each) => answerOf(each, await find(each), byId));
    answers.push(...(await Promise.all(answered)));
    onProgress?.('Asking', answers.length, questions.length);
  }
  return answers;
}

/** Titles and texts of topics, for who chooses among the pages of a search. */
function candidateDocs(topics: readonly GateTopic[]): CandidateDocs {
  const byId = new Map(topics.map((topic) => [topic.id, topic]));
  return {
    chunks: async (topic) =>
      byId.get(topic)!.chunks.map(({ title, hiddenText }) => ({ title, hidden_text: hiddenText })),
    readChunk: async (topic, at) => byId.get(topic)!.chunks[at]!.text,
  };
}

function answerOf(
  { topic, otherTopics, text, answer, kind }: Asked,
  results: readonly SearchResult[],
  byId: ReadonlyMap<string, GateTopic>,
): Answer {
  const right = new Set([topic, ...otherTopics]);
  const found = [...new Set(results.map((result) => result.topic))];
  const [first] = results;
  const best = first && byId.get(first.topic)!.chunks[first.index]!.text;
  return {
    topic,
    question: text,
    kind,
    place: found.findIndex((id) => right.has(id)) + 1,
    answerWords: answerWordShare(answer, best ?? ''),
    results: results.slice(0, KEPT_RESULTS).map((result) => ({
      topic: result.topic,
      index: result.index,
      title: result.title,
      sha256: byId.get(result.topic)!.chunks[result.index]!.sha256,
    })),
  };
}

function answerWordShare(answer: string, text: string): number {
  const wanted = new Set(analyzeText(answer));
  if (wanted.size === 0) return 1;
  const held = new Set(analyzeText(text));
  return [...wanted].filter((word) => held.has(word)).length / wanted.size;
}

import { idf, MAX_IMPACT, pageScore, weightOfImpact } from '../bm25.js';
import type { CoreTable } from '../search-index/index-tables.js';
import type { Postings, TermPostings } from '../search-index/postings.js';

/** How fast further questions of a page with the same word stop counting. */
const K1 = 2;
/** How much a page of many questions counts less: 0 not at all, 1 in proportion. */
const B = 0.5;
/**
 * A page is not taken for one of more questions than this many times the mean: where few pages have any, each has many times
 * the mean, and its first questions would count for nothing.
 */
const MAX_TIMES_MEAN = 10;
/** How much of what a word counts in the questions is taken back where the texts of the page say it often. */
const SPOKEN_SHARE = 0.6;
/** What `weightOfImpact` gives for a word that a question of usual length contains; one of its answer has a third. */
const WHOLE_WEIGHT = 3;

/**
 * Adds to the score of each topic what a term counts in all questions of the topic together: who asks in other words than the
 * docs use words of several of them. Where the texts of a page say the word, its questions tell little that is new, and it
 * counts less: else pages with many questions would come before those that speak of it.
 *
 * @param scores by topic number
 * @param isMasked questions that do not count, by number
 */
export function addPageQuestionScores(
  scores: Float32Array,
  { questions, chunks }: Pick<TermPostings, 'questions' | 'chunks'>,
  weight: number,
  { firstChunks, firstPrompts }: Pick<CoreTable, 'firstChunks' | 'firstPrompts'>,
  isMasked: (question: number) => boolean,
): void {
  const topicCount = scores.length;
  if (questions.documents.length === 0) return;
  const holders: { readonly topic: number; readonly questionWeight: number; readonly textWeight: number }[] = [];
  const nextQuestions = sumsByTopic(questions, (impact, question) =>
    isMasked(question) ? 0 : Math.min(1, weightOfImpact(impact) / WHOLE_WEIGHT),
  );
  const nextChunks = sumsByTopic(chunks, weightOfImpact);
  for (let topic = 0; topic < topicCount; topic++) {
    const textWeight = nextChunks(firstChunks[topic + 1]!);
    const questionWeight = nextQuestions(firstPrompts[firstChunks[topic + 1]!]!);
    if (questionWeight > 0) holders.push({ topic, questionWeight, textWeight });
  }
  const meanCount = firstPrompts.at(-1)! / topicCount;
  const worth = weight * idf(topicCount, holders.length);
  for (const { topic, questionWeight, textWeight } of holders) {
    const count = firstPrompts[firstChunks[topic + 1]!]! - firstPrompts[firstChunks[topic]!]!;
    const asked = questionWeight / (1 - B + B * Math.min(count / meanCount, MAX_TIMES_MEAN));
    const spoken = textWeight / (textWeight + K1);
    scores[topic]! += worth * (asked / (asked + K1)) * (1 - SPOKEN_SHARE * spoken);
  }
}

/** Sums of what postings say, from where the last sum ended up to a document, exclusive. */
function sumsByTopic(
  { documents, impacts }: Postings,
  weightOf: (impact: number, document: number) => number,
): (end: number) => number {
  let at = 0;
  return (end) => {
    let sum = 0;
    for (; at < documents.length && documents[at]! < end; at++) sum += weightOf(impacts[at]!, documents[at]!);
    return sum;
  };
}

/** BM25 scores of what a search ranks. */
export interface ScoreLists {
  /** By chunk number: its text. */
  readonly chunks: Float32Array;
  /** By topic number: all of its chunks as one text. */
  readonly pages: Float32Array;
  /** By topic number: its title, among all titles. */
  readonly titles: Float32Array;
  /** By topic number: its description, among all descriptions. */
  readonly descriptions: Float32Array;
  /** By question number. */
  readonly questions: Float32Array;
  /** By topic number: all of its questions together. */
  readonly pageQuestions: Float32Array;
}

/**
 * Adds what a term counts to the chunks, pages, titles, descriptions and questions that contain it. Titles have few words: that
 * few contain an everyday one does not make it rare, as the texts can tell.
 *
 * @param isMasked questions that do not count in `pageQuestions`, by number
 */
export function addTermScores(
  scores: ScoreLists,
  postings: TermPostings,
  weight: number,
  core: Pick<CoreTable, 'firstChunks' | 'firstPrompts'>,
  isMasked: (question: number) => boolean,
): void {
  const idfIn = (field: keyof TermPostings): number => idf(scores[field].length, postings[field].documents.length);
  const inTexts = postings.chunks.documents.length > 0 ? idfIn('chunks') : Number.POSITIVE_INFINITY;
  addScores(scores.chunks, postings.chunks, weight * idfIn('chunks'));
  addPageScores(scores.pages, postings.chunks, weight * idfIn('chunks'), core.firstChunks);
  addScores(scores.titles, postings.titles, weight * Math.min(inTexts, idfIn('titles')));
  addScores(scores.descriptions, postings.descriptions, weight * Math.min(inTexts, idfIn('descriptions')));
  addScores(scores.questions, postings.questions, weight * idfIn('questions'));
  addPageQuestionScores(scores.pageQuestions, postings, weight, core, isMasked);
}

/** Adds to the score of each document that contains a term what the term counts there. */
export function addScores(scores: Float32Array, { documents, impacts }: Postings, weight: number): void {
  const worth = weight / MAX_IMPACT;
  for (let at = 0; at < documents.length; at++) scores[documents[at]!]! += worth * impacts[at]!;
}

/**
 * Adds to the score of each topic what a term counts in all of its chunks together: a page that speaks of something
 * throughout may have no chunk that stands out.
 *
 * @param scores by topic number
 * @param postings in chunks, by rising number
 */
function addPageScores(
  scores: Float32Array,
  { documents, impacts }: Postings,
  weight: number,
  firstChunks: CoreTable['firstChunks'],
): void {
  const meanChunkCount = firstChunks.at(-1)! / scores.length;
  let at = 0;
  for (let topic = 0; at < documents.length; topic++) {
    const end = firstChunks[topic + 1]!;
    let sum = 0;
    for (; at < documents.length && documents[at]! < end; at++) sum += weightOfImpact(impacts[at]!);
    if (sum > 0) scores[topic]! += weight * pageScore(sum, end - firstChunks[topic]!, meanChunkCount);
  }
}

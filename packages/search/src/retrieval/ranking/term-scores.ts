import { idf, MAX_IMPACT } from '../bm25.js';
import type { CoreTable } from '../search-index/core-table.js';
import type { Postings, TermPostings } from '../search-index/postings.js';
import { addPageQuestionScores } from './page-questions.js';
import { addPageScores } from './page-scores.js';

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

import { readTextIfExists } from '@topicmill/base/files';
import { sectionsOf } from './accept-answers.js';
import type { QuestionedTopic } from './questioned-topic.js';
import { openChunks } from './todo.js';

/** How far the questions of a topic are. */
export interface QuestionStatus {
  readonly topic: string;
  /** The file with its questions, from the workspace's root. */
  readonly file: string;
  /** Chunks with enough text to ask about. */
  readonly chunks: number;
  /** Those of them without questions yet, and with questions about an earlier text. */
  readonly missing: number;
  readonly edited: number;
  /** 1 for a page with questions about the chunk that opens it, and none about the page as a whole; else 0. */
  readonly pages: number;
  /** Questions as a model wrote them, and those that people wrote or changed. */
  readonly byModel: number;
  readonly byPeople: number;
  /** Questions that a model wrote and that were deleted, changed or dropped. */
  readonly deleted: number;
  /** Questions whose chunk is gone: they count for another one until it is asked about. */
  readonly gone: number;
}

/**
 * @param count questions for each chunk
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`
 */
export function questionStatus(topic: QuestionedTopic, count: number): QuestionStatus {
  const { byChunk, waiting } = sectionsOf(topic, readTextIfExists(topic.path, topic.file));
  const asked = topic.chunks.map((chunk, at) => ({ chunk, match: byChunk[at] }));
  const askable = asked.filter(({ chunk }) => chunk.isAskable);
  const sections = byChunk.flatMap((match) => match?.section ?? []);
  const questions = sections.flatMap((section) => section.questions);
  return {
    topic: topic.id,
    file: topic.file,
    chunks: askable.length,
    missing: askable.filter(({ match }) => match === undefined).length,
    pages: openChunks([topic], count).filter(({ present, pageCount }) => present !== undefined && pageCount > 0).length,
    edited: askable.filter(({ match }) => match?.isCurrent === false).length,
    byModel: questions.filter(({ isUnchanged }) => isUnchanged).length,
    byPeople: questions.filter(({ isUnchanged }) => !isUnchanged).length,
    deleted: sections.reduce((sum, section) => sum + section.deleted.length, 0),
    gone: waiting.flat().reduce((sum, section) => sum + section.questions.length, 0),
  };
}

import type { Answer, AnswerChunk } from './ask.js';

/** A question that is answered differently. */
export interface AnswerChange {
  readonly topic: string;
  readonly question: string;
  /** Place of the question's topic; 0 when it was not found. */
  readonly placeBefore: number;
  readonly placeNow: number;
  /** The first result; `undefined` when nothing was found. */
  readonly firstBefore: AnswerChunk | undefined;
  readonly firstNow: AnswerChunk | undefined;
  /** Of the first results: those that are not among the first any more, and those that are new there. */
  readonly gone: readonly AnswerChunk[];
  readonly new: readonly AnswerChunk[];
}

/**
 * The questions whose topic has another place, or whose first results are other chunks. A chunk whose text was edited
 * and that is where it was, in the same topic under the same title, counts as the same.
 *
 * @param now answers to the same questions in the same order
 */
export function diffAnswers(before: readonly Answer[], now: readonly Answer[]): AnswerChange[] {
  return now.flatMap((answer, at) => {
    const old = before[at]!;
    const change: AnswerChange = {
      topic: answer.topic,
      question: answer.question,
      placeBefore: old.place,
      placeNow: answer.place,
      firstBefore: old.results[0],
      firstNow: answer.results[0],
      gone: without(old.results, answer.results),
      new: without(answer.results, old.results),
    };
    const isSame =
      change.placeBefore === change.placeNow &&
      change.gone.length === 0 &&
      change.new.length === 0 &&
      keyOf(change.firstBefore) === keyOf(change.firstNow);
    return isSame ? [] : [change];
  });
}

function without(chunks: readonly AnswerChunk[], others: readonly AnswerChunk[]): AnswerChunk[] {
  const keys = new Set(others.flatMap((other) => [keyOf(other), other.sha256]));
  return chunks.filter((chunk) => !keys.has(keyOf(chunk)) && !keys.has(chunk.sha256));
}

function keyOf(chunk: AnswerChunk | undefined): string {
  return chunk === undefined ? '' : `${chunk.topic}\n${chunk.title}`;
}

import {
  type ChunkQuestions,
  editModelQuestions,
  type MatchedSection,
  matchSections,
  type QuestionSection,
  readModelQuestions,
  type SectionEdit,
} from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import { pageQuestionCount } from './instructions.js';
import { judgeQuestion, MAX_QUESTIONS, type QuestionFault, tidyQuestion, verdictOf } from './judge-question.js';
import type { QuestionedChunk, QuestionedTopic } from './questioned-topic.js';

/** A question, or all that was given for a chunk, that is not kept. */
export interface Refusal {
  /** As it was given. */
  readonly chunk: string;
  /** `undefined` where the chunk itself is the fault. */
  readonly question?: string | undefined;
  readonly reason: QuestionFault | 'unknown-chunk' | 'stale-text' | 'chunk-twice';
  readonly message: string;
}

/** A question and its chunk. */
export interface ChunkQuestion {
  readonly chunk: string;
  readonly question: string;
}

/** How many questions a chunk has, whoever wrote them. */
export interface ChunkCount {
  readonly chunk: string;
  readonly count: number;
}

/** What happens to a file of questions. */
export interface AcceptedAnswers {
  /** `undefined` where nothing changes. */
  readonly text: string | undefined;
  /** Questions that are new, with their chunks. */
  readonly added: readonly ChunkQuestion[];
  /** Questions about an earlier text of a chunk that were given again for the present one, and stay. */
  readonly repeated: readonly ChunkQuestion[];
  /** Chunks of the answers that were not skipped, with the questions that each has now. */
  readonly counts: readonly ChunkCount[];
  /** Chunks whose text was found to answer no question. */
  readonly skipped: readonly string[];
  readonly refused: readonly Refusal[];
}

/** The sections of a topic's file, by its chunks. */
export function sectionsOf(
  { chunks, file }: QuestionedTopic,
  text: string | undefined,
): { byChunk: readonly (MatchedSection | undefined)[]; gone: readonly QuestionSection[] } {
  const { sections } = text === undefined ? { sections: [] } : readModelQuestions(text, file);
  return matchSections(
    sections,
    chunks.map(({ key, textHash }) => ({ key, text: textHash })),
  );
}

/**
 * Puts questions for chunks of a topic into its file. Those that models wrote for an earlier text of a chunk give way to
 * the new ones; what people wrote or changed stays, and what they deleted is not written again.
 *
 * @param text of the file; `undefined` where there is none
 * @param by the model or agent, and how many questions are asked for at each chunk
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`
 */
export function acceptAnswers(
  topic: QuestionedTopic,
  text: string | undefined,
  answers: readonly ChunkQuestions[],
  { by, perChunk }: { readonly by: string; readonly perChunk: number },
): AcceptedAnswers {
  const matched = sectionsOf(topic, text);
  const taken = [...topic.peoplesQuestions, ...textsOf(matched)];
  const seen = new Set<string>();
  const edits: SectionEdit[] = [];
  const added: ChunkQuestion[] = [];
  const repeated: ChunkQuestion[] = [];
  const counts: ChunkCount[] = [];
  const skipped: string[] = [];
  const refused: Refusal[] = [];
  for (const answer of answers) {
    const at = topic.chunks.findIndex(({ id }) => id === answer.chunk);
    const chunk = topic.chunks[at];
    const fault = chunkFault(chunk, answer, seen);
    if (fault !== undefined) {
      refused.push({ chunk: answer.chunk, ...fault });
      continue;
    }
    seen.add(answer.chunk);
    const match = matched.byChunk[at];
    const judged = judgeAll(answer, { chunk: chunk!, topic, match, taken });
    refused.push(...judged.refused);
    if (answer.skip === undefined) counts.push({ chunk: answer.chunk, count: countAfter(match, judged) });
    if (judged.kept.length === 0 && judged.again.length === 0 && answer.skip === undefined) continue;
    taken.push(...judged.kept);
    added.push(...judged.kept.map((question) => ({ chunk: answer.chunk, question })));
    repeated.push(...judged.again.map((question) => ({ chunk: answer.chunk, question })));
    if (answer.skip) skipped.push(answer.chunk);
    const isPageAsked = pageQuestionCount(chunk!, perChunk) > 0;
    edits.push({ ...editFor(chunk!, match, judged, by), isPageAsked });
  }
  const order = topic.chunks.map(({ key }) => key);
  return {
    text: edits.length === 0 ? undefined : editModelQuestions(text, edits, order, topic.file),
    added,
    repeated,
    counts,
    skipped,
    refused,
  };
}

/** Questions for an earlier text give way only where something for the new one is kept. */
function countAfter(match: MatchedSection | undefined, { kept, again }: JudgedAnswer): number {
  const given = kept.length + again.length;
  const present = match?.section.questions.length ?? 0;
  return given === 0 ? present : present - replacedBy(match).size + given;
}

function textsOf({ byChunk }: { readonly byChunk: readonly (MatchedSection | undefined)[] }): string[] {
  return byChunk.flatMap((match) => match?.section.questions.map(({ text }) => text) ?? []);
}

function chunkFault(
  chunk: QuestionedChunk | undefined,
  { text_hash: textHash, chunk: id }: ChunkQuestions,
  seen: ReadonlySet<string>,
): Pick<Refusal, 'reason' | 'message'> | undefined {
  if (chunk === undefined) return UNKNOWN_CHUNK;
  if (chunk.textHash !== textHash) {
    return { reason: 'stale-text', message: 'The text of the chunk has changed; ask for it again.' };
  }
  if (seen.has(id)) return { reason: 'chunk-twice', message: 'The chunk is given twice.' };
  return undefined;
}

/** Of a chunk that no topic has. */
export const UNKNOWN_CHUNK = { reason: 'unknown-chunk', message: 'There is no such chunk.' } as const;

interface JudgedAnswer {
  readonly kept: readonly string[];
  /** Questions that the section has and that were given again for its new text. */
  readonly again: readonly string[];
  readonly refused: readonly Refusal[];
}

interface JudgedChunk {
  readonly chunk: QuestionedChunk;
  readonly topic: QuestionedTopic;
  readonly match: MatchedSection | undefined;
  readonly taken: readonly string[];
}

function judgeAll(
  { chunk: id, questions = [] }: ChunkQuestions,
  { chunk, topic, match, taken }: JudgedChunk,
): JudgedAnswer {
  const replaced = replacedBy(match);
  const known = taken.filter((text) => !replaced.has(simHash64(text)));
  const deleted = match?.section.deleted ?? [];
  const kept: string[] = [];
  const again: string[] = [];
  const refused: Refusal[] = [];
  const stayingCount = (match?.section.questions.length ?? 0) - replaced.size;
  for (const given of questions) {
    const question = tidyQuestion(given);
    const context = {
      text: chunk.text,
      languages: topic.languages,
      known: [...known, ...kept, ...again],
      deleted,
    };
    const isFull = stayingCount + kept.length + again.length >= MAX_QUESTIONS;
    const fault = judgeQuestion(question, context) ?? (isFull ? verdictOf('too-many') : undefined);
    if (fault !== undefined) refused.push({ chunk: id, question, ...fault });
    else if (replaced.has(simHash64(question))) again.push(question);
    else kept.push(question);
  }
  return { kept, again, refused };
}

/** SimHashes of the questions that give way to new ones: unchanged ones, about an earlier text. */
function replacedBy(match: MatchedSection | undefined): Set<bigint> {
  if (match === undefined || match.isCurrent) return new Set();
  return new Set(match.section.questions.filter(({ isUnchanged }) => isUnchanged).map(({ hash }) => hash));
}

function editFor(
  { key, textHash, title }: QuestionedChunk,
  match: MatchedSection | undefined,
  { kept, again }: JudgedAnswer,
  by: string,
): SectionEdit {
  const removed = replacedBy(match);
  for (const question of again) removed.delete(simHash64(question));
  const before = (match?.section.written ?? []).filter((hash) => !removed.has(hash));
  const staying = match?.section.questions.some(({ hash, isUnchanged }) => isUnchanged && !removed.has(hash));
  return {
    chunk: key,
    text: textHash,
    by: staying ? namesOf(match!.section.by, by) : by,
    written: [...before, ...kept.map(simHash64)],
    present: match?.section,
    title,
    added: kept,
    removed,
  };
}

function namesOf(before: string, by: string): string {
  const names = before.split(', ');
  return names.includes(by) ? before : [...names, by].join(', ');
}

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
import { HeldQuestions } from './held-questions.js';
import { pageQuestionCount } from './instructions.js';
import { type GivenQuestion, type JudgedAnswer, judgeAnswer, type Refusal } from './judge-answer.js';
import type { QuestionedChunk, QuestionedTopic } from './questioned-topic.js';

/** A question and its chunk. */
export interface ChunkQuestion {
  readonly chunk: string;
  readonly question: string;
}

/** A question that an edited or deleted chunk of the page had, and its new chunk. */
export interface MovedQuestion extends ChunkQuestion {
  /** Id of the chunk that had it, as the file names it. */
  readonly from: string;
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
  /** Questions that another chunk of the page had, about an earlier text. */
  readonly moved: readonly MovedQuestion[];
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

/** What was decided about the answer for a chunk. */
interface Outcome {
  readonly chunk: QuestionedChunk;
  readonly match: MatchedSection | undefined;
  readonly judged: JudgedAnswer;
  readonly isSkipped: boolean;
}

/** Who wrote, and how many questions are asked for at each chunk. */
interface Asked {
  readonly by: string;
  readonly perChunk: number;
}

/**
 * Puts questions for chunks of a topic into its file. Those that models wrote for an earlier text of a chunk give way to
 * the new ones, or move to the chunk that they are given for; what people wrote or changed stays, and what they deleted is
 * not written again.
 *
 * @param text of the file; `undefined` where there is none
 * @throws FaultsError `MODEL_QUESTIONS_INVALID`
 */
export function acceptAnswers(
  topic: QuestionedTopic,
  text: string | undefined,
  answers: readonly ChunkQuestions[],
  asked: Asked,
): AcceptedAnswers {
  const { byChunk, gone } = sectionsOf(topic, text);
  const held = new HeldQuestions(topic, byChunk, gone);
  const outcomes: Outcome[] = [];
  const refused: Refusal[] = [];
  const seen = new Set<string>();
  for (const answer of answers) {
    const at = topic.chunks.findIndex(({ id }) => id === answer.chunk);
    const chunk = topic.chunks[at];
    const fault = chunkFault(chunk, answer, seen);
    if (fault !== undefined) {
      refused.push({ chunk: answer.chunk, ...fault });
      continue;
    }
    seen.add(answer.chunk);
    const match = byChunk[at];
    const judged = judgeAnswer(answer, { at, topic, match, held });
    refused.push(...judged.refused);
    outcomes.push({ chunk: chunk!, match, judged, isSkipped: answer.skip === true });
  }
  const kept = outcomes.filter(({ judged, isSkipped }) => isSkipped || givenCount(judged) > 0);
  const edits = kept.map((outcome) => editFor(outcome, asked));
  const all = [...edits, ...editsOfLeft(held, edits)];
  const order = topic.chunks.map(({ key }) => key);
  return {
    text: all.length === 0 ? undefined : editModelQuestions(text, all, order, topic.file),
    ...keptQuestions(kept, topic),
    counts: outcomes.flatMap((outcome) =>
      outcome.isSkipped ? [] : [{ chunk: outcome.chunk.id, count: countAfter(outcome, held) }],
    ),
    skipped: kept.filter(({ isSkipped }) => isSkipped).map(({ chunk }) => chunk.id),
    refused,
  };
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

function keptQuestions(
  kept: readonly Outcome[],
  { id }: QuestionedTopic,
): Pick<AcceptedAnswers, 'added' | 'moved' | 'repeated'> {
  const added: ChunkQuestion[] = [];
  const moved: MovedQuestion[] = [];
  const repeated: ChunkQuestion[] = [];
  for (const { chunk, judged } of kept) {
    for (const { question, from } of judged.added) {
      if (from === undefined) added.push({ chunk: chunk.id, question });
      else moved.push({ chunk: chunk.id, question, from: id + from });
    }
    for (const { question } of judged.again) repeated.push({ chunk: chunk.id, question });
  }
  return { added, moved, repeated };
}

function givenCount({ added, again }: JudgedAnswer): number {
  return added.length + again.length;
}

/** Questions for an earlier text give way only where something for the new one is kept. */
function countAfter({ match, judged }: Outcome, held: HeldQuestions): number {
  const present = match?.section.questions.length ?? 0;
  const given = givenCount(judged);
  return given === 0 ? present - held.leftFrom(match?.section).size : present - judged.replaced.size + given;
}

function editFor({ chunk, match, judged }: Outcome, { by, perChunk }: Asked): SectionEdit {
  const { added, again, replaced } = judged;
  const section = match?.section;
  const repeated = new Set(hashesOf(again));
  const givesWay = (hash: bigint): boolean => replaced.has(hash) && !repeated.has(hash);
  // Earlier releases did not note which questions are about the page: those that are said to be get their place.
  const unplaced = again.filter(({ question, isAboutPage }) => {
    const present = section?.questions.find(({ hash }) => hash === simHash64(question));
    return isAboutPage && present?.isAboutPage === false;
  });
  const written = (section?.written ?? []).filter((hash) => !givesWay(hash));
  const hasOthers = section?.questions.some(({ hash, isUnchanged }) => isUnchanged && !givesWay(hash));
  return {
    chunk: chunk.key,
    text: chunk.textHash,
    by: hasOthers ? namesOf(section!.by, by) : by,
    written: [...written, ...hashesOf(added)],
    present: section,
    title: chunk.title,
    added: textsOf(added.filter(({ isAboutPage }) => !isAboutPage)),
    addedAboutPage: textsOf([...unplaced, ...added.filter(({ isAboutPage }) => isAboutPage)]),
    isPageAsked: pageQuestionCount(chunk, perChunk) > 0,
    removed: new Set([...[...replaced].filter(givesWay), ...hashesOf(unplaced)]),
  };
}

/** Takes questions out of sections that no answer is about. */
function editsOfLeft(held: HeldQuestions, edits: readonly SectionEdit[]): SectionEdit[] {
  const edited = new Set(edits.map(({ present }) => present));
  return held
    .sectionsLeft()
    .filter((section) => !edited.has(section))
    .map((section): SectionEdit => {
      const { chunk, text, by } = section;
      const removed = held.leftFrom(section);
      const written = section.written.filter((hash) => !removed.has(hash));
      return { chunk, text, by, written, present: section, title: '', added: [], removed };
    });
}

function textsOf(questions: readonly GivenQuestion[]): string[] {
  return questions.map(({ question }) => question);
}

function hashesOf(questions: readonly GivenQuestion[]): bigint[] {
  return questions.map(({ question }) => simHash64(question));
}

function namesOf(before: string, by: string): string {
  const names = before.split(', ');
  return names.includes(by) ? before : [...names, by].join(', ');
}

import type { ChunkQuestions, QuestionSection } from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import { faultVerdict, judgeQuestion, MAX_QUESTIONS, type QuestionFault, tidyQuestion } from './judge-question.js';
import type { HeldQuestions, QuestionedTopic } from './questioned-topic.js';

/** A question, or all that was given for a chunk, that is not kept. */
export interface Refusal {
  /** As it was given. */
  readonly chunk: string;
  /** `undefined` where the chunk itself is the fault. */
  readonly question?: string | undefined;
  readonly reason: QuestionFault | 'unknown-chunk' | 'stale-text' | 'chunk-twice';
  readonly message: string;
}

/** A question that was given for a chunk and is kept. */
export interface GivenQuestion {
  readonly question: string;
  readonly isAboutPage: boolean;
  /** The chunk that had it, as the file names it. */
  readonly from?: string | undefined;
}

/** What happens to the questions that were given for a chunk. */
export interface JudgedAnswer {
  /** Questions that the chunk did not have. */
  readonly added: readonly GivenQuestion[];
  /** Its earlier questions that were given again. */
  readonly again: readonly GivenQuestion[];
  /** SimHashes of its earlier questions that were given in other words. */
  readonly reworded: ReadonlySet<bigint>;
  /** Those of `added` that ask what no earlier question of the chunk asks. */
  readonly fresh: readonly GivenQuestion[];
  readonly refused: readonly Refusal[];
}

/** The chunk that an answer is about, among those of its page. */
interface AnsweredChunk {
  readonly at: number;
  readonly topic: QuestionedTopic;
  /** Its own section, and those whose questions wait for it. */
  readonly sections: readonly QuestionSection[];
  readonly held: HeldQuestions;
}

/** Judges what was given for a chunk, and gives `held` what is kept. */
export function judgeAnswer(answer: ChunkQuestions, { at, topic, sections, held }: AnsweredChunk): JudgedAnswer {
  const chunk = topic.chunks[at]!;
  const added: GivenQuestion[] = [];
  const again: GivenQuestion[] = [];
  const fresh: GivenQuestion[] = [];
  const refused: Refusal[] = [];
  const reworded = new Set<bigint>();
  const stayingCount = sections.flatMap(({ questions }) => questions).length - held.looseQuestions(sections).length;
  for (const { given, isAboutPage } of givenBy(answer)) {
    const question = tidyQuestion(given);
    const isAgain = held.looseQuestions(sections).some(({ hash }) => hash === simHash64(question));
    const context = {
      text: chunk.text,
      languages: topic.languages,
      held: held.heldAgainst(at),
      deleted: isAgain ? [] : held.deleted,
    };
    const isFull = stayingCount + added.length + again.length >= MAX_QUESTIONS;
    const fault =
      judgeQuestion(question, context) ??
      (isAboutPage && chunk.outline === undefined ? faultVerdict('not-opening') : undefined) ??
      (isFull ? faultVerdict('too-many') : undefined);
    if (fault !== undefined) {
      refused.push({ chunk: answer.chunk, question, ...fault });
      continue;
    }
    const { own, others } = held.give(at, question, sections);
    for (const { hash } of own) if (hash !== simHash64(question)) reworded.add(hash);
    const kept = { question, isAboutPage, from: isAgain ? undefined : others[0]?.section.chunk };
    if (isAgain) again.push(kept);
    else added.push(kept);
    if (own.length === 0) fresh.push(kept);
  }
  return { added, again, reworded, fresh, refused };
}

function givenBy({
  questions = [],
  page_questions: pageQuestions = [],
}: ChunkQuestions): { given: string; isAboutPage: boolean }[] {
  return [
    ...questions.map((given) => ({ given, isAboutPage: false })),
    ...pageQuestions.map((given) => ({ given, isAboutPage: true })),
  ];
}

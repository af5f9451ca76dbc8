import type { ChunkQuestions, MatchedSection } from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import type { HeldQuestions } from './held-questions.js';
import { judgeQuestion, MAX_QUESTIONS, type QuestionFault, tidyQuestion, verdictOf } from './judge-question.js';
import type { QuestionedTopic } from './questioned-topic.js';

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
  /** Questions about its earlier text that were given again. */
  readonly again: readonly GivenQuestion[];
  /** SimHashes of those that models wrote for its earlier text, `again` included. */
  readonly replaced: ReadonlySet<bigint>;
  readonly refused: readonly Refusal[];
}

/** The chunk that an answer is about, among those of its page. */
interface AnsweredChunk {
  readonly at: number;
  readonly topic: QuestionedTopic;
  readonly match: MatchedSection | undefined;
  readonly held: HeldQuestions;
}

/** Judges what was given for a chunk, and gives `held` what is kept. */
export function judgeAnswer(answer: ChunkQuestions, { at, topic, match, held }: AnsweredChunk): JudgedAnswer {
  const chunk = topic.chunks[at]!;
  const section = match?.section;
  const replaced = replacedBy(match);
  const added: GivenQuestion[] = [];
  const again: GivenQuestion[] = [];
  const refused: Refusal[] = [];
  const stayingCount = (section?.questions.length ?? 0) - replaced.size;
  for (const { given, isAboutPage } of givenBy(answer)) {
    const question = tidyQuestion(given);
    const isAgain = held.looseOf(section).has(simHash64(question));
    const context = {
      text: chunk.text,
      languages: topic.languages,
      held: held.heldAgainst(at),
      deleted: isAgain ? (section?.deleted ?? []) : held.deletedFor(match),
    };
    const isFull = stayingCount + added.length + again.length >= MAX_QUESTIONS;
    const fault =
      judgeQuestion(question, context) ??
      (isAboutPage && chunk.outline === undefined ? verdictOf('not-opening') : undefined) ??
      (isFull ? verdictOf('too-many') : undefined);
    if (fault !== undefined) {
      refused.push({ chunk: answer.chunk, question, ...fault });
      continue;
    }
    const [from] = held.give(at, question, section);
    if (isAgain) again.push({ question, isAboutPage });
    else added.push({ question, isAboutPage, from: from?.chunk });
  }
  return { added, again, replaced, refused };
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

/** SimHashes of the questions that give way to new ones: unchanged ones, about an earlier text. */
function replacedBy(match: MatchedSection | undefined): Set<bigint> {
  if (match === undefined || match.isCurrent) return new Set();
  return new Set(match.section.questions.filter(({ isUnchanged }) => isUnchanged).map(({ hash }) => hash));
}

import { analyzeText } from '@topicmill/search/retrieval';
import { shortHashHex } from '@topicmill/text/hashes';
import type { QuestionFingerprint, SectionQuestion } from '@topicmill/topics/formats';
import { hammingDistance, simHash64 } from '@topicmill/topics/similarity';

/** Two questions that differ in no more bits have the same words but for one or two small ones. */
const SAME_BITS = 8;

/** What is kept of a question, so that it is recognized after a person has deleted it. */
export function fingerprintOf(question: string): QuestionFingerprint {
  const said = wordsThatSay(question);
  const hash = simHash64(question);
  return said === '' ? { hash } : { hash, words: shortHashHex(said) };
}

/** Whether two questions have the same words but for small ones, or the same words that say something in any order. */
export function isSameQuestion(one: QuestionFingerprint, other: QuestionFingerprint): boolean {
  return hammingDistance(one.hash, other.hash) <= SAME_BITS || (one.words !== undefined && one.words === other.words);
}

/** Questions with the same words that say something: a hash would take "kilns" for "glazes" in a long one. */
export function asksTheSame(one: string, other: string): boolean {
  return simHash64(one) === simHash64(other) || wordsThatSay(one) === wordsThatSay(other);
}

/** Each once; those of questions that are still there with what earlier releases did not note. */
export function completeFingerprints(
  written: readonly QuestionFingerprint[],
  questions: readonly Pick<SectionQuestion, 'text' | 'hash'>[],
): QuestionFingerprint[] {
  const present = new Map(questions.map(({ hash, text }) => [hash, text]));
  const complete = new Map<bigint, QuestionFingerprint>();
  for (const each of written) {
    const text = present.get(each.hash);
    const known = each.words === undefined ? complete.get(each.hash) : undefined;
    complete.set(each.hash, known ?? (each.words === undefined && text !== undefined ? fingerprintOf(text) : each));
  }
  return [...complete.values()];
}

function wordsThatSay(question: string): string {
  return [...new Set(analyzeText(question))].sort().join(' ');
}

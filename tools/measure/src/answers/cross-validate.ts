import { Random } from '@topicmill/test-support/generate';
import type { AnsweredQuestion, Topic } from '../read-topics.js';
import { type Measure, measure, type Score, type Searcher } from './searcher.js';

/** A searcher with its results for every question. */
export interface ScoredSearcher {
  readonly searcher: Searcher;
  readonly scores: ReadonlyMap<AnsweredQuestion, Score>;
}

/** Questions to choose a setting by, and questions of other topics to tell what it is worth. */
export interface Split {
  readonly chosenOn: readonly AnsweredQuestion[];
  readonly reportedOn: readonly AnsweredQuestion[];
}

/** The topics dealt into two halves in some ways, always the same. */
export function randomHalves(topics: readonly Topic[], count: number): Split[] {
  const random = new Random(1);
  return Array.from({ length: count }, () => {
    const order = random.shuffled(topics);
    const middle = Math.floor(order.length / 2);
    return { chosenOn: questionsOf(order.slice(0, middle)), reportedOn: questionsOf(order.slice(middle)) };
  });
}

/** Each topic reported on once, with the choice made on all others. */
export function leaveOneOut(topics: readonly Topic[]): Split[] {
  return topics.map((topic) => ({
    chosenOn: questionsOf(topics.filter((other) => other !== topic)),
    reportedOn: topic.questions,
  }));
}

/** By family: what its best searcher on the one part, by mean reciprocal rank, measures on the other, split by split. */
export function crossValidate(
  searchers: readonly ScoredSearcher[],
  splits: readonly Split[],
): ReadonlyMap<string, readonly Measure[]> {
  const families = new Map<string, ScoredSearcher[]>();
  for (const scored of searchers) {
    const family = families.get(scored.searcher.family) ?? [];
    families.set(scored.searcher.family, [...family, scored]);
  }
  return new Map(
    [...families].map(([name, members]) => [
      name,
      splits.map(({ chosenOn, reportedOn }) => measure(bestOn(members, chosenOn).scores, reportedOn)),
    ]),
  );
}

function bestOn(members: readonly ScoredSearcher[], questions: readonly AnsweredQuestion[]): ScoredSearcher {
  const rankOf = ({ scores }: ScoredSearcher): number => measure(scores, questions).meanReciprocalRank;
  return members.reduce((best, member) => (rankOf(member) > rankOf(best) ? member : best));
}

function questionsOf(topics: readonly Topic[]): AnsweredQuestion[] {
  return topics.flatMap(({ questions }) => questions);
}

import type { Ranker } from './rankers.js';
import type { TopicCorpus, TopicQuestion } from './read-topics.js';

/** How well a ranker finds a chunk of the question's own topic. */
export interface Measure {
  /** Share of questions whose first chunk is right. */
  readonly hitAt1: number;
  /** Share of questions with a right chunk among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / position of the first right chunk. */
  readonly meanReciprocalRank: number;
}

export function measure({ chunks }: TopicCorpus, questions: readonly TopicQuestion[], rank: Ranker): Measure {
  const positions = questions.map(({ topic, text }) => {
    const scores = rank(text);
    const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
    return 1 + order.findIndex((at) => chunks[at]!.topic === topic);
  });
  const mean = (value: (position: number) => number): number =>
    positions.reduce((sum, position) => sum + value(position), 0) / positions.length;
  return {
    hitAt1: mean((position) => (position === 1 ? 1 : 0)),
    hitAt3: mean((position) => (position <= 3 ? 1 : 0)),
    meanReciprocalRank: mean((position) => 1 / position),
  };
}

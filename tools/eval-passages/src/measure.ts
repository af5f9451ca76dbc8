import type { Ranker } from './rankers.js';
import type { PassageCorpus } from './read-passages.js';
import { type Range, scorePassages } from './score-passages.js';

/** A piece of a text, and what is searched for it. */
export interface Chunk extends Range {
  readonly indexedText: string;
}

/** Cuts a text. */
export type Chunker = (text: string) => readonly Chunk[] | Promise<readonly Chunk[]>;

/** How well the chunks of one way to cut are found. */
export interface Measured {
  readonly chunkCount: number;
  readonly meanTokens: number;
  /** By ranker; shares of 1, means over all questions. */
  readonly rankers: readonly RankerScore[];
}

export interface RankerScore {
  readonly name: string;
  /** Recall in each budget of `BUDGETS`. */
  readonly recalls: readonly number[];
  /** Intersection over union of the first five chunks. */
  readonly intersectionOverUnion: number;
}

/** Tokens that an answer may use: whole chunks in the order of their rank, the last cut to what is left. */
export const BUDGETS = [500, 1000, 2000] as const;
const FIRST = 5;

export async function measure(
  corpora: readonly PassageCorpus[],
  chunker: Chunker,
  rankers: readonly Ranker[],
  count: (text: string) => number,
): Promise<Measured> {
  const sums = rankers.map(() => ({ recalls: BUDGETS.map(() => 0), intersectionOverUnion: 0 }));
  let [questionCount, chunkCount, tokenCount] = [0, 0, 0];
  for (const { text, questions } of corpora) {
    const chunks = await chunker(text);
    const sizes = chunks.map(({ indexedText }) => count(indexedText));
    chunkCount += chunks.length;
    tokenCount += sizes.reduce((sum, size) => sum + size, 0);
    questionCount += questions.length;
    rankers.forEach((ranker, i) => {
      const rank = ranker.index(chunks.map(({ indexedText }) => indexedText));
      for (const { text: question, passages } of questions) {
        const order = rank(question);
        const five = order.slice(0, FIRST).map((at) => chunks[at]!);
        sums[i]!.intersectionOverUnion += scorePassages(passages, five).intersectionOverUnion;
        BUDGETS.forEach((budget, b) => {
          sums[i]!.recalls[b]! += scorePassages(passages, within(budget, order, chunks, sizes)).recall;
        });
      }
    });
  }
  return {
    chunkCount,
    meanTokens: tokenCount / chunkCount,
    rankers: rankers.map(({ name }, i) => ({
      name,
      recalls: sums[i]!.recalls.map((sum) => sum / questionCount),
      intersectionOverUnion: sums[i]!.intersectionOverUnion / questionCount,
    })),
  };
}

function within(budget: number, order: readonly number[], chunks: readonly Chunk[], sizes: readonly number[]): Range[] {
  const taken: Range[] = [];
  let left = budget;
  for (const at of order) {
    if (left <= 0) break;
    const { start, end } = chunks[at]!;
    const share = Math.min(1, left / Math.max(1, sizes[at]!));
    taken.push({ start, end: start + Math.round((end - start) * share) });
    left -= sizes[at]!;
  }
  return taken;
}

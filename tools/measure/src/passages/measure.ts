import type { PassageCorpus } from '../read-passages.js';
import type { Ranker } from './rankers.js';
import { type Range, scorePassages } from './score-passages.js';

/** A piece of a text, and what is searched for it. */
export interface Chunk extends Range {
  readonly indexedText: string;
  /** What is handed on when the chunk is found; `indexedText` when left out. */
  readonly handedText?: string;
}

/** Cuts a text. */
export type Chunker = (text: string) => readonly Chunk[] | Promise<readonly Chunk[]>;

/** How well the chunks of one way to cut are found. */
export interface Measured {
  readonly chunkCount: number;
  readonly meanTokens: number;
  readonly rankers: readonly RankerScore[];
}

/** Shares of 1, one for each question, in the order of the corpora. */
export interface RankerScore {
  readonly name: string;
  /** Recall, by budget of `BUDGETS`. */
  readonly recalls: readonly (readonly number[])[];
  /** Intersection over union of the first five chunks. */
  readonly intersectionsOverUnion: readonly number[];
}

/** Tokens of handed texts that an answer may use: whole chunks in the order of their rank, the last cut to what is left. */
export const BUDGETS = [500, 1000, 2000] as const;
const FIRST = 5;

export async function measure(
  corpora: readonly PassageCorpus[],
  chunker: Chunker,
  rankers: readonly Ranker[],
  count: (text: string) => number,
): Promise<Measured> {
  const scores = rankers.map(({ name }) => ({
    name,
    recalls: BUDGETS.map((): number[] => []),
    intersectionsOverUnion: [] as number[],
  }));
  let [chunkCount, tokenCount] = [0, 0];
  for (const { text, questions } of corpora) {
    const chunks = await chunker(text);
    const sizes = chunks.map(({ indexedText, handedText = indexedText }) => count(handedText));
    chunkCount += chunks.length;
    tokenCount += sizes.reduce((sum, size) => sum + size, 0);
    rankers.forEach((ranker, i) => {
      const rank = ranker.index(chunks.map(({ indexedText }) => indexedText));
      for (const { text: question, passages } of questions) {
        const order = rank(question);
        const five = order.slice(0, FIRST).map((at) => chunks[at]!);
        scores[i]!.intersectionsOverUnion.push(scorePassages(passages, five).intersectionOverUnion);
        BUDGETS.forEach((budget, b) => {
          scores[i]!.recalls[b]!.push(scorePassages(passages, within(budget, order, chunks, sizes)).recall);
        });
      }
    });
  }
  return { chunkCount, meanTokens: tokenCount / chunkCount, rankers: scores };
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

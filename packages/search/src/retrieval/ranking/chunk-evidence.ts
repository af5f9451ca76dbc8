import { WEIGHTS } from './weights.js';

const ASKS_HOW = /\bhow (?:do|does|can|should|to)\b/i;

/** What is known of a chunk before it is compared with others. */
export interface ChunkSignals {
  /** BM25 score of its text. */
  readonly words: number;
  /** Score of its topic's title. */
  readonly title: number;
  /** Score of its topic's description. */
  readonly description: number;
  /** Whether it is the first of its topic. */
  readonly isFirst: boolean;
  /** Whether it is mostly code. */
  readonly isCode: boolean;
}

/** Whether a query asks for the way to do something, in English. */
export function asksHow(query: string): boolean {
  return ASKS_HOW.test(query);
}

/**
 * How strongly a chunk matches within its topic, 0 or more. Words of the title are in all of a topic's chunks and
 * distinguish them only by chance: they favour the overview. Questions that begin with "how" are answered by examples.
 */
export function chunkEvidence({ words, title, description, isFirst, isCode }: ChunkSignals, howTo: boolean): number {
  const evidence = isFirst ? words + WEIGHTS.overviewTitle * title + WEIGHTS.overviewDescription * description : words;
  return howTo && isCode ? evidence * (1 + WEIGHTS.howToCode) : evidence;
}

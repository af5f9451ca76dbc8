/** What a topic's title counts for its first chunk, which says what the topic is. */
const OVERVIEW_TITLE_WEIGHT = 0.15;
/** What its description counts for it. */
const OVERVIEW_DESCRIPTION_WEIGHT = 0.25;
/** How much more a chunk of code answers a question after the way to do something. */
const HOW_TO_CODE_BONUS = 0.3;

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
  const evidence = isFirst ? words + OVERVIEW_TITLE_WEIGHT * title + OVERVIEW_DESCRIPTION_WEIGHT * description : words;
  return howTo && isCode ? evidence * (1 + HOW_TO_CODE_BONUS) : evidence;
}

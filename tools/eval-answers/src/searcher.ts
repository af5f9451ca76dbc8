import type { AnsweredQuestion, Topic } from './read-corpus.js';

/** What a search engine finds for a question. */
export interface Found {
  /** Ids of topics, best first, each once. */
  readonly topics: readonly string[];
  /** Texts of chunks, best first; `undefined` for engines that find whole topics only. */
  readonly chunkTexts?: readonly string[];
}

/** A search engine that holds all topics. */
export interface Searcher {
  readonly name: string;
  search(question: string): Promise<Found>;
  /** The text of the chunk of one topic that answers best; left out by engines that find whole topics only. */
  bestChunk?(question: string, topic: string): Promise<string | undefined>;
}

/** How well a searcher answers some questions. */
export interface Measure {
  /** Share of questions whose topic comes first. */
  readonly hitAt1: number;
  /** Share of questions whose topic is among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / place of the question's topic, 0 where it is not found. */
  readonly meanReciprocalRank: number;
  /** Mean share of an answer's words that the first chunk holds; `undefined` where no chunks are found. */
  readonly wordsInFirstChunk: number | undefined;
  /** The same for the first three chunks together. */
  readonly wordsInThreeChunks: number | undefined;
}

/** Answers every question once. */
export async function answerAll(
  searcher: Searcher,
  topics: readonly Topic[],
): Promise<ReadonlyMap<AnsweredQuestion, Found>> {
  const answers = new Map<AnsweredQuestion, Found>();
  for (const question of topics.flatMap(({ questions }) => questions)) {
    answers.set(question, await searcher.search(question.question));
  }
  return answers;
}

/** @param wordsOf the different words of a text that say something */
export function measure(
  answers: ReadonlyMap<AnsweredQuestion, Found>,
  questions: readonly AnsweredQuestion[],
  wordsOf: (text: string) => ReadonlySet<string>,
): Measure {
  const places = questions.map((question) => answers.get(question)!.topics.indexOf(question.topic) + 1);
  const covered = (count: number): number | undefined => {
    const shares = questions.map((question) => {
      const texts = answers.get(question)!.chunkTexts?.slice(0, count);
      return texts && shareOf(wordsOf(question.answer), wordsOf(texts.join('\n')));
    });
    return shares.includes(undefined) ? undefined : mean(shares as number[]);
  };
  return {
    hitAt1: mean(places.map((place) => (place === 1 ? 1 : 0))),
    hitAt3: mean(places.map((place) => (place >= 1 && place <= 3 ? 1 : 0))),
    meanReciprocalRank: mean(places.map((place) => (place === 0 ? 0 : 1 / place))),
    wordsInFirstChunk: covered(1),
    wordsInThreeChunks: covered(3),
  };
}

/**
 * The mean share of an answer's words that the best chunk of the question's own topic holds; `undefined` for a searcher
 * that finds no chunks.
 */
export async function measureWithin(
  { bestChunk }: Searcher,
  questions: readonly AnsweredQuestion[],
  wordsOf: (text: string) => ReadonlySet<string>,
): Promise<number | undefined> {
  if (bestChunk === undefined) return undefined;
  const shares: number[] = [];
  for (const { question, topic, answer } of questions) {
    shares.push(shareOf(wordsOf(answer), wordsOf((await bestChunk(question, topic)) ?? '')));
  }
  return mean(shares);
}

function shareOf(wanted: ReadonlySet<string>, present: ReadonlySet<string>): number {
  if (wanted.size === 0) return 1;
  return [...wanted].filter((word) => present.has(word)).length / wanted.size;
}

/** The mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

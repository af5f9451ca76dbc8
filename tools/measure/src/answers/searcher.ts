import type { AnsweredQuestion, Topic } from '../read-topics.js';
import { mean, type RankMeasure, rankMeasure } from '../statistics.js';

/** What a search engine finds for a question. */
export interface Found {
  /** Ids of topics, best first, each once. */
  readonly topics: readonly string[];
  /** Texts of chunks, best first; left out by engines that find whole topics only. */
  readonly chunkTexts?: readonly string[];
}

/** A search engine with all topics in its index. */
export interface Searcher {
  readonly name: string;
  /** The same for searchers that differ in a setting only, of which the best is to be chosen. */
  readonly family: string;
  search(question: string): Promise<Found>;
  /** The text of the chunk of one topic that answers best; left out by engines that find whole topics only. */
  bestChunk?(question: string, topic: string): Promise<string | undefined>;
}

/** How well one question was answered. */
export interface Score {
  /** Rank of the question's topic, from 1; 0 where it is not found. */
  readonly rank: number;
  /** Share of the answer's words that the first chunk contains; `undefined` where no chunks are found. */
  readonly wordsInFirstChunk?: number | undefined;
  /** The same for the first three chunks together. */
  readonly wordsInThreeChunks?: number | undefined;
  /** The same for the best chunk of the question's own topic. */
  readonly wordsInBestOwnChunk?: number | undefined;
}

/** How well some questions were answered. */
export interface Measure extends RankMeasure {
  /** Means; `undefined` where no chunks are found. */
  readonly wordsInFirstChunk: number | undefined;
  readonly wordsInThreeChunks: number | undefined;
  readonly wordsInBestOwnChunk: number | undefined;
}

/**
 * Answers every question once.
 *
 * @param tellingWords the different words of a text that say something
 */
export async function scoreAnswers(
  searcher: Searcher,
  topics: readonly Topic[],
  tellingWords: (text: string) => ReadonlySet<string>,
): Promise<ReadonlyMap<AnsweredQuestion, Score>> {
  const scores = new Map<AnsweredQuestion, Score>();
  for (const question of topics.flatMap(({ questions }) => questions)) {
    const wanted = tellingWords(question.answer);
    const shareIn = (texts: readonly string[]): number => shareOf(wanted, tellingWords(texts.join('\n')));
    const { topics: found, chunkTexts } = await searcher.search(question.question);
    const best = await searcher.bestChunk?.(question.question, question.topic);
    scores.set(question, {
      rank: found.indexOf(question.topic) + 1,
      wordsInFirstChunk: chunkTexts && shareIn(chunkTexts.slice(0, 1)),
      wordsInThreeChunks: chunkTexts && shareIn(chunkTexts.slice(0, 3)),
      wordsInBestOwnChunk: searcher.bestChunk && shareIn(best === undefined ? [] : [best]),
    });
  }
  return scores;
}

/** Means over some of the questions that were answered. */
export function measure(scores: ReadonlyMap<AnsweredQuestion, Score>, questions: readonly AnsweredQuestion[]): Measure {
  const chosen = questions.map((question) => scores.get(question)!);
  const meanIfAll = (readValue: (score: Score) => number | undefined): number | undefined => {
    const values = chosen.map(readValue);
    return values.includes(undefined) ? undefined : mean(values as number[]);
  };
  return {
    ...rankMeasure(chosen.map(({ rank }) => rank)),
    wordsInFirstChunk: meanIfAll((score) => score.wordsInFirstChunk),
    wordsInThreeChunks: meanIfAll((score) => score.wordsInThreeChunks),
    wordsInBestOwnChunk: meanIfAll((score) => score.wordsInBestOwnChunk),
  };
}

function shareOf(wanted: ReadonlySet<string>, present: ReadonlySet<string>): number {
  if (wanted.size === 0) return 1;
  return [...wanted].filter((word) => present.has(word)).length / wanted.size;
}

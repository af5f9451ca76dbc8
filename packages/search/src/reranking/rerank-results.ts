import type { SearchResult } from '../retrieval/index.js';
import { type CandidateDocs, pageCandidates } from './page-candidates.js';
import { firstPages, reorderPages } from './reorder-pages.js';
import { type RerankPrompt, rerankPrompt } from './rerank-prompt.js';

/** What models that reason aloud write before their answer. */
const REASONING = /^[\s\S]*<\/think(?:ing)?>/i;
/** A word or two that announce numbers. */
const ANNOUNCEMENT = /^\p{L}+(?: \p{L}+)?: ?/u;
/** The place of an item of a list, which is no candidate. */
const LIST_PLACE = /^(?:-|\d{1,3}[.)])\s+(?=\[?\d)/;
const NUMBERS_ALONE = /^[\d\s[\],;>]*\d[\s[\],;>]*\.?$/;
const NUMBER_FIRST = /^\[(\d{1,3})\]/;

/**
 * Reads an order of candidates from what a model answered: the lines that are numbers alone, or else the number in square
 * brackets that a line begins with. Other lines, numbers that no candidate has, and repeats are left out; candidates that are
 * not named follow in the order that they had.
 *
 * @param count how many candidates there are, numbered from 1
 * @returns a permutation of the places 0 to `count` − 1, the likeliest first; `undefined` where none is named
 */
export function readRanking(answer: string, count: number): readonly number[] | undefined {
  const lines = answer
    .replace(REASONING, '')
    .split(/\r\n|\n|\r/)
    .map(plainLine);
  const alone = lines.filter((line) => NUMBERS_ALONE.test(line)).flatMap((line) => line.match(/\d+/g) ?? []);
  const written = alone.length > 0 ? alone : lines.flatMap((line) => NUMBER_FIRST.exec(line)?.[1] ?? []);
  const named = new Set(written.map((digits) => Number(digits) - 1).filter((at) => at >= 0 && at < count));
  if (named.size === 0) return undefined;
  const others = Array.from({ length: count }, (_, at) => at).filter((at) => !named.has(at));
  return [...named, ...others];
}

/** A line without emphasis, announcement and place in a list. */
function plainLine(line: string): string {
  const plain = line.replace(/[*`]/g, '').trim();
  return plain.replace(ANNOUNCEMENT, '').replace(LIST_PLACE, '');
}

/** Answers a prompt with a permutation of the places of its candidates, from 0, the likeliest first. */
export type RankPages = (prompt: RerankPrompt, candidateCount: number) => Promise<readonly number[]>;

/**
 * Has the first twenty pages of a search ordered by how likely they answer the question. No text of a chunk with hidden text
 * gets into the prompt, and whatever is answered, the results are the same ones in another order.
 *
 * @param results the best first; those of `CANDIDATE_RESULTS` have twenty pages as a rule
 * @returns all results; `undefined` where there are not two pages to order, and nobody is asked
 * @throws what `docs` and `rank` throw
 */
export async function rerankResults(
  question: string,
  results: readonly SearchResult[],
  docs: CandidateDocs,
  rank: RankPages,
): Promise<SearchResult[] | undefined> {
  const candidates = await pageCandidates(results, docs);
  if (candidates.length < 2) return undefined;
  // In the order of the search: models favour what comes first, so that one that cannot judge changes little.
  const order = await rank(rerankPrompt(question, candidates), candidates.length);
  return reorderPages(
    results,
    order.flatMap((at) => candidates[at]?.path ?? []),
  );
}

/** A result of a page. */
interface ScoredResult {
  /** Id of the page's topic. */
  readonly topic: string;
  readonly score: number;
}

/**
 * The reordered results with scores that fit their order, for what is chosen by scores: the best result of a page gets the score
 * that the best one of the page before had in this place, and its others the same share of it as before.
 *
 * @param before the results as a search returned them, the best first
 * @param after the same, reordered by `reorderPages`
 */
export function scoresInOrder<Result extends ScoredResult>(
  before: readonly Result[],
  after: readonly Result[],
): Result[] {
  const bestOf = new Map([...before].reverse().map(({ topic, score }) => [topic, score]));
  const bests = firstPages(before, before.length).map((page) => bestOf.get(page)!);
  const factors = new Map(firstPages(after, after.length).map((page, at) => [page, bests[at]! / bestOf.get(page)!]));
  return after.map((result) => ({ ...result, score: result.score * factors.get(result.topic)! }));
}

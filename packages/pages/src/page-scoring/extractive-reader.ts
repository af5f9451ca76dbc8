import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import type { Reader } from './reader.js';
import { singularWords } from './singular-words.js';
import { type Statement, statementsOf } from './statements.js';

const MAX_STATEMENTS = 4;
/** A statement is left out if its score is below this share of the best one. */
const MIN_SHARE = 0.4;
/** Weight factor of the rare words of a chosen statement, by which further statements are found. */
const LED_ON = 0.5;
/** Words in more than this share of the statements are not used to find further ones. */
const COMMON_SHARE = 0.02;
const HEADING_SHARE = 0.5;
/** Short readings are timed in several rounds, and the shortest counts. */
const ROUNDS = 5;
const ENOUGH_MS = 20;

/**
 * A reader without a model: it quotes the statements that share words with the question, weighted by inverse document
 * frequency; the rare words of a chosen statement are added to the question, so that references can be followed. The
 * same texts give the same answer.
 *
 * @param now monotonic clock in milliseconds; without it each text is read once, and readings take 0 ms
 */
export function extractiveReader(now?: () => number): Reader {
  return {
    name: 'extractive',
    contextTokens: undefined,
    answer: async (texts, question) => {
      if (now === undefined) return { answer: quote(texts, question), elapsedMs: 0 };
      let answer = '';
      let elapsedMs = Number.POSITIVE_INFINITY;
      let spentMs = 0;
      for (let round = 0; round < ROUNDS && spentMs < ENOUGH_MS; round++) {
        const start = now();
        answer = quote(texts, question);
        const roundMs = now() - start;
        elapsedMs = Math.min(elapsedMs, roundMs);
        spentMs += roundMs;
      }
      return { answer, elapsedMs };
    },
  };
}

interface Candidate {
  readonly statement: Statement;
  readonly words: ReadonlySet<string>;
  readonly headingWords: ReadonlySet<string>;
}

function quote(texts: readonly string[], question: string): string {
  const asked = new Set(singularWords(question).filter((word) => !ENGLISH_STOP_WORDS.has(word)));
  const { candidates, statementsWith, count } = readCandidates(texts);
  const idf = (word: string): number => Math.log(1 + count / (statementsWith.get(word) ?? 1));
  const weights = new Map([...asked].map((word) => [word, idf(word)]));
  const covered = new Set<string>();
  const chosen: Candidate[] = [];
  let bestScore = 0;
  while (chosen.length < MAX_STATEMENTS) {
    const next = bestCandidate(candidates, { weights, asked, covered, chosen });
    if (next === undefined || next.score < bestScore * MIN_SHARE) break;
    bestScore = Math.max(bestScore, next.score);
    chosen.push(next.candidate);
    for (const word of next.candidate.words) {
      covered.add(word);
      if (!asked.has(word) && statementsWith.get(word)! <= Math.max(3, count * COMMON_SHARE)) {
        weights.set(word, idf(word) * LED_ON);
        covered.delete(word);
      }
    }
    for (const word of next.candidate.headingWords) covered.add(word);
  }
  const order = new Map(candidates.map((candidate, index) => [candidate, index]));
  return chosen
    .sort((a, b) => order.get(a)! - order.get(b)!)
    .map(({ statement }) => statement.text())
    .join(' ');
}

/** Each statement once, even if it occurs several times. */
function readCandidates(texts: readonly string[]) {
  const bySource = new Map<string, Candidate>();
  const statementsWith = new Map<string, number>();
  for (const text of texts) {
    for (const statement of statementsOf(text)) {
      if (bySource.has(statement.source)) continue;
      const words = new Set(singularWords(statement.source));
      if (words.size === 0) continue;
      bySource.set(statement.source, { statement, words, headingWords: statement.headingWords });
      for (const word of words) statementsWith.set(word, (statementsWith.get(word) ?? 0) + 1);
    }
  }
  return { candidates: [...bySource.values()], statementsWith, count: bySource.size };
}

interface QuotingState {
  /** Of the words of the question, and of the words added from chosen statements. */
  readonly weights: ReadonlyMap<string, number>;
  /** Words of the question. */
  readonly asked: ReadonlySet<string>;
  /** Words that chosen statements answer. */
  readonly covered: ReadonlySet<string>;
  readonly chosen: readonly Candidate[];
}

/**
 * The candidate with the highest geometric mean of its weight for the question and the weight it adds to the chosen
 * ones. It must add a word of the question itself; words added from chosen statements only rank such candidates.
 */
function bestCandidate(
  candidates: readonly Candidate[],
  { weights, asked, covered, chosen }: QuotingState,
): { candidate: Candidate; score: number } | undefined {
  let best: { candidate: Candidate; score: number } | undefined;
  for (const candidate of candidates) {
    let matched = 0;
    let added = 0;
    let isAsked = false;
    for (const [word, weight] of weights) {
      const isThere = candidate.words.has(word);
      if (!isThere && !candidate.headingWords.has(word)) continue;
      const value = isThere ? weight : weight * HEADING_SHARE;
      matched += value;
      if (covered.has(word)) continue;
      added += value;
      isAsked ||= asked.has(word);
    }
    const score = isAsked ? Math.sqrt(matched * added) : 0;
    if (score > (best?.score ?? 0) && !chosen.includes(candidate)) best = { candidate, score };
  }
  return best;
}

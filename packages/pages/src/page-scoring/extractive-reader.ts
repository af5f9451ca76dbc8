import { ENGLISH_STOP_WORDS } from '@topicmill/topics/keywords';
import type { Reader } from './reader.js';
import { type Statement, statementsOf } from './statements.js';
import { wordsOf } from './words.js';

const MAX_STATEMENTS = 4;
/** A statement is left out when it answers less than this share of what the best one does. */
const MIN_SHARE = 0.4;
/** What rare words of a chosen statement count for, so that it leads on to others. */
const LED_ON = 0.5;
/** Words that so large a share of the statements hold lead nowhere. */
const COMMON_SHARE = 0.02;
const HEADING_SHARE = 0.5;
/** Short readings are timed several times, and the least disturbed one counts. */
const ROUNDS = 5;
const ENOUGH_MS = 20;

/**
 * A reader without a model: it quotes the statements whose words are those of the question, weighted by how few
 * statements hold them; what it has chosen adds its rare words to the question, so that a reference can be followed.
 * The same texts give the same answer.
 *
 * @param now milliseconds of a clock that only goes on
 */
export function extractiveReader(now: () => number): Reader {
  return {
    name: 'extractive',
    contextTokens: undefined,
    answer: async (texts, question) => {
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
  const asked = new Set(wordsOf(question).filter((word) => !ENGLISH_STOP_WORDS.has(word)));
  const { candidates, statementsWith, count } = readCandidates(texts);
  const rarity = (word: string): number => Math.log(1 + count / (statementsWith.get(word) ?? 1));
  const weights = new Map([...asked].map((word) => [word, rarity(word)]));
  const covered = new Set<string>();
  const chosen: Candidate[] = [];
  let bestScore = 0;
  while (chosen.length < MAX_STATEMENTS) {
    const next = bestCandidate(candidates, weights, asked, covered, chosen);
    if (next === undefined || next.score < bestScore * MIN_SHARE) break;
    bestScore = Math.max(bestScore, next.score);
    chosen.push(next.candidate);
    for (const word of next.candidate.words) {
      covered.add(word);
      if (!asked.has(word) && statementsWith.get(word)! <= Math.max(3, count * COMMON_SHARE)) {
        weights.set(word, rarity(word) * LED_ON);
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

/** Each statement once, wherever it stands. */
function readCandidates(texts: readonly string[]) {
  const bySource = new Map<string, Candidate>();
  const statementsWith = new Map<string, number>();
  for (const text of texts) {
    for (const statement of statementsOf(text)) {
      if (bySource.has(statement.source)) continue;
      const words = new Set(wordsOf(statement.source));
      if (words.size === 0) continue;
      bySource.set(statement.source, { statement, words, headingWords: statement.headingWords });
      for (const word of words) statementsWith.set(word, (statementsWith.get(word) ?? 0) + 1);
    }
  }
  return { candidates: [...bySource.values()], statementsWith, count: bySource.size };
}

/**
 * The candidate with the highest mean of what it says of the question, and what it adds to the chosen ones. It adds a
 * word of the question itself: words that the chosen ones lead on to decide among such candidates only.
 */
function bestCandidate(
  candidates: readonly Candidate[],
  weights: ReadonlyMap<string, number>,
  asked: ReadonlySet<string>,
  covered: ReadonlySet<string>,
  chosen: readonly Candidate[],
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

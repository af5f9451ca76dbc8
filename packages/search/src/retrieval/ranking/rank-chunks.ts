import { WEIGHTS } from './weights.js';

/** What is known about a chunk that may be a result. */
export interface Candidate {
  readonly chunk: number;
  readonly topic: number;
  /** Evidence for the chunk alone, 0 or more: that of its words, or its similarity where only vectors count. */
  readonly evidence: number;
  /** Nearness of the chunk among all chunks, in standard deviations, 0 or more; 0 where vectors do not count. */
  readonly nearness: number;
  /** Cosine with the query, where vectors count. */
  readonly similarity?: number | undefined;
  /** Number of the question that is nearer than the text, or a negative number. */
  readonly question?: number | undefined;
  /** Bits between the query and the nearest prompt, where one is near. */
  readonly promptDistance?: number | undefined;
}

/** What is ranked. */
export interface Findings {
  /** Chunks of one topic side by side. */
  readonly candidates: readonly Candidate[];
  /** By topic number; 0 or more. */
  readonly topicScores: Float32Array;
  /** Whether questions are compared as wholes, so that hashes tell only of the same words. */
  readonly comparesQuestions: boolean;
  /** How sure it is that the docs answer, as `answerConfidence` says it; left out where words and vectors did not both count. */
  readonly confidence?: number;
}

/** A candidate with its score among all others. */
export interface RankedChunk extends Candidate {
  readonly score: number;
}

/**
 * Orders candidates. Topics are judged first; a chunk then has its topic's score times its share of the topic's best chunk,
 * less for each chunk of the topic before it. So a topic that stands out fills several places, and doubtful ones take turns.
 */
export function rankChunks(findings: Findings): RankedChunk[] {
  const values = chunkValues(findings);
  const ranked = groupByTopic(findings.candidates).flatMap((group) => {
    const bonus = Math.max(...group.map((candidate) => promptBonus(candidate, findings)));
    const topicScore = findings.topicScores[group[0]!.topic]! + bonus;
    const ordered = [...group].sort((a, b) => values.get(b)! - values.get(a)! || a.chunk - b.chunk);
    const best = values.get(ordered[0]!)!;
    return ordered.map((candidate, place) => {
      const share = best === 0 ? 1 : values.get(candidate)! / best;
      return { ...candidate, score: topicScore * share * WEIGHTS.repeatDecay ** place };
    });
  });
  return ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

/**
 * Scores of results, the best first, as if chunks did not count less for those of their topic before them: how well each
 * one answers by itself. All results must be there, from the first one on.
 */
export function withoutRepeatDecay(results: readonly { readonly topic: string; readonly score: number }[]): number[] {
  const places = new Map<string, number>();
  return results.map(({ topic, score }) => {
    const place = places.get(topic) ?? 0;
    places.set(topic, place + 1);
    return score / WEIGHTS.repeatDecay ** place;
  });
}

function chunkValues(findings: Findings): ReadonlyMap<Candidate, number> {
  const best = findings.candidates.reduce((most, { evidence }) => Math.max(most, evidence), 0);
  return new Map(
    findings.candidates.map((candidate) => [
      candidate,
      (best === 0 ? 0 : candidate.evidence / best) +
        WEIGHTS.chunkNearness * candidate.nearness +
        promptBonus(candidate, findings),
    ]),
  );
}

function groupByTopic(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]!.topic === candidate.topic) last.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

/**
 * A question that people have answered ranks above what words and vectors guess, most of all for the same words. Where
 * questions are compared as wholes, only the same words do: hashes of short questions are near that ask something else.
 */
function promptBonus({ promptDistance }: Candidate, { comparesQuestions }: Findings): number {
  if (promptDistance === undefined || (promptDistance > 0 && comparesQuestions)) return 0;
  return WEIGHTS.sameQuestion * (0.5 + 0.5 / (1 + promptDistance));
}

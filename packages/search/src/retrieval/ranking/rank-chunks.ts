import { bestOf, type Fusion, fuseScores, shareOfBest, stretch } from './fuse.js';

/** What is known of a chunk that may be a result. */
export interface Candidate {
  readonly chunk: number;
  readonly topic: number;
  /** Evidence for the chunk alone, 0 or more: that of its words, or its similarity where only vectors count. */
  readonly evidence: number;
  /** Cosine with the query, where vectors count. */
  readonly similarity?: number | undefined;
  /** Bits between the query and the nearest prompt, where one is near. */
  readonly promptDistance?: number | undefined;
}

/** What is ranked. */
export interface Findings {
  /** Chunks of one topic side by side. */
  readonly candidates: readonly Candidate[];
  /** By topic number; 0 or more. */
  readonly topicEvidence: Float32Array;
  /** Whether a topic was compared by more than its words; left out, all were. Others do not change how these are ranked. */
  readonly isCompared?: ((topic: number) => boolean) | undefined;
  /** Whether similarities count in addition to the evidence. */
  readonly mixesVectors: boolean;
  /** How near the nearest question of a topic is to the query, by topic number, where questions count as wholes. */
  readonly questionSimilarity?: ReadonlyMap<number, number> | undefined;
}

/** A candidate with its score among all others. */
export interface RankedChunk extends Candidate {
  readonly score: number;
}

/** What the nearness of its nearest question counts for a topic. */
const QUESTION_SIMILARITY_WEIGHT = 0.8;
/** What vectors count against words among chunks: those of one topic are all near the query. */
const CHUNK_VECTOR_WEIGHT = 0.1;
/** What a second chunk of a topic counts against its first, a third against its second. */
const REPEAT_DECAY = 0.7;

/**
 * Orders candidates. Topics are judged first, by their evidence fused with the similarity of their nearest chunk; a chunk
 * then has its topic's score times its share of the topic's best chunk, less for each chunk of the topic before it. So a
 * topic that stands out fills several places, and doubtful ones take turns.
 */
export function rankChunks(findings: Findings, fusion: Fusion): RankedChunk[] {
  const groups = groupByTopic(findings.candidates);
  const topicScores = scoreTopics(groups, findings, fusion);
  const values = chunkValues(findings);
  const ranked = groups.flatMap((group, at) => {
    const ordered = [...group].sort((a, b) => values.get(b)! - values.get(a)! || a.chunk - b.chunk);
    const best = values.get(ordered[0]!)!;
    return ordered.map((candidate, place) => {
      const share = best === 0 ? 1 : values.get(candidate)! / best;
      return { ...candidate, score: topicScores[at]! * share * REPEAT_DECAY ** place };
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
    return score / REPEAT_DECAY ** place;
  });
}

function chunkValues(findings: Findings): ReadonlyMap<Candidate, number> {
  const { candidates, mixesVectors, isCompared = () => true } = findings;
  const compared = candidates.filter(({ topic }) => isCompared(topic));
  const best = bestOf((compared.length > 0 ? compared : candidates).map(({ evidence }) => evidence));
  const shares = candidates.map(({ evidence }) => (best === 0 ? 0 : evidence / best));
  const nearness = stretch(candidates.map(({ similarity }) => (mixesVectors ? similarity : undefined)));
  return new Map(
    candidates.map((candidate, at) => [
      candidate,
      shares[at]! + CHUNK_VECTOR_WEIGHT * nearness[at]! + promptBonus(candidate, findings),
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

function scoreTopics(groups: readonly Candidate[][], findings: Findings, fusion: Fusion): number[] {
  const evidence = groups.map(([first]) => findings.topicEvidence[first!.topic]!);
  const nearest = groups.map((group) => nearestOf(group));
  const scores = findings.mixesVectors ? fuseScores(evidence, nearest, fusion) : shareOfBest(evidence);
  const ofQuestions = groups.map(([first]) => findings.questionSimilarity?.get(first!.topic) ?? 0);
  const bonuses = groups.map((group) => Math.max(...group.map((candidate) => promptBonus(candidate, findings))));
  return scores.map((score, at) => score + QUESTION_SIMILARITY_WEIGHT * ofQuestions[at]! + bonuses[at]!);
}

/** The largest similarity of some chunks, at least 0; `undefined` where none was compared. */
function nearestOf(group: readonly Candidate[]): number | undefined {
  const known = group.flatMap(({ similarity }) => similarity ?? []);
  return known.length === 0 ? undefined : bestOf(known);
}

/**
 * A question that people have answered ranks above what words and vectors guess; 2 for the same words. Where questions are
 * compared as wholes, only the same words do: hashes of short questions are near that ask something else.
 */
function promptBonus({ promptDistance }: Candidate, { questionSimilarity }: Findings): number {
  if (promptDistance === undefined || (promptDistance > 0 && questionSimilarity !== undefined)) return 0;
  return 1 + 1 / (1 + promptDistance);
}

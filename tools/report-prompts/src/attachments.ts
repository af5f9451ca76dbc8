import { cosineSimilarity } from '@topicmill/topics/similarity';
import type { Asked, AskedTopic } from './read-questions.js';

/** Which chunks a question leaves its hash in. */
export interface AttachmentRule {
  readonly minSimilarity: number;
  readonly maxPerQuestion: number;
}

/** What a rule does to some questions. */
export interface AttachmentMeasure extends AttachmentRule {
  /** Share of questions that leave their hash in a chunk. */
  readonly matched: number;
  /** Share of the hashes left that stand in a right chunk. */
  readonly precision: number;
  /** Share of questions whose hash stands in a right chunk. */
  readonly recall: number;
  /** Hashes for each chunk of the topics asked. */
  readonly hashesPerChunk: number;
}

/** Chunks of the question's own topic, nearest first. */
export type NearestChunks = ReadonlyMap<Asked, readonly { readonly index: number; readonly similarity: number }[]>;

/** @param vectorOf the vector of a question */
export function nearestChunks(topics: readonly AskedTopic[], vectorOf: (text: string) => Float32Array): NearestChunks {
  const nearest = new Map<Asked, { index: number; similarity: number }[]>();
  for (const { asked, vectors } of topics) {
    for (const question of asked) {
      const vector = vectorOf(question.text);
      const all = vectors.map((chunk, index) => ({ index, similarity: cosineSimilarity(vector, chunk) }));
      nearest.set(
        question,
        all.sort((a, b) => b.similarity - a.similarity || a.index - b.index),
      );
    }
  }
  return nearest;
}

/** The chunks that a question leaves its hash in. */
export function attached(question: Asked, nearest: NearestChunks, rule: AttachmentRule): number[] {
  const near = nearest.get(question)!.filter(({ similarity }) => similarity >= rule.minSimilarity);
  return near.slice(0, rule.maxPerQuestion).map(({ index }) => index);
}

export function measureAttachments(
  topics: readonly AskedTopic[],
  nearest: NearestChunks,
  rule: AttachmentRule,
): AttachmentMeasure {
  const questions = topics.flatMap(({ asked }) => asked);
  const chunkCount = topics.reduce((sum, { chunks, asked }) => sum + (asked.length > 0 ? chunks.length : 0), 0);
  let [matchedCount, foundCount, hashCount, rightCount] = [0, 0, 0, 0];
  for (const question of questions) {
    const chunks = attached(question, nearest, rule);
    const right = chunks.filter((index) => question.rightChunks.has(index)).length;
    hashCount += chunks.length;
    rightCount += right;
    if (chunks.length > 0) matchedCount++;
    if (right > 0) foundCount++;
  }
  return {
    ...rule,
    matched: matchedCount / questions.length,
    precision: hashCount === 0 ? 1 : rightCount / hashCount,
    recall: foundCount / questions.length,
    hashesPerChunk: hashCount / chunkCount,
  };
}

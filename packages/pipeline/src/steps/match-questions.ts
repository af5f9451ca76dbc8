import type { TopicmillConfig } from '@topicmill/base/config';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type MatchedPrompt, type QaPair, readQaPairs } from '@topicmill/topics/formats';
import { cosineSimilarity, roundSimilarity, simHash64 } from '@topicmill/topics/similarity';
import type { StepInputs, StepServices } from '../runner/index.js';
import { questionsRequest } from './embedding-requests.js';

/** File of a topic with questions and answers. */
export const QA_PAIRS_FILE = 'qa-pairs.md';

/** The questions that each chunk answers best. */
export interface MatchedQuestions {
  /** For each chunk its questions, the nearest first. */
  readonly byChunk: readonly (readonly MatchedPrompt[])[];
  readonly embeddedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Matches the topic's questions with its chunks: a question goes to the chunks nearest to it, at most
 * `maxPerQuestion` of them, each at `minSimilarity` or more.
 *
 * @param chunkVectors one for each chunk
 */
export async function matchQuestions(
  inputs: StepInputs,
  chunkVectors: readonly Float32Array[],
  services: StepServices,
): Promise<MatchedQuestions> {
  const file = inputs.file(QA_PAIRS_FILE);
  const { prompts } = inputs.config;
  if (file === undefined || !prompts.enabled) {
    return { byChunk: chunkVectors.map(() => []), embeddedCount: 0, diagnostics: [] };
  }
  const { pairs, diagnostics } = readQaPairs(file.text, inputs.displayPath(QA_PAIRS_FILE));
  const questions = questionsToEmbed(pairs);
  const { vectors, embeddedCount } = await services.embed(
    questionsRequest(file.bytes, questions, inputs.displayPath(QA_PAIRS_FILE)),
  );
  const byChunk = chunkVectors.map((): MatchedPrompt[] => []);
  questions.forEach((question, i) => {
    const hash = simHash64(question);
    for (const { index, similarity } of nearestChunks(vectors[i]!, chunkVectors, prompts)) {
      byChunk[index]!.push({ question, similarity, hash });
    }
  });
  for (const matched of byChunk) matched.sort((a, b) => b.similarity - a.similarity);
  return { byChunk, embeddedCount, diagnostics };
}

/** The questions that are embedded: each once. */
export function questionsToEmbed(pairs: readonly QaPair[]): string[] {
  return [...new Set(pairs.map(({ question }) => question))];
}

function nearestChunks(
  question: Float32Array,
  chunks: readonly Float32Array[],
  { minSimilarity, maxPerQuestion }: TopicmillConfig['prompts'],
): { index: number; similarity: number }[] {
  return chunks
    .map((chunk, index) => ({ index, similarity: roundSimilarity(cosineSimilarity(question, chunk)) }))
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.index - b.index)
    .slice(0, maxPerQuestion);
}

import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DocumentFile } from '@topicmill/base/files';
import { type MatchedPrompt, type QaPair, readQaPairs } from '@topicmill/topics/formats';
import { QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import { simHash64 } from '@topicmill/topics/similarity';
import type { StepInputs, StepServices } from '../runner/index.js';
import { questionsRequest } from './embedding-requests.js';
import { type PlacedChunk, placeQuestions } from './place-questions.js';

/** The questions that each chunk answers. */
export interface MatchedQuestions {
  /** For each chunk its questions, the nearest first. */
  readonly byChunk: readonly (readonly MatchedPrompt[])[];
  readonly embeddedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Gives the topic's questions to the chunks that answer them, as `placeQuestions` finds these. */
export async function matchQuestions(
  inputs: StepInputs,
  chunks: readonly PlacedChunk[],
  services: StepServices,
): Promise<MatchedQuestions> {
  const file = inputs.file(QA_PAIRS_FILE);
  const { prompts } = inputs.config;
  if (file === undefined || !prompts.enabled) {
    return { byChunk: chunks.map(() => []), embeddedCount: 0, diagnostics: [] };
  }
  const { pairs, diagnostics } = readQaPairs(file.text, inputs.displayPath(QA_PAIRS_FILE));
  const questions = differentPairs(pairs);
  const { vectors, embeddedCount } = await services.embed(
    questionsRequest(file.bytes, questions, inputs.displayPath(QA_PAIRS_FILE)),
  );
  const places = placeQuestions(
    questions.map((pair, at) => ({ ...pair, vector: vectors[at]! })),
    chunks,
    prompts,
  );
  const byChunk = chunks.map((): MatchedPrompt[] => []);
  for (const [at, { question }] of questions.entries()) {
    const hash = simHash64(question);
    for (const { index, similarity } of places[at]!) byChunk[index]!.push({ question, similarity, hash });
  }
  for (const matched of byChunk) matched.sort((a, b) => b.similarity - a.similarity);
  return { byChunk, embeddedCount, diagnostics };
}

/** Each question once, with its first answer. */
export function differentPairs(pairs: readonly QaPair[]): Pick<QaPair, 'question' | 'answer'>[] {
  const known = new Set<string>();
  return pairs.filter(({ question }) => known.size < known.add(question).size);
}

/** The answers of a topic's questions by question; none where there is no file. */
export function answersOf(file: DocumentFile | undefined, displayPath: string): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const pairs = differentPairs(readQaPairs(file.text, displayPath).pairs);
  return new Map(pairs.map(({ question, answer }) => [question, answer]));
}

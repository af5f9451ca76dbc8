import type { Diagnostic } from '@topicmill/base/diagnostics';
import { sha256Hex } from '@topicmill/base/files';
import type { ChunksManifest, QaPair } from '@topicmill/topics/formats';
import { type EmbeddingRequest, QUESTIONS_STRATEGY } from '../runner/index.js';
import { questionWithAnswer } from './place-questions.js';

/** Name under which the cache keeps the vectors of first chunks that were embedded apart from their topic. */
export const OVERVIEWS_STRATEGY = 'overviews';

/** A text to embed and the path that messages name it by. */
export interface TextToEmbed {
  readonly text: string;
  readonly displayPath: string;
}

/** The chunk files of one source, parents included. */
export function chunksRequest(
  manifest: Pick<ChunksManifest, 'strategy' | 'source_sha256'>,
  files: readonly TextToEmbed[],
): EmbeddingRequest {
  return {
    strategy: manifest.strategy,
    sourceSha256: manifest.source_sha256,
    texts: files.map(({ text }) => text),
    labels: files.map(({ displayPath }) => displayPath),
  };
}

/**
 * The questions of one `qa-pairs.md`, each with its answer.
 *
 * @param bytes of the file
 * @param questions each once
 */
export function questionsRequest(
  bytes: Uint8Array,
  questions: readonly Pick<QaPair, 'question' | 'answer'>[],
  displayPath: string,
): EmbeddingRequest {
  return {
    strategy: QUESTIONS_STRATEGY,
    sourceSha256: sha256Hex(bytes),
    texts: questions.map(({ question, answer }) => questionWithAnswer(question, answer)),
    labels: questions.map(({ question }) => `${displayPath}: ${question}`),
  };
}

/** The questions of one `model-questions.md`. */
export function modelQuestionsRequest(
  bytes: Uint8Array,
  questions: readonly Pick<QaPair, 'question'>[],
  displayPath: string,
): EmbeddingRequest {
  const unanswered = questions.map(({ question }) => ({ question, answer: '' }));
  return questionsRequest(bytes, unanswered, displayPath);
}

/** A topic's first chunk file, for a topic whose chunks are not in the cache. */
export function overviewRequest({ text, displayPath }: TextToEmbed): EmbeddingRequest {
  return { strategy: OVERVIEWS_STRATEGY, sourceSha256: sha256Hex(text), texts: [text], labels: [displayPath] };
}

/** The error about a text that a model refuses while it takes others: `EMBEDDER_TEXT_REFUSED`. @param line 1-based */
export function refusedText(message: string, file: string, line: number): Diagnostic {
  const remedy = 'Change the text, or use another model; the next build asks again.';
  return { severity: 'error', code: 'EMBEDDER_TEXT_REFUSED', message, file, line, remedy };
}

import { createHash } from 'node:crypto';
import type { Reaction, ReceivedRequest } from './loopback-server.js';

/** The vector that the servers of these tests have for a text: of length 1, as real ones send it. */
export function unitVectorOf(text: string, dimensions = 6): number[] {
  const digest = createHash('sha256').update(text).digest();
  const values = Array.from({ length: dimensions }, (_, at) => digest[at]! - 127.5);
  const length = Math.hypot(...values);
  return values.map((value) => Math.fround(value / length));
}

/** What an embedder should make of `unitVectorOf`. */
export function float32Of(text: string): Float32Array {
  return Float32Array.from(unitVectorOf(text));
}

export interface OllamaModel {
  readonly name: string;
  /** Longest text that it takes, in characters, which stand for tokens here. */
  readonly contextLength?: number;
}

/** Answers as Ollama's `/api/embed` does. */
export function ollamaReaction(request: ReceivedRequest, model: OllamaModel): Reaction {
  const { input, model: asked, truncate } = request.body as { input: string[]; model: string; truncate?: boolean };
  if (request.path !== '/api/embed') return { status: 404, raw: '404 page not found' };
  if (asked !== model.name) {
    return { status: 404, json: { error: `model "${asked}" not found, try pulling it first` } };
  }
  const tooLong = input.some((text) => text.length > (model.contextLength ?? Number.POSITIVE_INFINITY));
  if (tooLong && truncate === false) {
    return { status: 400, json: { error: 'the input length exceeds the context length' } };
  }
  const embeddings = input.map((text) => unitVectorOf(text.slice(0, model.contextLength)));
  return { json: { model: asked, embeddings, total_duration: 1, load_duration: 1, prompt_eval_count: 1 } };
}

/** Answers as OpenAI's `/v1/embeddings` does. */
export function openAiReaction(request: ReceivedRequest, key: string): Reaction {
  const { input, model, encoding_format } = request.body as Record<'model' | 'encoding_format', string> & {
    input: string[];
  };
  if (request.headers.authorization !== `Bearer ${key}`) {
    const message = `Incorrect API key provided: ${request.headers.authorization?.slice('Bearer '.length)}.`;
    return openAiError(401, message, 'invalid_request_error', 'invalid_api_key');
  }
  if (request.path !== '/v1/embeddings') return openAiError(404, 'Unknown request URL', 'invalid_request_error', null);
  const data = input.map((text, index) => {
    const vector = unitVectorOf(text);
    return { object: 'embedding', index, embedding: encoding_format === 'base64' ? base64Of(vector) : vector };
  });
  return { json: { object: 'list', data, model, usage: { prompt_tokens: 1, total_tokens: 1 } } };
}

/** An error in OpenAI's shape. */
export function openAiError(
  status: number,
  message: string,
  type: string,
  code: string | null,
  headers: Record<string, string> = {},
): Reaction {
  return { status, headers, json: { error: { message, type, param: null, code } } };
}

export function base64Of(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

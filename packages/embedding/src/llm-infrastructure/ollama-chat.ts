import type { CompleteSettings } from './complete-settings.js';
import { estimateWordPieces } from './estimate-word-pieces.js';
import { connectOllama } from './ollama-connection.js';
import { RequestFailure } from './request-failure.js';
import { GENERATION } from './service.js';
import type { ChatProvider } from './text-generator.js';

const UNKNOWN_CONTEXT = 16_384;
/** Room for the answer, in tokens. */
const ANSWER_TOKENS = 1_024;
/** Contexts are asked for in steps: each other size makes Ollama load the model again. */
const CONTEXT_STEP = 4_096;

/**
 * Chats through an Ollama server's `/api/chat`, at `OLLAMA_HOST` or the usual local address.
 *
 * @throws TopicmillError `GENERATOR_UNREACHABLE` when `OLLAMA_HOST` is not an address
 */
export function ollamaChat(
  modelName: string,
  settings: CompleteSettings,
  contextTokens: number = UNKNOWN_CONTEXT,
): ChatProvider {
  const connection = connectOllama(modelName, settings, GENERATION);
  return {
    words: connection.words,
    contextTokens,
    usdPerMillionTokens: { prompt: 0, answer: 0 },
    request: async ({ system, user, temperature }, signal) => {
      // Without num_ctx Ollama takes a small context and drops the start of what does not fit, without a word.
      const needed = estimateWordPieces(system) + estimateWordPieces(user) + ANSWER_TOKENS;
      const num_ctx = Math.min(contextTokens, Math.ceil(needed / CONTEXT_STEP) * CONTEXT_STEP);
      const answer = await connection.request(signal, (client) =>
        client.chat({
          model: modelName,
          stream: false,
          options: { ...(temperature === undefined ? {} : { temperature }), num_ctx },
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: user },
          ],
        }),
      );
      return textOf(answer);
    },
  };
}

function textOf(answer: unknown): string {
  const {
    message,
    done,
    done_reason: reason,
  } = (answer ?? {}) as {
    message?: { content?: unknown };
    done?: unknown;
    done_reason?: unknown;
  };
  if (done === false || reason === 'length') throw new RequestFailure('malformed', 'the text was cut short');
  if (typeof message?.content !== 'string') throw new RequestFailure('malformed', 'it has no message');
  return message.content;
}

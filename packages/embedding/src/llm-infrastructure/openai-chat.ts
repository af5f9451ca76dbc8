import type { CompleteSettings } from './complete-settings.js';
import { connectOpenAi } from './openai-connection.js';
import { RequestFailure } from './request-failure.js';
import { GENERATION } from './service.js';
import type { ChatProvider } from './text-generator.js';

/** Contexts of OpenAI's chat models in tokens, by the start of their names; the first that fits counts. */
const CONTEXT_TOKENS: readonly (readonly [start: string, tokens: number])[] = [
  ['gpt-4.1', 1_047_576],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['gpt-4', 8_192],
  ['gpt-3.5-turbo', 16_385],
];
const UNKNOWN_CONTEXT = 16_384;

/**
 * Chats through OpenAI's `/chat/completions`, or a compatible server's at `OPENAI_BASE_URL`.
 *
 * @throws TopicmillError `GENERATOR_UNREACHABLE` when `OPENAI_BASE_URL` is not an address
 */
export function openAiChat(modelName: string, settings: CompleteSettings, contextTokens?: number): ChatProvider {
  const connection = connectOpenAi(modelName, settings, GENERATION);
  const known = CONTEXT_TOKENS.find(([start]) => modelName.startsWith(start))?.[1];
  return {
    words: connection.words,
    contextTokens: contextTokens ?? known ?? UNKNOWN_CONTEXT,
    request: async ({ system, user, temperature }, signal) =>
      textOf(
        await connection.request(signal, (client) =>
          client.chat.completions.create({
            model: modelName,
            ...(temperature === undefined ? {} : { temperature }),
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: user },
            ],
          }),
        ),
      ),
  };
}

function textOf(answer: unknown): string {
  const choices = (answer as { choices?: unknown } | null)?.choices;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { message, finish_reason: reason } = (choice ?? {}) as {
    message?: { content?: unknown };
    finish_reason?: unknown;
  };
  if (reason === 'length') throw new RequestFailure('malformed', 'the text was cut short');
  if (typeof message?.content !== 'string') throw new RequestFailure('malformed', 'it has no message');
  return message.content;
}

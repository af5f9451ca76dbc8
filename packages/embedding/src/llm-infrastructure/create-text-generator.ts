import { TopicmillError } from '@topicmill/base/diagnostics';
import { type CompleteSettings, completeSettings } from './complete-settings.js';
import type { EmbedderSettings } from './embedder-settings.js';
import { failureError } from './failure-error.js';
import { ollamaChat } from './ollama.js';
import { openAiChat } from './openai.js';
import { RequestFailure } from './request-failure.js';
import { requestWithRetries } from './request-with-retries.js';
import { GENERATION } from './service.js';
import type { ChatPrompt, ChatProvider, TextGenerator } from './text-generator.js';

/** What a text generator needs from its surroundings; the same as an embedder, and the size of its context. */
export interface GeneratorSettings extends EmbedderSettings {
  /** Tokens of prompt and answer together. Default: what is known about the model, else 16,384. */
  readonly contextTokens?: number | undefined;
}

/**
 * The generator of a name. No server is called before the first prompt.
 *
 * @param spec `openai:<model>` or `ollama:<model>`; a name without provider is OpenAI's
 * @throws TopicmillError `GENERATOR_UNKNOWN`; `GENERATOR_UNREACHABLE` if an address in the environment is not a URL
 */
export function createTextGenerator(spec: string, settings: GeneratorSettings): TextGenerator {
  const [, provider = '', modelName = ''] = /^(?:(openai|ollama):)?([^\s:].*)$/s.exec(spec.trim()) ?? [];
  if (modelName === '' || (provider === '' && modelName.includes(':'))) {
    throw new TopicmillError('GENERATOR_UNKNOWN', `There is no model called ${JSON.stringify(spec)}.`, {
      remedy: 'Use openai:<model> or ollama:<model>.',
    });
  }
  const { contextTokens, ...rest } = settings;
  const complete = completeSettings(rest);
  const connect = provider === 'ollama' ? ollamaChat : openAiChat;
  const chat = connect(modelName, complete, contextTokens);
  return chatGenerator(`${provider || 'openai'}:${modelName}`, chat, complete);
}

function chatGenerator(model: string, chat: ChatProvider, settings: CompleteSettings): TextGenerator {
  let takesTemperature = true;
  return {
    model,
    contextTokens: chat.contextTokens,
    usdPerMillionTokens: chat.usdPerMillionTokens,
    generate: async (prompt, label, signal = new AbortController().signal) => {
      let startMs = 0;
      const send = (asked: ChatPrompt): Promise<string> => {
        startMs = settings.now();
        return chat.request(asked, signal);
      };
      const { temperature, ...others } = prompt;
      const request = async (): Promise<string> => {
        if (!takesTemperature) return send(others);
        try {
          return await send({ ...others, temperature });
        } catch (error) {
          if (!(error instanceof RequestFailure) || !error.isTemperatureRefused) throw error;
          takesTemperature = false;
          return send(others);
        }
      };
      try {
        const text = await requestWithRetries(request, settings, signal);
        return { text: text.trim(), elapsedMs: Math.max(0, settings.now() - startMs) };
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        const failure = signal.aborted ? new RequestFailure('aborted', '') : error;
        throw failureError(failure, GENERATION, chat.words, [label]);
      }
    },
  };
}

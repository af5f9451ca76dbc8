import { basename, join } from 'node:path';
import { readTextIfExists, sha256Hex, slashPath, writeFileIfChanged } from '@topicmill/base/files';
import type { GeneratedText, Prompt, TextGenerator } from './text-generator.js';

const FORMAT = 1;

/**
 * A generator that keeps each answer in a file as soon as it has it, named after model and prompt, and does not ask
 * again for what is there. A file that is damaged counts as missing.
 *
 * @param folder made when the first answer comes
 * @param displayFolder path of the folder that errors name
 * @returns a generator that throws, besides its own errors, TopicmillError `FILE_UNREADABLE` or `FILE_UNWRITABLE` for an
 *   answer that cannot be kept
 */
export function keepAnswers(generator: TextGenerator, folder: string, displayFolder: string): TextGenerator {
  return {
    model: generator.model,
    contextTokens: generator.contextTokens,
    generate: async (prompt, label, signal) => {
      const key = cacheKey(generator.model, prompt);
      const name = `${key.slice(0, 2)}/${key}.json`;
      const path = join(folder, name);
      const kept = readAnswer(path, key);
      if (kept !== undefined) return kept;
      const answer = await generator.generate(prompt, label, signal);
      writeFileIfChanged(
        path,
        `${JSON.stringify({ ...answer, check: checksum(key, answer) })}\n`,
        slashPath(join(displayFolder, name)),
      );
      return answer;
    },
  };
}

/** Whether a file of `keepAnswers` contains an answer, to the prompt that it is named after. */
export function isSoundAnswer(path: string): boolean {
  return readAnswer(path, basename(path, '.json')) !== undefined;
}

function cacheKey(model: string, { system, user, temperature }: Prompt): string {
  return sha256Hex(JSON.stringify([FORMAT, model, temperature, system, user]));
}

function checksum(key: string, { text, elapsedMs }: GeneratedText): string {
  return sha256Hex(JSON.stringify([key, text, elapsedMs]));
}

function readAnswer(path: string, key: string): GeneratedText | undefined {
  try {
    const found = JSON.parse(readTextIfExists(path) ?? '') as Partial<GeneratedText> & { check?: unknown };
    if (typeof found.text !== 'string' || typeof found.elapsedMs !== 'number') return undefined;
    const answer = { text: found.text, elapsedMs: found.elapsedMs };
    return found.check === checksum(key, answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

import { createTextGenerator, type GeneratorSettings, keepAnswers } from '@topicmill/embedding/llm-infrastructure';
import { modelSummaries, type Summarize } from '../pagination/index.js';

/**
 * Summaries by a language model, cached by model and content: an unchanged page causes no request.
 *
 * @param model `openai:<model>` or `ollama:<model>`; a bare name is an OpenAI model
 * @param answersFolder cache of the model's answers
 * @param displayFolder path of the cache that errors name
 * @throws TopicmillError `GENERATOR_UNKNOWN`, `GENERATOR_UNREACHABLE`
 */
export function llmSummaries(
  model: string,
  answersFolder: string,
  displayFolder: string,
  settings: GeneratorSettings,
): Summarize {
  return modelSummaries(keepAnswers(createTextGenerator(model, settings), answersFolder, displayFolder));
}

import { createTextGenerator, type GeneratorSettings, keepAnswers } from '@topicmill/embedding/llm-infrastructure';
import { modelSummaries, type Summarize } from '../pagination/index.js';

/**
 * Summaries by a language model, kept by model and content: a page that stays as it is is not asked about again.
 *
 * @param model `openai:<model>` or `ollama:<model>`; a bare name is OpenAI's
 * @param answersFolder keeps the model's answers
 * @throws TopicmillError `GENERATOR_UNKNOWN`, `GENERATOR_UNREACHABLE`
 */
export function llmSummaries(model: string, answersFolder: string, settings: GeneratorSettings): Summarize {
  return modelSummaries(keepAnswers(createTextGenerator(model, settings), answersFolder));
}

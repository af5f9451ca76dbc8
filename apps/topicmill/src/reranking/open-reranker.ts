import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import {
  createTextGenerator,
  type GeneratedText,
  type GeneratorSettings,
  keepAnswers,
  type TextGenerator,
} from '@topicmill/embedding/llm-infrastructure';
import type { TopicmillConfig } from '@topicmill/pipeline/config';
import { STATE_DIRECTORY } from '@topicmill/pipeline/runner';
import { findWorkspaceRoot, readConfig } from '@topicmill/pipeline/workspace';
import { type RankPages, readRanking } from '@topicmill/search/reranking';
import type { Surroundings } from '../workspace/surroundings.js';
import type { RerankChoice } from './rerank-option.js';

/** A model that orders pages. */
export interface Reranker {
  /** Exact name: `ollama:<model>`, `openai:<model>`. */
  readonly model: string;
  /**
   * @throws TopicmillError with one of the `GENERATOR_…` codes; `GENERATOR_BAD_RESPONSE` also for an answer that names no
   *   candidate
   */
  readonly rank: RankPages;
}

/** How long a model is waited for. */
type Patience = Pick<GeneratorSettings, 'timeoutMs' | 'retryCount'>;

/** Somebody waits for the results: a model that is not there must not delay them for long. */
export const QUERY_PATIENCE: Patience = { timeoutMs: 60_000, retryCount: 1 };

const ANSWERS = 'answers';
/** The likeliest words: the same question has the same order. */
const TEMPERATURE = 0;

/**
 * Opens the model that a command or the configuration around the current folder names. Nothing is sent yet. Answers are kept in
 * `.topicmill` of the workspace, by model and prompt, where there is one that can be written.
 *
 * @throws TopicmillError `INVALID_OPTION` where no model is named; `GENERATOR_UNREACHABLE` if an address in the environment is not a URL;
 *   FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function openReranker(
  choice: RerankChoice,
  { cwd, env }: Pick<Surroundings, 'cwd' | 'env'>,
  patience: Patience = {},
): Reranker {
  const root = findWorkspaceRoot(cwd);
  const model = choice === true ? root && configuredModel(readConfig(root, { env })) : choice;
  if (model === undefined) {
    throw new TopicmillError('INVALID_OPTION', 'No model for reranking is given.', {
      remedy: 'Give --rerank ollama:<model> or openai:<model>, or set search.rerank in topicmill.yaml.',
    });
  }
  const generator = createTextGenerator(model, { env, ...patience });
  const folder = root && join(root, STATE_DIRECTORY, ANSWERS);
  return {
    model: generator.model,
    rank: async (prompt, candidateCount) => {
      const asked = { ...prompt, temperature: TEMPERATURE };
      const { text } = await keptAnswer(readableAnswers(generator, candidateCount), folder, asked);
      return readRanking(text, candidateCount)!;
    },
  };
}

function configuredModel({ search, questions }: TopicmillConfig): string | undefined {
  return search.rerank ?? questions.model;
}

/** An answer that names nothing is a failure, and so is not kept. */
function readableAnswers(generator: TextGenerator, candidateCount: number): TextGenerator {
  return {
    ...generator,
    generate: async (prompt, label, signal) => {
      const answer = await generator.generate(prompt, label, signal);
      if (readRanking(answer.text, candidateCount) !== undefined) return answer;
      throw new TopicmillError('GENERATOR_BAD_RESPONSE', `${generator.model} did not return an order of the pages.`, {
        remedy: 'Ask again, or use a larger model.',
      });
    },
  };
}

/** The answer that is kept, or a new one, also where it cannot be kept. */
async function keptAnswer(
  generator: TextGenerator,
  folder: string | undefined,
  prompt: Parameters<TextGenerator['generate']>[0],
): Promise<GeneratedText> {
  let answer: GeneratedText | undefined;
  const noted: TextGenerator = {
    ...generator,
    generate: async (...request) => {
      answer = await generator.generate(...request);
      return answer;
    },
  };
  const keeper = folder === undefined ? noted : keepAnswers(noted, folder, `${STATE_DIRECTORY}/${ANSWERS}`);
  try {
    return await keeper.generate(prompt, 'reranking');
  } catch (thrown) {
    if (answer === undefined) throw thrown;
    return answer;
  }
}

import { InvalidArgumentError, Option } from 'commander';

/** What `--rerank` says: a model, or `true` for the configured one. */
export type RerankChoice = string | true;

export function rerankOption(): Option {
  return new Option(
    '--rerank [model]',
    'have a language model order the first twenty pages: ollama:<model> or openai:<model> (default: search.rerank or questions.model of topicmill.yaml)',
  ).argParser(modelName);
}

/** A question after the option would be taken for its model. */
function modelName(value: string): string {
  if (/^(?:ollama|openai):\S+$/.test(value)) return value;
  throw new InvalidArgumentError('Give ollama:<model> or openai:<model>, or the option alone after the question.');
}

import { TopicmillError } from '@topicmill/base/diagnostics';
import { BUILTIN_MODEL, createBuiltinEmbedder, isBuiltinModel } from './builtin-embedder.js';
import { completeSettings } from './complete-settings.js';
import type { EmbedderSettings } from './embedder-settings.js';
import { createEncoderEmbedder, isEncoder } from './encoder-embedder.js';
import type { ModelEmbedder } from './model-embedder.js';
import { createOllamaEmbedder } from './ollama.js';
import { createOpenAiEmbedder } from './openai.js';

/** Embedders that the documentation names; any other model of Ollama or OpenAI may follow the colon. */
export const KNOWN_EMBEDDERS: readonly string[] = [
  'builtin',
  'encoder',
  'ollama:mxbai-embed-large',
  'openai:text-embedding-3-large',
  'openai:text-embedding-3-small',
];

/**
 * The embedder that a configuration names. No server is called and no file read before the first text is embedded.
 *
 * @param spec `builtin`, `encoder`, `encoder:<folder>`, `ollama:<model>` or `openai:<model>`; also `builtin:<revision>`, if it is this revision
 * @throws TopicmillError `EMBEDDER_UNKNOWN`; `ENCODER_MISSING` for a folder without an encoder; `INVALID_OPTION` for a setting that there is not; `EMBEDDER_UNREACHABLE` if an address in the environment is not a URL
 */
export function createEmbedder(spec: string, settings: EmbedderSettings): ModelEmbedder {
  const complete = completeSettings(settings);
  if (isBuiltinModel(spec)) return createBuiltinEmbedder();
  if (isEncoder(spec)) return createEncoderEmbedder(spec, complete.env);
  const [, provider, modelName] = /^([^:]*):?(.*)/s.exec(spec.trim()) ?? [];
  if (provider === 'ollama' && modelName) return createOllamaEmbedder(modelName, complete);
  if (provider === 'openai' && modelName) return createOpenAiEmbedder(modelName, complete);
  if (provider === 'builtin') throw formerTable(spec);
  throw new TopicmillError('EMBEDDER_UNKNOWN', `There is no embedder called ${JSON.stringify(spec)}.`, {
    remedy: `Use one of ${KNOWN_EMBEDDERS.join(', ')}, or another model of Ollama or OpenAI.`,
  });
}

/** Vectors that are kept, published or stored outlive the table that made them. */
function formerTable(spec: string): TopicmillError {
  return new TopicmillError(
    'EMBEDDER_UNKNOWN',
    `The vectors were made with ${spec}, and this release of Topicmill has ${BUILTIN_MODEL}.`,
    { remedy: 'Build, then publish or export the docs again, or use the release that made them.' },
  );
}

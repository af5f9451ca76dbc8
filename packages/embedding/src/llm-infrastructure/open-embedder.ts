import { createBuiltinEmbedder, isBuiltinModel } from './builtin-embedder.js';
import { type EmbedderSettings, refuseUnknownSettings } from './embedder-settings.js';
import type { ModelEmbedder } from './model-embedder.js';

/**
 * As `createEmbedder`, for processes that are to start fast: what connects to servers is loaded for models that a server has.
 *
 * @throws TopicmillError as `createEmbedder`
 */
export async function openEmbedder(spec: string, settings: EmbedderSettings): Promise<ModelEmbedder> {
  refuseUnknownSettings(settings);
  if (isBuiltinModel(spec)) return createBuiltinEmbedder();
  const { createEmbedder } = await import('./create-embedder.js');
  return createEmbedder(spec, settings);
}

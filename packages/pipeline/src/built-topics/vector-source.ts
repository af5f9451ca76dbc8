import type { SearchTopic } from '@topicmill/search/retrieval';
import { withVectors } from '../optional-targets/index.js';
import type { StepServices, Workspace } from '../runner/index.js';
import type { BuiltTopic } from './read-built-topics.js';

/** Adds vectors to a built topic, of all of its chunks. */
export type VectorSource = (topic: BuiltTopic) => Promise<SearchTopic>;

/**
 * Adds vectors from the cache to a topic. The built-in model makes those that are missing; of a served model there is no source
 * when the cache lacks some of chunks; its questions without a vector are found by their words.
 */
export async function vectorSource(
  topics: readonly BuiltTopic[],
  { services }: Pick<Workspace, 'services'>,
): Promise<VectorSource | undefined> {
  if (!services.isTable && topics.some((topic) => !hasVectors(topic, services))) return undefined;
  return (built) => withCachedVectors(built, services);
}

/** A topic with its vectors; without, where the cache lacks some of a served model. */
export async function topicWithVectors(built: BuiltTopic, services: StepServices): Promise<SearchTopic> {
  return services.isTable || hasVectors(built, services) ? withCachedVectors(built, services) : built.topic();
}

async function withCachedVectors(built: BuiltTopic, services: StepServices): Promise<SearchTopic> {
  return (await withVectors(built.topic(), built, services, services.isTable === true)).topic;
}

/** Whether the cache has the vectors of all chunks of a topic. */
export function hasVectors(built: BuiltTopic, services: StepServices): boolean {
  const texts = new Set(built.topic().chunks.map(({ text }) => text));
  return services.findVectors(built.strategy, [...texts]).size === texts.size;
}

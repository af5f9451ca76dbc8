import type { SearchTopic } from '@topicmill/search/retrieval';
import { withVectors } from '../optional-targets/index.js';
import { QUESTIONS_STRATEGY, type StepServices, type Workspace } from '../runner/index.js';
import type { BuiltTopic } from './read-built-topics.js';

const ENCODER_MODEL = 'encoder:';

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
  if (topics.some((topic) => !hasVectors(topic, services))) return undefined;
  return (built) => withCachedVectors(built, services);
}

/** A topic with its vectors; without, where the cache lacks some of a served model. */
export async function topicWithVectors(built: BuiltTopic, services: StepServices): Promise<SearchTopic> {
  return hasVectors(built, services) ? withCachedVectors(built, services) : built.topic();
}

async function withCachedVectors(built: BuiltTopic, services: StepServices): Promise<SearchTopic> {
  return (await withVectors(built.topic(), built, services, makesQuestionVectors(services))).topic;
}

/** Questions are short: an encoder in this process reads those that the cache lacks. */
function makesQuestionVectors({ model, questionModel = model, isTable }: StepServices): boolean {
  return isTable?.(QUESTIONS_STRATEGY) === true || questionModel.startsWith(ENCODER_MODEL);
}

/** Whether the cache has the vectors of all chunks of a topic, or needs none. */
export function hasVectors(built: BuiltTopic, services: StepServices): boolean {
  if (services.isTable?.(built.strategy)) return true;
  const texts = new Set(built.topic().chunks.map(({ text }) => text));
  return services.findVectors(built.strategy, [...texts]).size === texts.size;
}

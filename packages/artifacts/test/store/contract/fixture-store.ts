import type { ArtifactInput, ArtifactStore } from '../../../src/store/index.js';
import { type CountingEmbedder, countingEmbedder } from '../counting-embedder.js';
import { windowSplitter } from '../window-splitter.js';
import type { OpenStore } from './open-store.js';

export const FIRST_MOMENT = Date.UTC(2025, 11, 25, 10, 30);

/** Chunks of 40 characters, 10 of them shared. */
export const smallWindows = windowSplitter(40, 10);

/** A store of small chunks, with the embedder that it uses. */
export async function fixtureStore(
  makePlace: () => OpenStore,
): Promise<{ store: ArtifactStore; embedder: CountingEmbedder; open: OpenStore }> {
  const embedder = countingEmbedder();
  const open = makePlace();
  const store = await open({ embedder, splitter: smallWindows, now: () => FIRST_MOMENT });
  return { store, embedder, open };
}

/** An input with nothing but what is needed. */
export function fixtureInput(content: string, sourceId?: string): ArtifactInput {
  return { content, artifactType: 'doc', sourceSystem: 'test', sourceId };
}

/** Different sentences, about 50 characters each. */
export function sentences(count: number, subject = 'river'): string {
  return Array.from(
    { length: count },
    (_, at) => `Sentence ${at} tells of the ${subject} and number ${at * 7919}. `,
  ).join('');
}

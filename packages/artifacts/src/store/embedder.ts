import type { Embedder } from '@topicmill/text/embedder';

export type { Embedder };

/** Chooses an embedder for the model that a store is bound to; `undefined` for a store without vectors. */
export type ChooseEmbedder = (boundModel: string | undefined) => Embedder;

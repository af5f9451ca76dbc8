import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Embedder } from '@topicmill/text/embedder';

/** The model whose vectors a store contains, and the number of the tables that they are in. */
export interface Binding {
  readonly model: string;
  readonly dimensions: number;
  readonly generation: number;
}

/** Names under which bindings are kept: the one in force, and the one that a reindex works towards. */
export type BindingName = 'binding' | 'reindex';

/**
 * Checks that an embedder is of the model that a store is bound to.
 *
 * @throws TopicmillError `STORE_MODEL_MISMATCH`
 */
export function checkModel(binding: Binding | undefined, embedder: Embedder, place: string): void {
  if (binding === undefined) return;
  const { model, dimensions } = binding;
  if (embedder.model === model && (embedder.dimensions ?? dimensions) === dimensions) return;
  throw modelMismatch(binding, embedder.model, place);
}

/** Checks the same of vectors that were made, which have a length. */
export function checkBound(binding: Binding | undefined, embedder: Embedder, dimensions: number, place: string): void {
  checkModel(binding, embedder, place);
  if (binding === undefined || binding.dimensions === dimensions) return;
  throw modelMismatch(binding, `${embedder.model} with ${dimensions}`, place);
}

function modelMismatch({ model, dimensions }: Binding, wanted: string, place: string): TopicmillError {
  return new TopicmillError(
    'STORE_MODEL_MISMATCH',
    `The store contains vectors of ${model} with ${dimensions} numbers; ${wanted} gives others.`,
    {
      file: place,
      remedy: `Use ${model}, or change the store with \`artifact-store reindex --model ${wanted}\`.`,
    },
  );
}

/** The error of a reindex to one model while another process works towards another. */
export function otherReindex(place: string): TopicmillError {
  return new TopicmillError('STORE_BUSY', 'Another process has started to reindex the store for another model.', {
    file: place,
    remedy: 'Let it finish, then run `reindex` again if you still want it.',
  });
}

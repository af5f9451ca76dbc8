import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Embedder } from '@topicmill/text/embedder';
import type { Database } from 'better-sqlite3';

/** The model whose vectors a store holds, and the number of the tables that they are in. */
export interface Binding {
  readonly model: string;
  readonly dimensions: number;
  readonly generation: number;
}

/** Names under which bindings are kept: the one in force, and the one that a reindex works towards. */
export type BindingName = 'binding' | 'reindex';

export function readBinding(db: Database, name: BindingName): Binding | undefined {
  const json = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  return json === undefined ? undefined : (JSON.parse(json) as Binding);
}

/** @param binding `undefined` removes it */
export function writeBinding(db: Database, name: BindingName, binding: Binding | undefined): void {
  if (binding === undefined) db.prepare('DELETE FROM settings WHERE name = ?').run(name);
  else db.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(name, JSON.stringify(binding));
}

/** Keys for rows of both collections, never given twice. */
export function takeKey(db: Database): number {
  const key = db
    .prepare("UPDATE settings SET value = value + 1 WHERE name = 'next_key' RETURNING value - 1")
    .pluck()
    .get();
  return key as number;
}

/**
 * Checks that an embedder is of the model that a store is bound to.
 *
 * @throws TopicmillError `STORE_MODEL_MISMATCH`
 */
export function checkModel(binding: Binding | undefined, embedder: Embedder, path: string): void {
  if (binding === undefined) return;
  const { model, dimensions } = binding;
  if (embedder.model === model && (embedder.dimensions ?? dimensions) === dimensions) return;
  throw modelMismatch(binding, embedder.model, path);
}

export function modelMismatch({ model, dimensions }: Binding, wanted: string, path: string): TopicmillError {
  return new TopicmillError(
    'STORE_MODEL_MISMATCH',
    `The store contains vectors of ${model} with ${dimensions} numbers; ${wanted} gives others.`,
    {
      file: path.replaceAll('\\', '/'),
      remedy: `Use ${model}, or change the store with \`artifact-store reindex --model ${wanted}\`.`,
    },
  );
}

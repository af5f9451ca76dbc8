import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Postgres, Transaction } from '@topicmill/base/postgres';
import { hasText } from '../artifact-facts.js';
import type { ArtifactRow } from '../artifact-rows.js';
import type { ChunkIndexRange, StoreProblem } from '../artifact-store.js';
import { type Binding, checkBound } from '../binding.js';
import type { ArtifactWithVectors, StoreEngine, TextWriting } from '../engine.js';
import { headerOf, intactLines, modelChanged } from '../export-artifacts.js';
import { Parameters } from './columns.js';
import { filterCondition } from './filter-condition.js';
import { findArtifact, findArtifacts, findByIdentity, findChunkIds, findChunks, identityHash } from './find-rows.js';
import { lockForTables, lockIdentity, lockModelShared } from './locks.js';
import { postgresReindexing } from './reindexing.js';
import { searchPassages } from './search-passages.js';
import { type PostgresBinding, readBinding, writeBinding } from './settings.js';
import { readAdvice, readStats, vacuumStore } from './store-stats.js';
import { createVectorTables, vectorsByKey, vectorsByText } from './vector-tables.js';
import { verifyStore } from './verify-store.js';
import { removeArtifacts, writeArtifact, writeKnown } from './write-artifact.js';

/** Artifacts in a schema of PostgreSQL. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a row for each method; what they do is in files of their own
export function postgresEngine(postgres: Postgres): StoreEngine {
  const { place, schema, read, write } = postgres;
  const removing = (find: (transaction: Transaction) => Promise<readonly ArtifactRow[]>): Promise<readonly string[]> =>
    write(async (transaction) => {
      await lockModelShared(transaction, schema);
      const artifacts = await find(transaction);
      if (artifacts.length === 0) return [];
      return removeArtifacts(transaction, await readBinding(transaction, 'binding'), artifacts);
    });
  const engine: StoreEngine = {
    place,
    readBinding: (signal) => read((transaction) => readBinding(transaction, 'binding'), signal),
    findStored: (identity, signal) =>
      read(async (transaction) => {
        const artifact = await findByIdentity(transaction, identity);
        return artifact && { artifact, chunkIds: await findChunkIds(transaction, artifact.key) };
      }, signal),
    readVectors: (hashes) =>
      read(async (transaction) => {
        const binding = await readBinding(transaction, 'binding');
        const vectors = binding === undefined ? new Map() : await vectorsByText(transaction, binding, hashes);
        return { binding, vectors };
      }),
    writeFacts: (input, contentSha256, signal) =>
      write(async (transaction) => {
        await lockModelShared(transaction, schema);
        const { sourceSystem, sourceId } = input;
        const old = await findByIdentity(transaction, { sourceSystem, sourceId, contentSha256 }, 'FOR UPDATE');
        if (old === undefined || !hasText(old, input, contentSha256)) return undefined;
        return writeKnown(transaction, old, input);
      }, signal),
    writeText: (writing, signal) =>
      write(async (transaction) => {
        const { sourceSystem, sourceId } = writing.input;
        const identity = identityHash({ sourceSystem, sourceId, contentSha256: writing.contentSha256 });
        await lockModelShared(transaction, schema);
        const binding = await bindVectors(transaction, postgres, writing);
        await lockIdentity(transaction, schema, identity);
        return writeArtifact(transaction, binding, writing);
      }, signal),
    search: (query, checked, embedder) =>
      read((transaction) => searchPassages(transaction, query, checked, { embedder, place }), checked.options.signal),
    readArtifact: (id, range) => read((transaction) => readArtifact(transaction, id, range)),
    async list(filter, after, limit) {
      const parameters = new Parameters();
      const conditions = [`id > ${parameters.add(after)}`, filterCondition(filter, parameters) ?? 'TRUE'];
      const rest = `WHERE ${conditions.join(' AND ')} ORDER BY id LIMIT ${parameters.add(limit)}`;
      return read((transaction) => findArtifacts(transaction, rest, parameters.values));
    },
    remove: (id) => removing((transaction) => findArtifacts(transaction, 'WHERE id = $1 FOR UPDATE', [id])),
    async removeMatching(filter) {
      const parameters = new Parameters();
      const rest = `WHERE ${filterCondition(filter, parameters) ?? 'TRUE'} ORDER BY id FOR UPDATE`;
      return removing((transaction) => findArtifacts(transaction, rest, parameters.values));
    },
    reindexing: postgresReindexing(postgres),
    readNext: (afterId, binding) => read((transaction) => readNext(transaction, afterId, binding, place)),
    exportIntact: (onDamaged) => exportIntact(engine, onDamaged),
    verify: () => read(verifyStore),
    stats: () => read((transaction) => readStats(transaction, schema)),
    advice: () => read(readAdvice),
    vacuum: () => vacuumStore(postgres),
    close: () => postgres.close(),
  };
  return engine;
}

/** The binding for an ingest's vectors; the first one binds the store to its model. */
async function bindVectors(
  transaction: Transaction,
  { schema, place }: Postgres,
  { embedder, vectors }: TextWriting,
): Promise<PostgresBinding> {
  const dimensions = vectors.values().next().value!.length;
  let bound = await readBinding(transaction, 'binding');
  if (bound === undefined) {
    await lockForTables(transaction, schema);
    bound = await readBinding(transaction, 'binding');
  }
  checkBound(bound, embedder, dimensions, place);
  if (bound !== undefined) return bound;
  const binding: Binding = { model: embedder.model, dimensions, generation: 1 };
  const column = await createVectorTables(transaction, binding);
  await writeBinding(transaction, 'binding', { ...binding, column });
  return { ...binding, column };
}

async function readArtifact(transaction: Transaction, id: string, range: ChunkIndexRange | undefined) {
  const artifact = await findArtifact(transaction, id);
  if (artifact === undefined) return undefined;
  const chunks = range === undefined ? [] : await findChunks(transaction, [artifact.key], range.from, range.to);
  return { artifact, chunks };
}

async function readNext(
  transaction: Transaction,
  afterId: string,
  exported: Binding | undefined,
  place: string,
): Promise<ArtifactWithVectors | undefined> {
  const [artifact] = await findArtifacts(transaction, 'WHERE id > $1 ORDER BY id LIMIT 1', [afterId]);
  if (artifact === undefined) return undefined;
  const binding = await readBinding(transaction, 'binding');
  if (exported !== undefined && binding?.generation !== exported.generation) throw modelChanged(place);
  const chunks = await findChunks(transaction, [artifact.key]);
  const keys = [artifact, ...chunks].map(({ key }) => key);
  const stored = binding === undefined ? new Map() : await vectorsByKey(transaction, binding, keys);
  return { artifact, chunks, vectors: new Map(Array.from(stored, ([key, { vector }]) => [key, vector])) };
}

/** What is intact, and of the others why they are left out. */
async function* exportIntact(engine: StoreEngine, onDamaged: (problem: StoreProblem) => void): AsyncGenerator<string> {
  const binding = await engine.readBinding();
  yield headerOf(binding);
  for (let last = ''; ; ) {
    const next = await engine.readNext(last, binding);
    if (next === undefined) return;
    last = next.artifact.id;
    try {
      yield* intactLines(next, ({ key }) => next.vectors.get(key), engine.place);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || thrown.code !== 'STORE_DAMAGED') throw thrown;
      onDamaged({ artifact_id: last, message: thrown.message });
    }
  }
}

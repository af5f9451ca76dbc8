import { TopicmillError } from '@topicmill/base/diagnostics';
import type { StoreProblem } from '../artifact-store.js';
import type { StoredArtifact } from '../engine.js';
import { headerOf, intactLines, type VectorOf } from '../export-artifacts.js';
import type { Connection } from './connection.js';
import { findArtifact, findChunks } from './find-rows.js';
import { readBinding } from './settings.js';
import { isDamage, storeError } from './sqlite-error.js';
import { type StoredRows, salvagedRows } from './stored-rows.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** What is intact of a store, and of the others why they are left out. */
export async function* exportIntact(
  connection: Connection,
  onDamaged: (problem: StoreProblem) => void,
): AsyncGenerator<string> {
  const { db } = connection;
  let salvaged: StoredRows | undefined;
  const salvage = async (): Promise<StoredRows> => {
    salvaged ??= await connection.readLoosely(() => salvagedRows(db));
    return salvaged;
  };
  const vectors = await unlessDamaged(
    async () => {
      const binding = await connection.readLoosely(() => readBinding(db, 'binding'));
      return { binding, tables: binding && openVectorTables(db, binding) };
    },
    // Without vectors, an import makes them again.
    async (message) => void onDamaged({ message }),
  );
  yield headerOf(vectors?.binding);
  const vectorOf = soundVectors(vectors?.tables);
  for await (const id of artifactIds(connection, salvage)) {
    const lines = await unlessDamaged(
      () => connection.read(() => linesOfStored(connection, storedArtifact(connection, id), vectorOf)),
      async () => {
        const rows = await salvage();
        return unlessDamaged(
          () =>
            connection.readLoosely(() => linesOfStored(connection, salvagedArtifact(connection, rows, id), vectorOf)),
          async (message) => void onDamaged({ artifact_id: id, message }),
        );
      },
    );
    yield* lines ?? [];
  }
}

/** Ids in order, one read at a time; where that cannot go on, those that are salvaged. */
async function* artifactIds(connection: Connection, salvage: () => Promise<StoredRows>): AsyncGenerator<string> {
  const { db } = connection;
  const selectNext = db.prepare<[string], string>('SELECT id FROM artifacts WHERE id > ? ORDER BY id LIMIT 1').pluck();
  for (let last = ''; ; ) {
    const next = await unlessDamaged(
      () => connection.read(() => selectNext.get(last) ?? null),
      async () => salvage(),
    );
    if (next === null || next === undefined) return;
    if (typeof next !== 'string') {
      const ids = next.keys.map((key) => next.idOf(key)!).filter((id) => id > last);
      yield* ids.sort();
      return;
    }
    yield next;
    last = next;
  }
}

/** Runs work; the other function handles damage that it meets. */
async function unlessDamaged<Result, Other>(
  work: () => Promise<Result>,
  otherwise: (message: string) => Promise<Other>,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof TopicmillError) || thrown.code !== 'STORE_DAMAGED') throw thrown;
    return otherwise(thrown.message);
  }
}

function storedArtifact({ db }: Connection, id: string): StoredArtifact | undefined {
  const artifact = findArtifact(db, id);
  return artifact && { artifact, chunks: findChunks(db, artifact.key) };
}

function salvagedArtifact({ place }: Connection, rows: StoredRows, id: string): StoredArtifact | undefined {
  const key = rows.keys.find((candidate) => rows.idOf(candidate) === id);
  if (key === undefined) return undefined;
  try {
    const artifact = rows.artifact(key);
    return artifact && { artifact, chunks: rows.chunks(key) };
  } catch (thrown) {
    throw storeError(thrown, place);
  }
}

function linesOfStored(
  { place }: Connection,
  stored: StoredArtifact | undefined,
  vectorOf: VectorOf,
): readonly string[] {
  return stored === undefined ? [] : intactLines(stored, vectorOf, place);
}

/** Reads vectors, none in place of one at fault: an import makes it again. */
function soundVectors(tables: VectorTables | undefined): VectorOf {
  return ({ key, content_hash: hash }) => {
    try {
      return tables?.hashOf(key) === hash && tables.isSound(key) ? tables.get(key) : undefined;
    } catch (thrown) {
      if (isDamage(thrown)) return undefined;
      throw thrown;
    }
  };
}

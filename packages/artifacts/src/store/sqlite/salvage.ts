import { TopicmillError } from '@topicmill/base/diagnostics';
import { addTo } from '@topicmill/base/groups';
import type Database from 'better-sqlite3';
import { type ArtifactRow, type ChunkRow, vectorHashOf } from '../artifact-rows.js';
import type { StoreProblem } from '../artifact-store.js';
import type { StoredArtifact } from '../engine.js';
import { headerOf, intactLines, type VectorOf } from '../export-artifacts.js';
import type { Connection } from './connection.js';
import { findArtifact, findChunks } from './find-rows.js';
import { readBinding } from './settings.js';
import { isDamage, storeError } from './sqlite-library.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** The rows of a store, for looking at all of them. */
export interface StoredRows {
  /** Keys of all artifacts that are known of. */
  readonly keys: readonly number[];
  /** An artifact's id, even where its row is lost. */
  idOf(key: number): string | undefined;
  /** @throws SqliteError when the row is lost */
  artifact(key: number): ArtifactRow | undefined;
  /** Its chunks in order; of a damaged file those that can be read. */
  chunks(artifactKey: number): readonly ChunkRow[];
}

const SELECT_ARTIFACT = 'SELECT * FROM artifacts WHERE key = ?';

/** The rows as the store finds them. */
export function soundRows(db: Database.Database): StoredRows {
  const select = db.prepare<[number], ArtifactRow>(SELECT_ARTIFACT);
  return {
    keys: db.prepare<[], number>('SELECT key FROM artifacts NOT INDEXED ORDER BY key').pluck().all(),
    idOf: (key) => select.get(key)?.id,
    artifact: (key) => select.get(key),
    chunks: (key) => findChunks(db, key),
  };
}

/**
 * The rows of a damaged file, each looked up by its key alone: a page that cannot be read costs its own rows and no
 * others, and indexes are asked only for what else they know.
 */
export function salvagedRows(db: Database.Database): StoredRows {
  const ids = new Map<number, string>();
  for (const order of ['ASC', 'DESC']) {
    const rows = db.prepare<[], { key: number; id: string }>(`SELECT key, id FROM artifacts ORDER BY id ${order}`);
    takeUntilDamage(
      () => rows.iterate(),
      ({ key, id }) => ids.set(key, id),
    );
  }
  const highest = highestKey(db, ids);
  const selectId = db.prepare<[number], string>('SELECT id FROM artifacts WHERE key = ?').pluck();
  const selectOwner = db.prepare<[number], number>('SELECT artifact_key FROM artifact_chunks WHERE key = ?').pluck();
  const chunkKeys = new Map<number, number[]>();
  for (let key = 1; key <= highest; key++) {
    const id = unlessDamaged(() => selectId.get(key));
    if (id !== undefined) ids.set(key, id);
    const owner = unlessDamaged(() => selectOwner.get(key));
    if (owner !== undefined) addTo(chunkKeys, owner, key);
  }
  const selectArtifact = db.prepare<[number], ArtifactRow>(SELECT_ARTIFACT);
  const selectChunk = db.prepare<[number], ChunkRow>('SELECT * FROM artifact_chunks WHERE key = ?');
  return {
    keys: [...ids.keys()].sort((a, b) => a - b),
    idOf: (key) => ids.get(key),
    artifact: (key) => selectArtifact.get(key),
    chunks: (artifactKey) =>
      (chunkKeys.get(artifactKey) ?? [])
        .map((key) => unlessDamaged(() => selectChunk.get(key)))
        .filter((row) => row !== undefined)
        .sort((a, b) => a.chunk_index - b.chunk_index),
  };
}

/** The largest key known from any table. */
function highestKey(db: Database.Database, ids: ReadonlyMap<number, string>): number {
  const keys = [...ids.keys()];
  for (const sql of [
    "SELECT value - 1 FROM settings WHERE name = 'next_key'",
    'SELECT max(key) FROM artifacts NOT INDEXED',
    'SELECT max(key) FROM artifact_chunks NOT INDEXED',
  ]) {
    const key = unlessDamaged(() => db.prepare<[], number | null>(sql).pluck().get());
    if (typeof key === 'number') keys.push(key);
  }
  return keys.reduce((highest, key) => Math.max(highest, key), 0);
}

function takeUntilDamage<Row>(open: () => Iterable<Row>, take: (row: Row) => void): void {
  unlessDamaged(() => {
    for (const row of open()) take(row);
  });
}

function unlessDamaged<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (thrown) {
    if (isDamage(thrown)) return undefined;
    throw thrown;
  }
}

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
  const vectors = await ifIntact(
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
    const lines = await ifIntact(
      () => connection.read(() => linesOfStored(connection, storedArtifact(connection, id), vectorOf)),
      async () => {
        const rows = await salvage();
        return ifIntact(
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
    const next = await ifIntact(
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
async function ifIntact<Result, Other>(
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
  return ({ key, ...hashes }) => {
    try {
      return tables?.hashOf(key) === vectorHashOf(hashes) && tables.isSound(key) ? tables.get(key) : undefined;
    } catch (thrown) {
      if (isDamage(thrown)) return undefined;
      throw thrown;
    }
  };
}

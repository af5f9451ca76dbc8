import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ExportOptions, StoreProblem } from '../artifact-store.js';
import { checkArtifact } from '../check-artifact.js';
import { artifactLine, chunkLine, headerLine } from '../export-format.js';
import { type ArtifactRow, artifactOf, type ChunkRow, chunkOf, findArtifact, findChunks } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { type Binding, readBinding } from './settings.js';
import { isDamage, storeError } from './sqlite-error.js';
import { type StoredRows, salvagedRows } from './stored-rows.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** The lines of an export, without line ends. */
export async function* exportStore(connection: Connection, { onDamaged }: ExportOptions): AsyncGenerator<string> {
  if (onDamaged !== undefined) {
    yield* exportReadable(connection, onDamaged);
    return;
  }
  const { db } = connection;
  const binding = await connection.read(() => readBinding(db, 'binding'));
  yield headerOf(binding);
  for await (const id of artifactIds(connection)) {
    yield* await connection.read(() => {
      const row = findArtifact(db, id);
      if (row === undefined) return [];
      checkBinding(connection, binding);
      const tables = binding && openVectorTables(db, binding);
      return linesOf({ row, chunks: findChunks(db, row.key) }, (passage) => tables?.get(passage.key));
    });
  }
}

/** What is intact of a store, and of the others why they are left out. */
async function* exportReadable(
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
      () => connection.read(() => intactLines(connection, storedArtifact(connection, id), vectorOf)),
      async () => {
        const rows = await salvage();
        return unlessDamaged(
          () => connection.readLoosely(() => intactLines(connection, salvagedArtifact(connection, rows, id), vectorOf)),
          async (message) => void onDamaged({ artifact_id: id, message }),
        );
      },
    );
    yield* lines ?? [];
  }
}

/** An artifact with its chunks as they are stored. */
interface StoredArtifact {
  readonly row: ArtifactRow;
  readonly chunks: readonly ChunkRow[];
}

type VectorOf = (passage: Pick<ChunkRow, 'key' | 'content_hash'>) => Float32Array | undefined;

/** Ids in order, one read at a time; where that cannot go on, those that are salvaged. */
async function* artifactIds(connection: Connection, salvage?: () => Promise<StoredRows>): AsyncGenerator<string> {
  const { db } = connection;
  const selectNext = db.prepare<[string], string>('SELECT id FROM artifacts WHERE id > ? ORDER BY id LIMIT 1').pluck();
  for (let last = ''; ; ) {
    const next = await unlessDamaged(
      () => connection.read(() => selectNext.get(last) ?? null),
      salvage && (async () => salvage()),
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

/** Runs work; damage that it meets is told to the other function, which may know another way. */
async function unlessDamaged<Result, Other>(
  work: () => Promise<Result>,
  otherwise: ((message: string) => Promise<Other>) | undefined,
): Promise<Result | Other> {
  try {
    return await work();
  } catch (thrown) {
    if (otherwise === undefined || !(thrown instanceof TopicmillError) || thrown.code !== 'STORE_DAMAGED') throw thrown;
    return otherwise(thrown.message);
  }
}

function storedArtifact({ db }: Connection, id: string): StoredArtifact | undefined {
  const row = findArtifact(db, id);
  return row && { row, chunks: findChunks(db, row.key) };
}

function salvagedArtifact({ path }: Connection, rows: StoredRows, id: string): StoredArtifact | undefined {
  const key = rows.keys.find((candidate) => rows.idOf(candidate) === id);
  if (key === undefined) return undefined;
  try {
    const row = rows.artifact(key);
    return row && { row, chunks: rows.chunks(key) };
  } catch (thrown) {
    throw storeError(thrown, path);
  }
}

/** @throws TopicmillError `STORE_DAMAGED` for an artifact that is not as it was stored */
function intactLines({ path }: Connection, stored: StoredArtifact | undefined, vectorOf: VectorOf): readonly string[] {
  if (stored === undefined) return [];
  const documents = stored.chunks.map((chunk) => chunkOf(chunk, stored.row));
  const [problem] = checkArtifact(artifactOf(stored.row), documents);
  if (problem === undefined) return linesOf(stored, vectorOf);
  throw new TopicmillError('STORE_DAMAGED', problem, {
    file: path.replaceAll('\\', '/'),
    remedy: 'See what is intact with `artifact-store verify`.',
  });
}

function linesOf({ row, chunks }: StoredArtifact, vectorOf: VectorOf): readonly string[] {
  return [
    artifactLine(artifactOf(row), row.is_chunked === 1 ? undefined : vectorOf(row)),
    ...chunks.map((chunk) => chunkLine(chunkOf(chunk, row), vectorOf(chunk))),
  ];
}

function headerOf(binding: Binding | undefined): string {
  return headerLine({ model: binding?.model ?? null, dimensions: binding?.dimensions ?? null });
}

/** @throws TopicmillError `STORE_BUSY` */
function checkBinding({ db, path }: Connection, binding: Binding | undefined): void {
  if (binding === undefined || readBinding(db, 'binding')?.generation === binding.generation) return;
  throw new TopicmillError('STORE_BUSY', 'The store got vectors of another model while it was exported.', {
    file: path.replaceAll('\\', '/'),
    remedy: 'Export it again.',
  });
}

/** Reads vectors, none in the place of one at fault: an import makes it again. */
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

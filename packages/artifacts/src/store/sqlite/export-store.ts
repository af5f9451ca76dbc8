import { TopicmillError } from '@topicmill/base/diagnostics';
import type { ExportOptions } from '../artifact-store.js';
import { checkArtifact } from '../check-artifact.js';
import { artifactLine, chunkLine, headerLine } from '../export-format.js';
import { artifactOf, type ChunkRow, chunkOf, findArtifact, findChunks } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { type Binding, readBinding } from './settings.js';
import { isDamage } from './sqlite-error.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** The lines of an export, without line ends. */
export async function* exportStore(connection: Connection, { onDamaged }: ExportOptions): AsyncGenerator<string> {
  const { db } = connection;
  const isChecked = onDamaged !== undefined;
  const unlessDamaged = async <Result>(work: () => Result, artifactId?: string): Promise<Result | undefined> => {
    try {
      return await connection.read(work);
    } catch (thrown) {
      if (!isChecked || !(thrown instanceof TopicmillError) || thrown.code !== 'STORE_DAMAGED') throw thrown;
      onDamaged({ artifact_id: artifactId, message: thrown.message });
      return undefined;
    }
  };
  // Without it there are no vectors, which an import makes again.
  const binding = await unlessDamaged(() => readBinding(db, 'binding'));
  yield headerLine({ model: binding?.model ?? null, dimensions: binding?.dimensions ?? null });
  const selectNext = db.prepare<[string], string>('SELECT id FROM artifacts WHERE id > ? ORDER BY id LIMIT 1').pluck();
  const next = (id: string): Promise<string | undefined> => connection.read(() => selectNext.get(id));
  for (let id = await next(''); id !== undefined; id = await next(id)) {
    const artifactId = id;
    yield* (await unlessDamaged(() => linesOf(connection, binding, artifactId, isChecked), artifactId)) ?? [];
  }
}

/** An artifact and its chunks; none when it has gone meanwhile. */
function linesOf(
  { db, path }: Connection,
  binding: Binding | undefined,
  artifactId: string,
  isChecked: boolean,
): readonly string[] {
  const row = findArtifact(db, artifactId);
  if (row === undefined) return [];
  if (binding !== undefined && readBinding(db, 'binding')?.generation !== binding.generation) {
    throw new TopicmillError('STORE_BUSY', 'The store got vectors of another model while it was exported.', {
      file: path.replaceAll('\\', '/'),
      remedy: 'Export it again.',
    });
  }
  const chunks = findChunks(db, row.key);
  const artifact = artifactOf(row);
  const documents = chunks.map((chunk) => chunkOf(chunk, row));
  const [problem] = isChecked ? checkArtifact(artifact, documents) : [];
  if (problem !== undefined) {
    throw new TopicmillError('STORE_DAMAGED', problem, {
      file: path.replaceAll('\\', '/'),
      remedy: 'See what is intact with `artifact-store verify`.',
    });
  }
  const tables = binding && openVectorTables(db, binding);
  const vectorOf = tables && (isChecked ? soundVectors(tables) : ({ key }: EmbeddedRow) => tables.get(key));
  return [
    artifactLine(artifact, row.is_chunked === 1 ? undefined : vectorOf?.(row)),
    ...documents.map((document, at) => chunkLine(document, vectorOf?.(chunks[at]!))),
  ];
}

type EmbeddedRow = Pick<ChunkRow, 'key' | 'content_hash'>;

/** Reads vectors, none in the place of one at fault: an import makes it again. */
function soundVectors(tables: VectorTables): (row: EmbeddedRow) => Float32Array | undefined {
  return ({ key, content_hash: hash }) => {
    try {
      return tables.hashOf(key) === hash && tables.isSound(key) ? tables.get(key) : undefined;
    } catch (thrown) {
      if (isDamage(thrown)) return undefined;
      throw thrown;
    }
  };
}

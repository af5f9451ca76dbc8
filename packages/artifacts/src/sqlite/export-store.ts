import { TopicmillError } from '@topicmill/diagnostics';
import { artifactLine, chunkLine, headerLine } from '../export-format.js';
import { type ArtifactRow, artifactOf, chunkOf, findChunks } from './artifact-rows.js';
import type { Connection } from './connection.js';
import { type Binding, readBinding } from './settings.js';
import { openVectorTables } from './vector-tables.js';

/** The lines of an export, without line ends. */
export async function* exportStore(connection: Connection): AsyncGenerator<string> {
  const { db } = connection;
  const binding = await connection.read(() => readBinding(db, 'binding'));
  yield headerLine({ model: binding?.model ?? null, dimensions: binding?.dimensions ?? null });
  for (let afterId = ''; ; ) {
    const next = await connection.read(() => exportNext(connection, binding, afterId));
    if (next === undefined) return;
    yield* next.lines;
    afterId = next.id;
  }
}

/** The artifact behind an id, and its chunks. */
function exportNext(
  { db, path }: Connection,
  binding: Binding | undefined,
  afterId: string,
): { readonly id: string; readonly lines: readonly string[] } | undefined {
  const row = db
    .prepare<[string], ArtifactRow>('SELECT * FROM artifacts WHERE id > ? ORDER BY id LIMIT 1')
    .get(afterId);
  if (row === undefined) return undefined;
  if (readBinding(db, 'binding')?.generation !== binding?.generation) {
    throw new TopicmillError('STORE_BUSY', 'The store got vectors of another model while it was exported.', {
      file: path.replaceAll('\\', '/'),
      remedy: 'Export it again.',
    });
  }
  const vectors = binding && openVectorTables(db, binding);
  const chunks = findChunks(db, row.key);
  const wholeVector = row.is_chunked === 1 ? undefined : vectors?.get(row.key);
  return {
    id: row.id,
    lines: [
      artifactLine(artifactOf(row), wholeVector),
      ...chunks.map((chunk) => chunkLine(chunkOf(chunk, row), vectors?.get(chunk.key))),
    ],
  };
}

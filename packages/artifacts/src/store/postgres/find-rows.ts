import type { Transaction } from '@topicmill/base/postgres';
import type { ArtifactIdentity } from '../artifact-id.js';
import type { ArtifactRow, ChunkRow } from '../artifact-rows.js';
import { contentHash } from '../content-hash.js';
import { fromField, type TextColumns, withContent } from './columns.js';

/** The columns of an artifact that are read; the others are made from these. */
export const ARTIFACT_COLUMNS = `
  key, id, content, content_utf16, artifact_type, source_system, source_id, title, token_count, is_chunked, num_chunks,
  content_hash, sensitivity, ts, attributes`;

const CHUNK_COLUMNS = `
  key, id, artifact_key, chunk_index, content, content_utf16, start_char, end_char, token_count, content_hash, is_blank`;

type Stored<Row extends { content: unknown }> = Omit<Row, 'content'> & TextColumns;

/** Chunk indexes up to the largest that the column has. */
export const LAST_INDEX = 2 ** 31 - 1;

/** The hash under which an identity is found. */
export function identityHash({ sourceSystem, sourceId, contentSha256 }: ArtifactIdentity): string {
  return contentHash(JSON.stringify(sourceId === null ? [sourceSystem, contentSha256] : [sourceSystem, sourceId, '']));
}

export async function findArtifacts(
  transaction: Transaction,
  rest: string,
  values: readonly unknown[],
): Promise<ArtifactRow[]> {
  const rows = await transaction.rows<Stored<ArtifactRow>>(`SELECT ${ARTIFACT_COLUMNS} FROM artifacts ${rest}`, values);
  return rows.map((row) => ({
    ...withContent(row),
    artifact_type: fromField(row.artifact_type),
    source_system: fromField(row.source_system),
    source_id: row.source_id === null ? null : fromField(row.source_id),
    title: row.title === null ? null : fromField(row.title),
    sensitivity: fromField(row.sensitivity),
  }));
}

export async function findArtifact(transaction: Transaction, id: string): Promise<ArtifactRow | undefined> {
  return (await findArtifacts(transaction, 'WHERE id = $1', [id]))[0];
}

/**
 * The artifact that an identity has already.
 *
 * @param lock `FOR UPDATE` where it is going to be changed
 */
export async function findByIdentity(
  transaction: Transaction,
  identity: ArtifactIdentity,
  lock: '' | 'FOR UPDATE' = '',
): Promise<ArtifactRow | undefined> {
  return (await findArtifacts(transaction, `WHERE identity = $1 ${lock}`, [identityHash(identity)]))[0];
}

/** Chunks of artifacts, by artifact and index, from one index up to and including another. */
export async function findChunks(
  transaction: Transaction,
  artifactKeys: readonly number[],
  from = 0,
  to = LAST_INDEX,
): Promise<ChunkRow[]> {
  const rows = await transaction.rows<Stored<ChunkRow>>(
    `SELECT ${CHUNK_COLUMNS} FROM artifact_chunks
      WHERE artifact_key = ANY ($1) AND chunk_index BETWEEN $2 AND $3 ORDER BY artifact_key, chunk_index`,
    [artifactKeys, Math.max(0, from), Math.min(LAST_INDEX, to)],
  );
  return rows.map(withContent);
}

/** Chunks of one artifact around one of them. */
export interface ChunkRange {
  readonly artifactKey: number;
  /** Indexes, both included. */
  readonly from: number;
  readonly to: number;
}

/** Chunks of several ranges by one query; for each range, by index. */
export async function findChunkRanges(
  transaction: Transaction,
  ranges: readonly ChunkRange[],
): Promise<readonly (readonly ChunkRow[])[]> {
  const found = ranges.map((): ChunkRow[] => []);
  if (ranges.length === 0) return found;
  const rows = await transaction.rows<Stored<ChunkRow> & { place: number }>(
    `SELECT ${CHUNK_COLUMNS}, place::int - 1 AS place
       FROM unnest($1::bigint[], $2::int[], $3::int[]) WITH ORDINALITY AS ranges (in_artifact, first, last, place)
       JOIN artifact_chunks ON artifact_key = in_artifact AND chunk_index BETWEEN first AND last
      ORDER BY place, chunk_index`,
    [
      ranges.map(({ artifactKey }) => artifactKey),
      ranges.map(({ from }) => Math.max(0, from)),
      ranges.map(({ to }) => Math.min(LAST_INDEX, to)),
    ],
  );
  for (const { place, ...row } of rows) found[place]!.push(withContent(row));
  return found;
}

/** Ids of the chunks of an artifact, in order. */
export async function findChunkIds(transaction: Transaction, artifactKey: number): Promise<string[]> {
  const rows = await transaction.rows<{ id: string }>(
    'SELECT id FROM artifact_chunks WHERE artifact_key = $1 ORDER BY chunk_index',
    [artifactKey],
  );
  return rows.map(({ id }) => id);
}

import type { Transaction } from '@topicmill/base/postgres';
import { candidateIds } from '../artifact.js';
import {
  type ArtifactRow,
  artifactRow,
  type ChunkRow,
  changedMeanwhile,
  factsAreKnown,
  hasText,
  withFacts,
} from '../artifact-rows.js';
import type { CheckedInput } from '../check-input.js';
import { fromColumn } from '../column-values.js';
import type { ArtifactToWrite, WrittenArtifact } from '../engine.js';
import { chunkRow, keepPassages, type StoredPassage, termRows, termsOf } from '../passage-rows.js';
import {
  filteredFacts,
  findArtifact,
  findByIdentity,
  findChunkIds,
  identityHash,
  type TextColumns,
  toColumns,
  toField,
  withContent,
} from './find-rows.js';
import { insertTerms, removeTerms } from './passage-terms.js';
import { type PostgresBinding, takeKeys } from './schema.js';
import { insertVectors, removeVectors } from './vector-tables.js';

/** Chunks written by one statement. */
const WRITE_BATCH = 512;

/** Writes an artifact in the caller's transaction: new, or in place of what its identity had. */
export async function writeArtifact(
  transaction: Transaction,
  binding: PostgresBinding,
  toWrite: ArtifactToWrite,
): Promise<WrittenArtifact> {
  const { input, contentSha256 } = toWrite;
  const { sourceSystem, sourceId } = input;
  const identity = { sourceSystem, sourceId, contentSha256 };
  const old = await findByIdentity(transaction, identity, 'FOR UPDATE');
  const isKnown = hasText(old, input, contentSha256);
  if (toWrite.isSplitAnew && !isKnown) throw changedMeanwhile(input);
  if (old !== undefined && isKnown && !toWrite.isSplitAnew) return writeKnown(transaction, old, input);
  const artifact = artifactRow(toWrite, {
    key: old?.key ?? (await takeKeys(transaction, 1))[0]!,
    id: old?.id ?? (await freeId(transaction, toWrite)),
    old,
  });
  const stored = old === undefined ? [] : await storedPassages(transaction, old);
  await saveRow(transaction, artifact, identityHash(identity));
  await writePassages(transaction, binding, { writing: toWrite, artifact, stored });
  return withIds(transaction, artifact, old === undefined ? 'new' : 'changed');
}

/** Writes what is known about an artifact whose text stays; its row is locked. */
export async function writeKnown(
  transaction: Transaction,
  old: ArtifactRow,
  input: CheckedInput,
): Promise<WrittenArtifact> {
  if (factsAreKnown(old, input)) return withIds(transaction, old, 'same');
  const artifact = withFacts(old, input);
  await rewriteTerms(transaction, old, artifact);
  const { source_system: sourceSystem, source_id: sourceId, content_hash: contentSha256 } = artifact;
  await saveRow(transaction, artifact, identityHash({ sourceSystem, sourceId, contentSha256 }));
  return withIds(transaction, artifact, 'changed');
}

/** Removes artifacts, whose rows are locked, with all that is searched of them. */
export async function removeArtifacts(
  transaction: Transaction,
  binding: PostgresBinding | undefined,
  artifacts: readonly ArtifactRow[],
): Promise<readonly string[]> {
  const artifactKeys = artifacts.map(({ key }) => key);
  const rows = await transaction.rows<{ key: number }>('SELECT key FROM passages WHERE artifact_key = ANY ($1)', [
    artifactKeys,
  ]);
  await removePassages(
    transaction,
    binding,
    rows.map(({ key }) => key),
  );
  await transaction.rows('DELETE FROM artifact_chunks WHERE artifact_key = ANY ($1)', [artifactKeys]);
  await transaction.rows('DELETE FROM artifacts WHERE key = ANY ($1)', [artifactKeys]);
  return artifacts.map(({ id }) => id);
}

/** The passages of an artifact whose row is written. */
interface PassageWriting {
  readonly writing: ArtifactToWrite;
  readonly artifact: ArtifactRow;
  /** What is searched of the artifact until now. */
  readonly stored: readonly StoredPassage[];
}

/** Replaces the passages of an artifact. One with the same terms keeps key, vector and terms. */
async function writePassages(
  transaction: Transaction,
  binding: PostgresBinding,
  { writing, artifact, stored }: PassageWriting,
): Promise<void> {
  const { text, bodyTerms, vectors, onProgress } = writing;
  const kept = keepPassages(artifact, text, stored);
  await transaction.rows('DELETE FROM artifact_chunks WHERE artifact_key = $1', [artifact.key]);
  // Before anything is added: a whole text takes the key of the one before it.
  const removed = stored.filter(({ key }) => !kept.keys.has(key));
  await removePassages(
    transaction,
    binding,
    removed.map(({ key }) => key),
  );
  const addedCount = text.passages.length - kept.byIndex.size;
  const newKeys = text.isChunked ? [...(await takeKeys(transaction, addedCount))] : [artifact.key];
  const rowOf = termRows(artifact);
  const chunks: ChunkRow[] = [];
  const added: { key: number; index: number }[] = [];
  for (const [index, passage] of text.passages.entries()) {
    const keptKey = kept.byIndex.get(index);
    const key = keptKey ?? newKeys.shift()!;
    if (text.isChunked) chunks.push(chunkRow(passage, index, key, artifact));
    if (keptKey === undefined) added.push({ key, index });
  }
  await insertChunks(transaction, chunks);
  for (let start = 0; start < added.length; start += WRITE_BATCH) {
    const batch = added.slice(start, start + WRITE_BATCH);
    const terms = batch.map(({ index }) => rowOf(index, bodyTerms[index]!));
    await insertTerms(
      transaction,
      batch.map(({ key }) => key),
      terms,
    );
    const embedded = batch
      .map(({ key, index }) => ({ key, ...text.passages[index]! }))
      .filter(({ isBlank }) => !isBlank);
    await insertVectors(transaction, binding, embedded, vectors);
    onProgress?.({ phase: 'writing', doneCount: start + batch.length, totalCount: added.length });
  }
}

async function removePassages(
  transaction: Transaction,
  binding: PostgresBinding | undefined,
  keys: readonly number[],
): Promise<void> {
  await removeTerms(transaction, keys);
  if (binding !== undefined) await removeVectors(transaction, binding, keys);
}

/** Writes the terms of an artifact's passages anew, after something other than its text has changed. */
async function rewriteTerms(transaction: Transaction, old: ArtifactRow, artifact: ArtifactRow): Promise<void> {
  const rowOf = termRows(artifact);
  const stored = await storedPassages(transaction, old);
  const changed = stored
    .map(({ key, content, titleTerms }, index) => ({ key, titleTerms, row: rowOf(index, termsOf(content)) }))
    .filter(({ titleTerms, row }) => row.title !== titleTerms);
  const keys = changed.map(({ key }) => key);
  await removeTerms(transaction, keys);
  await insertTerms(
    transaction,
    keys,
    changed.map(({ row }) => row),
  );
}

/** What is searched of an artifact, in order. */
async function storedPassages(transaction: Transaction, artifact: ArtifactRow): Promise<StoredPassage[]> {
  const rowOf = termRows(artifact);
  const rows = await transaction.rows<TextColumns & { key: number; content_hash: string; vector_hash: string }>(
    'SELECT key, content_hash, vector_hash, content, content_utf16 FROM passages WHERE artifact_key = $1 ORDER BY chunk_index',
    [artifact.key],
  );
  return rows.map((row, index) => ({
    key: row.key,
    contentSha256: row.content_hash,
    vectorSha256: row.vector_hash,
    content: fromColumn(withContent(row).content),
    titleTerms: rowOf(index, '').title,
  }));
}

async function insertChunks(transaction: Transaction, chunks: readonly ChunkRow[]): Promise<void> {
  for (let start = 0; start < chunks.length; start += WRITE_BATCH) {
    const batch = chunks.slice(start, start + WRITE_BATCH).map((row) => ({ ...row, ...toColumns(row.content) }));
    const column = (name: keyof (typeof batch)[number]): unknown[] => batch.map((row) => row[name]);
    await transaction.rows(
      `INSERT INTO artifact_chunks
         (key, id, artifact_key, chunk_index, content, content_utf16, start_char, end_char, token_count, content_hash, is_blank,
          preface, vector_hash)
       SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::bytea[], $7::integer[],
                            $8::integer[], $9::integer[], $10::text[], $11::smallint[], $12::text[], $13::text[])`,
      [
        column('key'),
        column('id'),
        column('artifact_key'),
        column('chunk_index'),
        column('content'),
        column('content_utf16'),
        column('start_char'),
        column('end_char'),
        column('token_count'),
        column('content_hash'),
        column('is_blank'),
        column('preface'),
        column('vector_hash'),
      ],
    );
  }
}

async function saveRow(transaction: Transaction, row: ArtifactRow, identity: string): Promise<void> {
  const { content, content_utf16 } = toColumns(row.content);
  const { facts, people } = filteredFacts(JSON.parse(row.attributes));
  await transaction.rows(
    `INSERT INTO artifacts
       (key, id, identity, content, content_utf16, artifact_type, source_system, source_id, title, token_count,
        is_chunked, num_chunks, content_hash, sensitivity, ts, attributes, facts, people)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     ON CONFLICT (key) DO UPDATE SET
       content = excluded.content, content_utf16 = excluded.content_utf16, artifact_type = excluded.artifact_type,
       title = excluded.title, token_count = excluded.token_count, is_chunked = excluded.is_chunked,
       num_chunks = excluded.num_chunks, content_hash = excluded.content_hash, sensitivity = excluded.sensitivity,
       ts = excluded.ts, attributes = excluded.attributes, facts = excluded.facts, people = excluded.people`,
    [
      row.key,
      row.id,
      identity,
      content,
      content_utf16,
      toField(row.artifact_type),
      toField(row.source_system),
      row.source_id === null ? null : toField(row.source_id),
      row.title === null ? null : toField(row.title),
      row.token_count,
      row.is_chunked,
      row.num_chunks,
      row.content_hash,
      toField(row.sensitivity),
      row.ts,
      row.attributes,
      facts,
      people,
    ],
  );
}

async function freeId(
  transaction: Transaction,
  { input, contentSha256, preferredId }: ArtifactToWrite,
): Promise<string> {
  if (preferredId !== undefined && (await findArtifact(transaction, preferredId)) === undefined) return preferredId;
  const { sourceSystem, sourceId } = input;
  let last = '';
  for (const id of candidateIds({ sourceSystem, sourceId, contentSha256 })) {
    if ((await findArtifact(transaction, id)) === undefined) return id;
    last = id;
  }
  throw new Error(`All ids up to ${last} are taken.`);
}

async function withIds(
  transaction: Transaction,
  artifact: ArtifactRow,
  outcome: WrittenArtifact['outcome'],
): Promise<WrittenArtifact> {
  return { artifact, chunkIds: await findChunkIds(transaction, artifact.key), outcome };
}

import type { Database } from 'better-sqlite3';
import { candidateIds } from '../artifact.js';
import {
  type ArtifactRow,
  artifactRow,
  changedMeanwhile,
  factsAreKnown,
  hasText,
  withFacts,
} from '../artifact-rows.js';
import type { IngestOutcome } from '../artifact-store.js';
import type { CheckedInput } from '../check-input.js';
import { fromColumn, type TextColumn } from '../column-values.js';
import type { ArtifactToWrite } from '../engine.js';
import { chunkRow, keepPassages, type StoredPassage, termRows, termsOf } from '../passage-rows.js';
import type { ArtifactFilter } from '../search-options.js';
import type { Connection } from './connection.js';
import { filterCondition, findArtifact, findByIdentity } from './find-rows.js';
import { openPassageTerms, type PassageTerms } from './passage-terms.js';
import { takeKeys } from './settings.js';
import { currentVectors, type VectorTables } from './vector-tables.js';

/** What happened to an artifact. */
export interface WrittenRow {
  readonly artifact: ArtifactRow;
  readonly outcome: IngestOutcome;
}

/** Writes an artifact in the caller's transaction: new, or in place of what its identity had. */
export function writeArtifact(db: Database, tables: VectorTables, toWrite: ArtifactToWrite): WrittenRow {
  const { input, contentSha256 } = toWrite;
  const { sourceSystem, sourceId } = input;
  const old = findByIdentity(db, { sourceSystem, sourceId, contentSha256 });
  const isKnown = hasText(old, input, contentSha256);
  if (toWrite.isSplitAnew && !isKnown) throw changedMeanwhile(input);
  if (old !== undefined && isKnown && !toWrite.isSplitAnew) return writeKnown(db, old, input);
  const artifact = artifactRow(toWrite, {
    key: old?.key ?? takeKeys(db, 1),
    id: old?.id ?? freeId(db, toWrite),
    old,
  });
  const stored = old === undefined ? [] : storedPassages(db, old);
  saveRow(db, artifact);
  writePassages(db, tables, { ...toWrite, artifact, stored });
  return { artifact, outcome: old === undefined ? 'new' : 'changed' };
}

/** Writes what is known about an artifact whose text stays. */
export function writeKnown(db: Database, old: ArtifactRow, input: CheckedInput): WrittenRow {
  if (factsAreKnown(old, input)) return { artifact: old, outcome: 'same' };
  const artifact = withFacts(old, input);
  rewriteTerms(db, old, artifact);
  saveRow(db, artifact);
  return { artifact, outcome: 'changed' };
}

function saveRow(db: Database, row: ArtifactRow): void {
  db.prepare(
    `INSERT INTO artifacts VALUES (
       @key, @id, @content, @artifact_type, @source_system, @source_id, @title,
       @token_count, @is_chunked, @num_chunks, @content_hash, @sensitivity, @ts, @attributes
     ) ON CONFLICT (key) DO UPDATE SET
       content = @content, artifact_type = @artifact_type, title = @title, token_count = @token_count,
       is_chunked = @is_chunked, num_chunks = @num_chunks, content_hash = @content_hash,
       sensitivity = @sensitivity, ts = @ts, attributes = @attributes`,
  ).run(row);
}

function freeId(db: Database, { input, contentSha256, preferredId }: ArtifactToWrite): string {
  if (preferredId !== undefined && findArtifact(db, preferredId) === undefined) return preferredId;
  const { sourceSystem, sourceId } = input;
  let last = '';
  for (const id of candidateIds({ sourceSystem, sourceId, contentSha256 })) {
    if (findArtifact(db, id) === undefined) return id;
    last = id;
  }
  throw new Error(`All ids up to ${last} are taken.`);
}

/** The passages of an artifact whose row is written, with everything that theirs are made from. */
interface PassageWriting extends ArtifactToWrite {
  readonly artifact: ArtifactRow;
  /** What is searched of the artifact until now. */
  readonly stored: readonly StoredPassage[];
}

/**
 * Replaces the passages of an artifact. One whose text is unchanged keeps its key, and with it its
 * vector and terms.
 */
function writePassages(db: Database, tables: VectorTables, writing: PassageWriting): void {
  const { artifact, text, onProgress } = writing;
  const terms = openPassageTerms(db);
  const kept = keepPassages(artifact, text, writing.stored);
  db.prepare('DELETE FROM artifact_chunks WHERE artifact_key = ?').run(artifact.key);
  // Before anything is added: a whole text takes the key of the one before it.
  const removed = writing.stored.filter(({ key }) => !kept.keys.has(key));
  terms.removing(removed.length, () => {
    for (const passage of removed) removePassage(terms, tables, passage);
  });
  const insertChunk = db.prepare(
    `INSERT INTO artifact_chunks VALUES (
       @key, @id, @artifact_key, @chunk_index, @content, @start_char, @end_char, @token_count, @content_hash, @is_blank,
       @preface, @vector_hash
     )`,
  );
  const rowOf = termRows(artifact);
  const added: (readonly [key: number, index: number])[] = [];
  let nextKey = text.isChunked ? takeKeys(db, text.passages.length - kept.keys.size) : artifact.key;
  for (const [index, passage] of text.passages.entries()) {
    const keptKey = kept.byIndex.get(index);
    const key = keptKey ?? nextKey++;
    if (text.isChunked) insertChunk.run(chunkRow(passage, index, key, artifact));
    if (keptKey === undefined) added.push([key, index]);
  }
  for (const [doneCount, [key, index]] of added.entries()) {
    const { vectorSha256, isBlank } = text.passages[index]!;
    terms.insert(key, rowOf(index, writing.bodyTerms[index]!));
    if (!isBlank) tables.insert(key, vectorSha256, writing.vectors.get(vectorSha256)!);
    onProgress?.({ phase: 'writing', doneCount: doneCount + 1, totalCount: added.length });
  }
}

/** Removes what is searched of artifacts, and their chunks. */
function removePassages(db: Database, tables: VectorTables | undefined, artifacts: readonly ArtifactRow[]): void {
  const terms = openPassageTerms(db);
  const removeChunks = db.prepare('DELETE FROM artifact_chunks WHERE artifact_key = ?');
  const passageCount = artifacts.reduce((sum, { num_chunks: count }) => sum + Math.max(1, count), 0);
  terms.removing(passageCount, () => {
    for (const artifact of artifacts) {
      for (const passage of storedPassages(db, artifact)) removePassage(terms, tables, passage);
      removeChunks.run(artifact.key);
    }
  });
}

/** Writes the terms of an artifact's passages anew, after something other than its text has changed. */
function rewriteTerms(db: Database, old: ArtifactRow, artifact: ArtifactRow): void {
  const terms = openPassageTerms(db);
  const rowOf = termRows(artifact);
  for (const [index, { key, content, titleTerms }] of storedPassages(db, old).entries()) {
    const row = rowOf(index, termsOf(content));
    if (row.title === titleTerms) continue;
    terms.remove(key, { title: titleTerms, body: row.body });
    terms.insert(key, row);
  }
}

/**
 * What is searched of an artifact, in order.
 *
 * @param artifact its row as it is in the store
 */
function storedPassages(db: Database, artifact: ArtifactRow): StoredPassage[] {
  const rowOf = termRows(artifact);
  return db
    .prepare<[number], { key: number; content_hash: string; vector_hash: string; content: TextColumn }>(
      'SELECT key, content_hash, vector_hash, content FROM passages WHERE artifact_key = ? ORDER BY chunk_index',
    )
    .all(artifact.key)
    .map(({ key, content_hash, vector_hash, content }, index) => ({
      key,
      contentSha256: content_hash,
      vectorSha256: vector_hash,
      content: fromColumn(content),
      titleTerms: rowOf(index, '').title,
    }));
}

function removePassage(terms: PassageTerms, tables: VectorTables | undefined, passage: StoredPassage): void {
  const { key, content, titleTerms } = passage;
  terms.remove(key, { title: titleTerms, body: termsOf(content) });
  tables?.remove(key);
}

/** Removes an artifact; ids of what was removed. */
export async function removeArtifact(connection: Connection, artifactId: string): Promise<readonly string[]> {
  const { db } = connection;
  const ids = await connection.write(() => {
    const artifact = findArtifact(db, artifactId);
    return remove(db, artifact === undefined ? [] : [artifact]);
  });
  tidy(db, ids);
  return ids;
}

/** Removes what fits a filter, all at once. */
export async function removeMatching(connection: Connection, filter: ArtifactFilter): Promise<readonly string[]> {
  const { db } = connection;
  const { sql, parameters } = filterCondition(filter);
  const ids = await connection.write(() => {
    const select = db.prepare<unknown[], ArtifactRow>(`SELECT * FROM artifacts WHERE ${sql} ORDER BY id`);
    return remove(db, select.all(...parameters));
  });
  tidy(db, ids);
  return ids;
}

function remove(db: Database, artifacts: readonly ArtifactRow[]): readonly string[] {
  if (artifacts.length > 0) removePassages(db, currentVectors(db), artifacts);
  const removeRow = db.prepare('DELETE FROM artifacts WHERE key = ?');
  for (const { key } of artifacts) removeRow.run(key);
  return artifacts.map(({ id }) => id);
}

/** The log of recent writes still has what was deleted; while others read, it is emptied later, when they have gone. */
function tidy(db: Database, ids: readonly string[]): void {
  if (ids.length > 0) db.pragma('wal_checkpoint(TRUNCATE)');
}

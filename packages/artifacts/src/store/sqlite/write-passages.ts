import type { Database } from 'better-sqlite3';
import type { ArtifactRow } from '../artifact-rows.js';
import type { TextWriting } from '../engine.js';
import { chunkRow, keepPassages, type StoredPassage } from '../keep-passages.js';
import { termRows, termsOf } from '../term-rows.js';
import { fromColumn, type TextColumn } from '../text-column.js';
import { openPassageTerms, type PassageTerms } from './passage-terms.js';
import { takeKey } from './settings.js';
import type { VectorTables } from './vector-tables.js';

/** The passages of an artifact whose row is written, with everything that theirs are made from. */
interface PassageWriting extends TextWriting {
  readonly artifact: ArtifactRow;
  /** What is searched of the artifact until now. */
  readonly stored: readonly StoredPassage[];
}

/**
 * Replaces the passages of an artifact. One whose text is unchanged keeps its key, and with it its
 * vector and terms.
 */
export function writePassages(db: Database, tables: VectorTables, writing: PassageWriting): void {
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
       @key, @id, @artifact_key, @chunk_index, @content, @start_char, @end_char, @token_count, @content_hash, @is_blank
     )`,
  );
  const rowOf = termRows(artifact);
  const added: (readonly [key: number, index: number])[] = [];
  for (const [index, passage] of text.passages.entries()) {
    const keptKey = kept.byIndex.get(index);
    const key = keptKey ?? (text.isChunked ? takeKey(db) : artifact.key);
    if (text.isChunked) insertChunk.run(chunkRow(passage, index, key, artifact));
    if (keptKey === undefined) added.push([key, index]);
  }
  for (const [doneCount, [key, index]] of added.entries()) {
    const { contentSha256, isBlank } = text.passages[index]!;
    terms.insert(key, rowOf(index, writing.bodyTerms[index]!));
    if (!isBlank) tables.insert(key, contentSha256, writing.vectors.get(contentSha256)!);
    onProgress?.({ phase: 'writing', doneCount: doneCount + 1, totalCount: added.length });
  }
}

/** Removes what is searched of artifacts, and their chunks. */
export function removePassages(
  db: Database,
  tables: VectorTables | undefined,
  artifacts: readonly ArtifactRow[],
): void {
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
export function rewriteTerms(db: Database, old: ArtifactRow, artifact: ArtifactRow): void {
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
export function storedPassages(db: Database, artifact: ArtifactRow): StoredPassage[] {
  const rowOf = termRows(artifact);
  return db
    .prepare<[number], { key: number; content_hash: string; content: TextColumn }>(
      'SELECT key, content_hash, content FROM passages WHERE artifact_key = ? ORDER BY chunk_index',
    )
    .all(artifact.key)
    .map(({ key, content_hash, content }, index) => ({
      key,
      contentSha256: content_hash,
      content: fromColumn(content),
      titleTerms: rowOf(index, '').title,
    }));
}

function removePassage(terms: PassageTerms, tables: VectorTables | undefined, passage: StoredPassage): void {
  const { key, content, titleTerms } = passage;
  terms.remove(key, { title: titleTerms, body: termsOf(content) });
  tables?.remove(key);
}

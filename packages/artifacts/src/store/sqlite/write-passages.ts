import { artifactChunkId } from '@topicmill/chunking';
import type { Database } from 'better-sqlite3';
import type { StoreProgress } from '../artifact-store.js';
import type { VectorsByHash } from '../embed-passages.js';
import type { Passage, PreparedText } from '../prepare-artifact.js';
import type { ArtifactRow, ChunkRow } from './artifact-rows.js';
import { openPassageTerms, type PassageTerms, termsOf } from './passage-terms.js';
import { takeKey } from './settings.js';
import { fromColumn, type TextColumn, toColumn } from './text-column.js';
import type { VectorTables } from './vector-tables.js';

/** The passages of an artifact whose row is written, with everything that theirs are made of. */
export interface PassageWriting {
  readonly artifact: ArtifactRow;
  readonly text: PreparedText;
  /** Terms of the passages, in order. */
  readonly bodyTerms: readonly string[];
  /** Vectors of all passages that are not blank. */
  readonly vectors: VectorsByHash;
  readonly tables: VectorTables;
  /** What is searched of the artifact until now. */
  readonly stored: readonly StoredPassage[];
  /** Whether its title was another. */
  readonly titleChanged: boolean;
  readonly onProgress?: ((progress: StoreProgress) => void) | undefined;
}

/** A passage that is searched already. */
export interface StoredPassage {
  readonly key: number;
  readonly content_hash: string;
}

/**
 * Puts passages in the place of those that an artifact had. One whose text is unchanged keeps its key, and with it its
 * vector and terms.
 */
export function writePassages(db: Database, writing: PassageWriting): void {
  const { artifact, text, tables, onProgress } = writing;
  const terms = openPassageTerms(db);
  const kept = keepPassages(writing);
  db.prepare('DELETE FROM artifact_chunks WHERE artifact_key = ?').run(artifact.key);
  // Before anything is added: a whole text takes the key of the one before it.
  for (const { key } of writing.stored) if (!kept.keys.has(key)) removePassage(terms, tables, key);
  const insertChunk = db.prepare(
    `INSERT INTO artifact_chunks VALUES (
       @key, @id, @artifact_key, @chunk_index, @content, @start_char, @end_char, @token_count, @content_hash, @is_blank
     )`,
  );
  const titleTerms = termsOf(artifact.title ?? '');
  const added: (readonly [key: number, index: number])[] = [];
  for (const [index, passage] of text.passages.entries()) {
    const keptKey = kept.byIndex.get(index);
    const key = keptKey ?? (text.isChunked ? takeKey(db) : artifact.key);
    if (text.isChunked) insertChunk.run(chunkRow(passage, index, key, artifact));
    if (keptKey === undefined) added.push([key, index]);
  }
  for (const [doneCount, [key, index]] of added.entries()) {
    const { contentSha256, isBlank } = text.passages[index]!;
    terms.insert(key, titleTerms, writing.bodyTerms[index]!);
    if (!isBlank) tables.insert(key, contentSha256, writing.vectors.get(contentSha256)!);
    onProgress?.({ phase: 'writing', doneCount: doneCount + 1, totalCount: added.length });
  }
}

/** Removes what is searched of an artifact, and its chunks. */
export function removePassages(db: Database, tables: VectorTables | undefined, artifact: ArtifactRow): void {
  const terms = openPassageTerms(db);
  for (const { key } of storedPassages(db, artifact)) removePassage(terms, tables, key);
  db.prepare('DELETE FROM artifact_chunks WHERE artifact_key = ?').run(artifact.key);
}

/** Writes the terms of an artifact's passages anew, after its title has changed. */
export function rewriteTerms(db: Database, artifact: ArtifactRow): void {
  const terms = openPassageTerms(db);
  const passages = db
    .prepare<[number], { key: number; content: TextColumn }>('SELECT key, content FROM passages WHERE artifact_key = ?')
    .all(artifact.key);
  const titleTerms = termsOf(artifact.title ?? '');
  for (const { key, content } of passages) {
    terms.remove(key);
    terms.insert(key, titleTerms, termsOf(fromColumn(content)));
  }
}

/** What is searched of an artifact. */
export function storedPassages(db: Database, artifact: ArtifactRow): StoredPassage[] {
  return db
    .prepare<[number], StoredPassage>('SELECT key, content_hash FROM passages WHERE artifact_key = ?')
    .all(artifact.key);
}

/** Keys that stay, by the index of the passage that takes each over. Each is taken once. */
function keepPassages({ artifact, text, stored, titleChanged }: PassageWriting): {
  readonly byIndex: ReadonlyMap<number, number>;
  readonly keys: ReadonlySet<number>;
} {
  const byIndex = new Map<number, number>();
  const keysByHash = new Map<string, number[]>();
  for (const { key, content_hash } of titleChanged ? [] : stored) {
    // A whole text has its artifact's key, a chunk has not.
    if ((key === artifact.key) === text.isChunked) continue;
    const keys = keysByHash.get(content_hash);
    if (keys === undefined) keysByHash.set(content_hash, [key]);
    else keys.push(key);
  }
  for (const [index, { contentSha256 }] of text.passages.entries()) {
    const key = keysByHash.get(contentSha256)?.shift();
    if (key !== undefined) byIndex.set(index, key);
  }
  return { byIndex, keys: new Set(byIndex.values()) };
}

function removePassage(terms: PassageTerms, tables: VectorTables | undefined, key: number): void {
  terms.remove(key);
  tables?.remove(key);
}

function chunkRow(passage: Passage, index: number, key: number, artifact: ArtifactRow): ChunkRow {
  return {
    key,
    id: artifactChunkId(artifact.id, index, passage.contentSha256),
    artifact_key: artifact.key,
    chunk_index: index,
    content: toColumn(passage.content),
    start_char: passage.startChar,
    end_char: passage.endChar,
    token_count: passage.tokenCount,
    content_hash: passage.contentSha256,
    is_blank: passage.isBlank ? 1 : 0,
  };
}

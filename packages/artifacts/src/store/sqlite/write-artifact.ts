import type { Database } from 'better-sqlite3';
import { artifactRow, factsAreKnown, hasText, withFacts } from '../artifact-facts.js';
import { candidateIds } from '../artifact-id.js';
import type { ArtifactRow } from '../artifact-rows.js';
import type { IngestOutcome } from '../artifact-store.js';
import type { CheckedInput } from '../check-input.js';
import type { TextWriting } from '../engine.js';
import { findArtifact, findByIdentity } from './find-rows.js';
import { takeKey } from './settings.js';
import type { VectorTables } from './vector-tables.js';
import { rewriteTerms, storedPassages, writePassages } from './write-passages.js';

/** What happened to an artifact. */
export interface WrittenRow {
  readonly artifact: ArtifactRow;
  readonly outcome: IngestOutcome;
}

/** Writes an artifact in the caller's transaction: new, or in place of what its identity had. */
export function writeArtifact(db: Database, tables: VectorTables, writing: TextWriting): WrittenRow {
  const { input, contentSha256 } = writing;
  const { sourceSystem, sourceId } = input;
  const old = findByIdentity(db, { sourceSystem, sourceId, contentSha256 });
  if (old !== undefined && hasText(old, input, contentSha256)) return writeKnown(db, old, input);
  const artifact = artifactRow(writing, {
    key: old?.key ?? takeKey(db),
    id: old?.id ?? freeId(db, writing),
    old,
  });
  const stored = old === undefined ? [] : storedPassages(db, old);
  saveRow(db, artifact);
  writePassages(db, tables, { ...writing, artifact, stored });
  return { artifact, outcome: old === undefined ? 'new' : 'changed' };
}

/** Writes what is known of an artifact whose text stays. */
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

function freeId(db: Database, { input, contentSha256, preferredId }: TextWriting): string {
  if (preferredId !== undefined && findArtifact(db, preferredId) === undefined) return preferredId;
  const { sourceSystem, sourceId } = input;
  let last = '';
  for (const id of candidateIds({ sourceSystem, sourceId, contentSha256 })) {
    if (findArtifact(db, id) === undefined) return id;
    last = id;
  }
  throw new Error(`All ids up to ${last} are taken.`);
}

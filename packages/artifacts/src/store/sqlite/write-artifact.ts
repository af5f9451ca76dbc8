import type { Database } from 'better-sqlite3';
import { candidateIds } from '../artifact-id.js';
import type { IngestOutcome } from '../artifact-store.js';
import type { CheckedInput } from '../check-input.js';
import type { PreparedText } from '../prepare-artifact.js';
import { type ArtifactRow, findArtifact, findByIdentity } from './artifact-rows.js';
import { takeKey } from './settings.js';
import { toColumn } from './text-column.js';
import { type PassageWriting, rewriteTerms, storedPassages, writePassages } from './write-passages.js';

/** An artifact to be written, with the text's passages ready. */
export interface ArtifactWriting extends Omit<PassageWriting, 'artifact' | 'stored'> {
  readonly input: CheckedInput;
  readonly contentSha256: string;
  /** Id that it had in another store, taken if it is free. */
  readonly preferredId?: string | undefined;
  /** ISO 8601, for an artifact without a time. */
  readonly now: string;
}

/** What happened to it. */
export interface WrittenArtifact {
  readonly artifact: ArtifactRow;
  readonly outcome: IngestOutcome;
}

/** Whether an artifact has this text, split for this type, already. */
export function hasText(artifact: ArtifactRow | undefined, input: CheckedInput, contentSha256: string): boolean {
  return artifact?.content_hash === contentSha256 && artifact.artifact_type === input.artifactType;
}

/** Writes an artifact in the caller's transaction: new, or in place of what its identity had. */
export function writeArtifact(db: Database, writing: ArtifactWriting): WrittenArtifact {
  const { input, contentSha256 } = writing;
  const { sourceSystem, sourceId } = input;
  const old = findByIdentity(db, { sourceSystem, sourceId, contentSha256 });
  if (old !== undefined && hasText(old, input, contentSha256)) return writeFacts(db, old, input);
  const artifact = rowOf(writing, writing.text, {
    key: old?.key ?? takeKey(db),
    id: old?.id ?? freeId(db, writing),
    old,
  });
  const stored = old === undefined ? [] : storedPassages(db, old);
  saveRow(db, artifact);
  writePassages(db, { ...writing, artifact, stored });
  return { artifact, outcome: old === undefined ? 'new' : 'changed' };
}

/** Writes what is known of an artifact whose text stays. */
export function writeFacts(db: Database, old: ArtifactRow, input: CheckedInput): WrittenArtifact {
  if (factsAreKnown(old, input)) return { artifact: old, outcome: 'same' };
  const artifact: ArtifactRow = { ...old, ...factsOf(input, old, old.ts) };
  rewriteTerms(db, old, artifact);
  saveRow(db, artifact);
  return { artifact, outcome: 'changed' };
}

/** Whether writing these facts would change nothing. */
export function factsAreKnown(old: ArtifactRow, input: CheckedInput): boolean {
  const facts = factsOf(input, old, old.ts);
  return Object.entries(facts).every(([name, value]) => value === old[name as keyof ArtifactRow]);
}

type Facts = Pick<ArtifactRow, 'title' | 'sensitivity' | 'ts' | 'attributes'>;

/** What is given for an artifact now; else what was given before; else the default. */
function factsOf(input: CheckedInput, old: ArtifactRow | undefined, now: string): Facts {
  return {
    title: input.title === undefined ? (old?.title ?? null) : input.title,
    sensitivity: input.sensitivity ?? old?.sensitivity ?? 'normal',
    ts: input.ts ?? old?.ts ?? now,
    attributes: input.attributes ?? old?.attributes ?? '{}',
  };
}

function rowOf(
  { input, contentSha256, now }: ArtifactWriting,
  text: PreparedText,
  { key, id, old }: { key: number; id: string; old: ArtifactRow | undefined },
): ArtifactRow {
  return {
    key,
    id,
    content: toColumn(text.isChunked ? '' : input.content),
    artifact_type: input.artifactType,
    source_system: input.sourceSystem,
    source_id: input.sourceId,
    token_count: text.tokenCount,
    is_chunked: text.isChunked ? 1 : 0,
    num_chunks: text.isChunked ? text.passages.length : 0,
    content_hash: contentSha256,
    ...factsOf(input, old, now),
  };
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

function freeId(db: Database, { input, contentSha256, preferredId }: ArtifactWriting): string {
  if (preferredId !== undefined && findArtifact(db, preferredId) === undefined) return preferredId;
  const { sourceSystem, sourceId } = input;
  let last = '';
  for (const id of candidateIds({ sourceSystem, sourceId, contentSha256 })) {
    if (findArtifact(db, id) === undefined) return id;
    last = id;
  }
  throw new Error(`All ids up to ${last} are taken.`);
}

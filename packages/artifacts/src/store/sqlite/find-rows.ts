import type { Database } from 'better-sqlite3';
import type { ArtifactIdentity } from '../artifact.js';
import type { ArtifactRow, ChunkRow } from '../artifact-rows.js';
import { type ArtifactFilter, type CheckedFilter, checkFilter } from '../search-options.js';
import type { KeySelection } from './vector-tables.js';

export function findArtifact(db: Database, id: string): ArtifactRow | undefined {
  return db.prepare<[string], ArtifactRow>('SELECT * FROM artifacts WHERE id = ?').get(id);
}

/** The artifact that an identity has already. */
export function findByIdentity(db: Database, identity: ArtifactIdentity): ArtifactRow | undefined {
  const { sourceSystem, sourceId, contentSha256 } = identity;
  return sourceId === null
    ? db
        .prepare<[string, string], ArtifactRow>(
          'SELECT * FROM artifacts WHERE source_id IS NULL AND source_system = ? AND content_hash = ?',
        )
        .get(sourceSystem, contentSha256)
    : db
        .prepare<[string, string], ArtifactRow>(
          'SELECT * FROM artifacts WHERE source_id IS NOT NULL AND source_system = ? AND source_id = ?',
        )
        .get(sourceSystem, sourceId);
}

/** Chunks of an artifact in order, from one index up to and including another. */
export function findChunks(db: Database, artifactKey: number, from = 0, to = Number.MAX_SAFE_INTEGER): ChunkRow[] {
  return db
    .prepare<[number, number, number], ChunkRow>(
      'SELECT * FROM artifact_chunks WHERE artifact_key = ? AND chunk_index BETWEEN ? AND ? ORDER BY chunk_index',
    )
    .all(artifactKey, from, to);
}

/** Ids of the chunks of an artifact, in order. */
export function findChunkIds(db: Database, artifactKey: number): string[] {
  return db
    .prepare<[number], string>('SELECT id FROM artifact_chunks WHERE artifact_key = ? ORDER BY chunk_index')
    .pluck()
    .all(artifactKey);
}

/** A filter as an SQL condition on the table `artifacts`. */
interface FilterCondition {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/** An attribute's value as text; JSON's booleans are numbers to SQLite. */
const FACT_TEXT = "iif(fact.type IN ('true', 'false', 'null'), fact.type, CAST(fact.value AS TEXT))";

/**
 * The condition of a filter; `TRUE` for one that lets everything through.
 *
 * @throws TopicmillError `INVALID_OPTION` as `checkFilter` does
 */
export function filterCondition(filter: ArtifactFilter): FilterCondition {
  const checked = checkFilter(filter);
  const conditions = filterConditions(checked);
  return {
    sql: conditions.length === 0 ? 'TRUE' : conditions.map(({ sql }) => sql).join(' AND '),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** The keys of the passages that a filter lets through; `undefined` when that is all. */
export function filterKeys(filter: ArtifactFilter): KeySelection | undefined {
  const { sql, parameters } = filterCondition(filter);
  if (parameters.length === 0 && sql === 'TRUE') return undefined;
  return {
    sql: `
      SELECT key FROM artifacts WHERE is_chunked = 0 AND ${sql}
      UNION ALL
      SELECT key FROM artifact_chunks WHERE artifact_key IN (SELECT key FROM artifacts WHERE is_chunked = 1 AND ${sql})`,
    parameters: [...parameters, ...parameters],
  };
}

function filterConditions(filter: CheckedFilter): FilterCondition[] {
  const { sourceIdPrefix, attributes, people, since, until } = filter;
  return [
    ...isOneOfCondition('artifact_type', filter.artifactTypes),
    ...isOneOfCondition('source_system', filter.sourceSystems),
    ...isOneOfCondition('sensitivity', filter.sensitivities),
    ...(sourceIdPrefix === undefined
      ? []
      : [{ sql: 'substr(source_id, 1, length(?)) = ?', parameters: [sourceIdPrefix, sourceIdPrefix] }]),
    ...attributes.map(([name, values]) => hasMatchingFact([name], `${FACT_TEXT} IN (${marks(values)})`, values)),
    ...people.map(({ fields, names }) =>
      hasMatchingFact(
        fields,
        names.map(() => 'instr(folded(fact.value), folded(?)) > 0').join(' OR ') || 'FALSE',
        names,
      ),
    ),
    ...(since === undefined ? [] : [{ sql: 'ts >= ?', parameters: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'ts < ?', parameters: [until] }]),
  ];
}

function isOneOfCondition(column: string, values: readonly string[] | undefined): FilterCondition[] {
  return values === undefined ? [] : [{ sql: `${column} IN (${marks(values)})`, parameters: values }];
}

/** Artifacts with an attribute of one of the names that is, or contains in its list, a fact that fits. */
function hasMatchingFact(names: readonly string[], condition: string, parameters: readonly string[]): FilterCondition {
  const sql = `EXISTS (
    SELECT 1 FROM json_tree(artifacts.attributes) AS fact
     WHERE fact.type NOT IN ('array', 'object') AND (${condition})
       AND (fact.path = '$' AND fact.key IN (${marks(names)})
            OR fact.path IN (SELECT fullkey FROM json_each(artifacts.attributes) WHERE key IN (${marks(names)})))
  )`;
  return { sql, parameters: [...parameters, ...names, ...names] };
}

function marks(values: readonly string[]): string {
  return values.map(() => '?').join(', ');
}

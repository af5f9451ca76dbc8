import { type CheckedFilter, checkFilter } from '../check-filter.js';
import type { ArtifactFilter } from '../search-types.js';
import type { KeySelection } from './vector-tables.js';

/** A filter as an SQL condition on the table `artifacts`. */
export interface FilterCondition {
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
  const conditions = conditionsOf(checked);
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

function conditionsOf(filter: CheckedFilter): FilterCondition[] {
  const { sourceIdPrefix, attributes, people, since, until } = filter;
  return [
    ...oneOf('artifact_type', filter.artifactTypes),
    ...oneOf('source_system', filter.sourceSystems),
    ...oneOf('sensitivity', filter.sensitivities),
    ...(sourceIdPrefix === undefined
      ? []
      : [{ sql: 'substr(source_id, 1, length(?)) = ?', parameters: [sourceIdPrefix, sourceIdPrefix] }]),
    ...attributes.map(([name, values]) => withFact([name], `${FACT_TEXT} IN (${marks(values)})`, values)),
    ...people.map(({ fields, names }) =>
      withFact(fields, names.map(() => 'instr(folded(fact.value), folded(?)) > 0').join(' OR ') || 'FALSE', names),
    ),
    ...(since === undefined ? [] : [{ sql: 'ts >= ?', parameters: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'ts < ?', parameters: [until] }]),
  ];
}

function oneOf(column: string, values: readonly string[] | undefined): FilterCondition[] {
  return values === undefined ? [] : [{ sql: `${column} IN (${marks(values)})`, parameters: values }];
}

/** Artifacts with an attribute of one of the names that is, or contains in its list, a fact that fits. */
function withFact(names: readonly string[], condition: string, parameters: readonly string[]): FilterCondition {
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

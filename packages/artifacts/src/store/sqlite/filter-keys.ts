import type { ArtifactFilter } from '../artifact-store.js';
import { parseTime } from '../parse-time.js';
import type { KeySelection } from './vector-tables.js';

/** A filter as an SQL condition on the table `artifacts`. */
export interface FilterCondition {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * The condition of a filter; `TRUE` for one that lets everything through.
 *
 * @throws TopicmillError `INVALID_OPTION` for a time that is none
 */
export function filterCondition(filter: ArtifactFilter): FilterCondition {
  const conditions: string[] = [];
  const parameters: string[] = [];
  const add = (sql: string, values: readonly string[]): void => {
    conditions.push(sql);
    parameters.push(...values);
  };
  const oneOf = (column: string, values: readonly string[] | undefined): void => {
    if (values !== undefined) add(`${column} IN (${values.map(() => '?').join(', ')})`, values);
  };
  oneOf('artifact_type', filter.artifactTypes);
  oneOf('source_system', filter.sourceSystems);
  oneOf('sensitivity', filter.sensitivities);
  if (filter.since !== undefined) add('ts >= ?', [parseTime(filter.since, 'INVALID_OPTION')]);
  if (filter.until !== undefined) add('ts < ?', [parseTime(filter.until, 'INVALID_OPTION')]);
  return { sql: conditions.length === 0 ? 'TRUE' : conditions.join(' AND '), parameters };
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

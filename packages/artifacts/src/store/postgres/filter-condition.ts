import { lowerCase } from '@topicmill/text/words';
import type { Attributes, JsonValue } from '../artifact.js';
import { checkFilter } from '../check-filter.js';
import type { ArtifactFilter } from '../search-types.js';
import { type Parameters, toField } from './columns.js';

/** Attributes as filters look for them. */
export interface FilteredFacts {
  /** Name and value of each fact, with a tab in between. */
  readonly facts: readonly string[];
  /** The same, folded. */
  readonly people: readonly string[];
}

/** Facts of attributes: values that are texts, numbers and so on, those in lists and objects one level down too. */
export function filteredFacts(attributes: Attributes): FilteredFacts {
  const pairs = Object.entries(attributes).flatMap(([name, value]) =>
    (isNested(value) ? Object.values(value).filter((inner) => !isNested(inner)) : [value]).map(
      (fact) => [name, typeof fact === 'string' ? fact : JSON.stringify(fact)] as const,
    ),
  );
  return {
    facts: pairs.map(([name, fact]) => factText(name, fact)),
    people: pairs.map(([name, fact]) => factText(name, lowerCase(fact))),
  };
}

/**
 * The condition of a filter on the table `artifacts`; `undefined` for one that lets everything through.
 *
 * @throws TopicmillError `INVALID_OPTION` as `checkFilter` does
 */
export function filterCondition(filter: ArtifactFilter, parameters: Parameters): string | undefined {
  const checked = checkFilter(filter);
  const { sourceIdPrefix, attributes, people, since, until } = checked;
  const add = (value: unknown): string => parameters.add(value);
  const oneOf = (column: string, values: readonly string[] | undefined): string[] =>
    values === undefined ? [] : [`${column} = ANY (${add(values.map(toField))}::text[])`];
  const conditions = [
    ...oneOf('artifact_type', checked.artifactTypes),
    ...oneOf('source_system', checked.sourceSystems),
    ...oneOf('sensitivity', checked.sensitivities),
    ...(sourceIdPrefix === undefined ? [] : [`starts_with(source_id, ${add(toField(sourceIdPrefix))})`]),
    ...attributes.map(([name, values]) => `facts && ${add(values.map((value) => factText(name, value)))}::text[]`),
    ...people.map(({ fields, names }) => {
      const [starts, parts] = [add(fields.map((field) => factText(field, ''))), add(names.map(lowerCase).map(toField))];
      return `EXISTS (
        SELECT 1 FROM unnest(people) AS fact, unnest(${starts}::text[]) AS start, unnest(${parts}::text[]) AS part
         WHERE starts_with(fact, start) AND strpos(substr(fact, length(start) + 1), part) > 0)`;
    }),
    ...(since === undefined ? [] : [`ts >= ${add(since)}`]),
    ...(until === undefined ? [] : [`ts < ${add(until)}`]),
  ];
  return conditions.length === 0 ? undefined : conditions.join(' AND ');
}

/** SQL for the keys of the passages that a filter lets through; `undefined` when that is all. */
export function filterKeys(filter: ArtifactFilter, parameters: Parameters): string | undefined {
  const condition = filterCondition(filter, parameters);
  if (condition === undefined) return undefined;
  return `
    SELECT key FROM artifacts WHERE is_chunked = 0 AND ${condition}
    UNION ALL
    SELECT key FROM artifact_chunks WHERE artifact_key IN (SELECT key FROM artifacts WHERE is_chunked = 1 AND ${condition})`;
}

function isNested(value: JsonValue): value is readonly JsonValue[] | Attributes {
  return typeof value === 'object' && value !== null;
}

function factText(name: string, fact: string): string {
  return toField(`${name}\t${fact}`).replace(/\p{Surrogate}/gu, '\ufffd');
}

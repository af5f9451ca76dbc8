import type { Transaction } from '@topicmill/base/postgres';
import { lowerCase } from '@topicmill/text/words';
import { type ArtifactIdentity, type Attributes, contentHash, type JsonValue } from '../artifact.js';
import type { ArtifactRow, ChunkRow } from '../artifact-rows.js';
import type { TextColumn } from '../column-values.js';
import { type ArtifactFilter, checkFilter } from '../search-options.js';

/** The columns of an artifact that are read; the others are made from these. */
const ARTIFACT_COLUMNS = `
  key, id, content, content_utf16, artifact_type, source_system, source_id, title, token_count, is_chunked, num_chunks,
  content_hash, sensitivity, ts, attributes`;

const CHUNK_COLUMNS = `
  key, id, artifact_key, chunk_index, content, content_utf16, start_char, end_char, token_count, content_hash, is_blank,
  preface, vector_hash`;

type Stored<Row extends { content: unknown }> = Omit<Row, 'content'> & TextColumns;

/** Chunk indexes up to the largest that the column has. */
const LAST_INDEX = 2 ** 31 - 1;

/** The hash under which an identity is found. */
export function identityHash({ sourceSystem, sourceId, contentSha256 }: ArtifactIdentity): string {
  return contentHash(JSON.stringify(sourceId === null ? [sourceSystem, contentSha256] : [sourceSystem, sourceId, '']));
}

export async function findArtifacts(
  transaction: Transaction,
  rest: string,
  values: readonly unknown[],
): Promise<ArtifactRow[]> {
  const rows = await transaction.rows<Stored<ArtifactRow>>(`SELECT ${ARTIFACT_COLUMNS} FROM artifacts ${rest}`, values);
  return rows.map((row) => ({
    ...withContent(row),
    artifact_type: fromField(row.artifact_type),
    source_system: fromField(row.source_system),
    source_id: row.source_id === null ? null : fromField(row.source_id),
    title: row.title === null ? null : fromField(row.title),
    sensitivity: fromField(row.sensitivity),
  }));
}

export async function findArtifact(transaction: Transaction, id: string): Promise<ArtifactRow | undefined> {
  return (await findArtifacts(transaction, 'WHERE id = $1', [id]))[0];
}

/**
 * The artifact that an identity has already.
 *
 * @param lock `FOR UPDATE` where it is going to be changed
 */
export async function findByIdentity(
  transaction: Transaction,
  identity: ArtifactIdentity,
  lock: '' | 'FOR UPDATE' = '',
): Promise<ArtifactRow | undefined> {
  return (await findArtifacts(transaction, `WHERE identity = $1 ${lock}`, [identityHash(identity)]))[0];
}

/** Chunks of artifacts, by artifact and index, from one index up to and including another. */
export async function findChunks(
  transaction: Transaction,
  artifactKeys: readonly number[],
  from = 0,
  to = LAST_INDEX,
): Promise<ChunkRow[]> {
  const rows = await transaction.rows<Stored<ChunkRow>>(
    `SELECT ${CHUNK_COLUMNS} FROM artifact_chunks
      WHERE artifact_key = ANY ($1) AND chunk_index BETWEEN $2 AND $3 ORDER BY artifact_key, chunk_index`,
    [artifactKeys, Math.max(0, from), Math.min(LAST_INDEX, to)],
  );
  return rows.map(withContent);
}

/** Chunks of one artifact around one of them. */
interface ChunkRange {
  readonly artifactKey: number;
  /** Indexes, both included. */
  readonly from: number;
  readonly to: number;
}

/** Chunks of several ranges by one query; for each range, by index. */
export async function findChunkRanges(
  transaction: Transaction,
  ranges: readonly ChunkRange[],
): Promise<readonly (readonly ChunkRow[])[]> {
  const found = ranges.map((): ChunkRow[] => []);
  if (ranges.length === 0) return found;
  const rows = await transaction.rows<Stored<ChunkRow> & { place: number }>(
    `SELECT ${CHUNK_COLUMNS}, place::int - 1 AS place
       FROM unnest($1::bigint[], $2::int[], $3::int[]) WITH ORDINALITY AS ranges (in_artifact, first, last, place)
       JOIN artifact_chunks ON artifact_key = in_artifact AND chunk_index BETWEEN first AND last
      ORDER BY place, chunk_index`,
    [
      ranges.map(({ artifactKey }) => artifactKey),
      ranges.map(({ from }) => Math.max(0, from)),
      ranges.map(({ to }) => Math.min(LAST_INDEX, to)),
    ],
  );
  for (const { place, ...row } of rows) found[place]!.push(withContent(row));
  return found;
}

/** Ids of the chunks of an artifact, in order. */
export async function findChunkIds(transaction: Transaction, artifactKey: number): Promise<string[]> {
  const rows = await transaction.rows<{ id: string }>(
    'SELECT id FROM artifact_chunks WHERE artifact_key = $1 ORDER BY chunk_index',
    [artifactKey],
  );
  return rows.map(({ id }) => id);
}

/** Attributes as filters look for them. */
interface FilteredFacts {
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

/** The passages that may be found: SQL for their keys, with its parameters. */
export interface AllowedKeys {
  /** `undefined` for all. */
  readonly sql: string | undefined;
  readonly parameters: Parameters;
}

/** A text in the two columns that keep it: as it is, or as UTF-16 where PostgreSQL has no text for it. */
export interface TextColumns {
  readonly content: string;
  readonly content_utf16: Buffer | null;
}

/** @param column a text, or its UTF-16 when it has lone surrogates */
export function toColumns(column: TextColumn): TextColumns {
  if (typeof column !== 'string') return { content: '', content_utf16: column };
  if (!column.includes('\0')) return { content: column, content_utf16: null };
  return { content: '', content_utf16: Buffer.from(column, 'utf16le') };
}

/** Replaces the two columns of a row by the one that it is read from. */
export function withContent<Row extends TextColumns>(
  row: Row,
): Omit<Row, 'content' | 'content_utf16'> & { content: TextColumn } {
  const { content, content_utf16, ...others } = row;
  return { ...others, content: content_utf16 ?? content };
}

/** A name or title without NUL, which PostgreSQL does not keep; `fromField` brings it back. */
export function toField(text: string): string {
  return text.replace(/[\0\u001b]/g, (character) => (character === '\0' ? '\u001b0' : '\u001b1'));
}

export function fromField(text: string): string {
  return text.replace(/\u001b([01])/g, (_, digit: string) => (digit === '0' ? '\0' : '\u001b'));
}

/** The parameters of a statement, numbered as they are added. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns what marks the place of the value */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

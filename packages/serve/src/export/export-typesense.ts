import { indentedJson } from '@topicmill/base/json';
import {
  changedOf,
  dimensionsOf,
  type ExportChanges,
  type ExportedDocs,
  type ExportedFields,
  type ExportFile,
  exportRecords,
  type HrefOf,
  inLists,
  KEYS_PER_REQUEST,
  type StoredRecord,
  vectorJson,
} from './export-record.js';

interface TypesenseField {
  readonly name: string;
  readonly type: 'string' | 'string[]' | 'int32' | 'bool' | 'float' | 'float[]';
  readonly facet?: true;
  readonly index?: false;
  readonly optional?: true;
  readonly num_dim?: number;
}

const FIELDS: readonly TypesenseField[] = [
  { name: 'topic', type: 'string', facet: true },
  { name: 'topic_title', type: 'string' },
  { name: 'topic_description', type: 'string', optional: true },
  { name: 'index', type: 'int32' },
  { name: 'title', type: 'string' },
  { name: 'href', type: 'string', index: false, optional: true },
  { name: 'source_href', type: 'string', index: false, optional: true },
  { name: 'tokens', type: 'int32' },
  { name: 'is_code', type: 'bool', facet: true },
  { name: 'keywords', type: 'string[]', facet: true },
  { name: 'questions', type: 'string[]' },
  { name: 'question_origins', type: 'string[]', facet: true },
  { name: 'similarity_conceptual', type: 'float', optional: true },
  { name: 'text', type: 'string' },
];

/**
 * For Typesense: the body that creates a collection, and documents for its import endpoint, one per line. Fields that the
 * collection does not list are stored and not indexed.
 */
export function exportTypesense(docs: ExportedDocs, hrefOf: HrefOf, collection: string): ExportFile[] {
  const dimensions = dimensionsOf(docs);
  const embedding: TypesenseField = { name: 'embedding', type: 'float[]', num_dim: dimensions };
  const schema = { name: collection, fields: [...FIELDS, ...(dimensions === 0 ? [] : [embedding])] };
  return [
    {
      name: TYPESENSE_FILES.shape,
      *pieces() {
        yield indentedJson(schema);
      },
    },
    {
      name: TYPESENSE_FILES.records,
      *pieces() {
        for (const record of typesenseRecords(docs, hrefOf)) yield documentLine(record);
      },
    },
  ];
}

/** Names of the files that an export is compared by. */
export const TYPESENSE_FILES = { shape: 'typesense.collection.json', records: 'typesense.jsonl' } as const;

/** Documents: their facts are all fields but the embedding. */
export function* typesenseRecords(docs: ExportedDocs, hrefOf: HrefOf): Generator<StoredRecord> {
  for (const { facts, vector } of exportRecords(docs, hrefOf)) {
    yield { id: facts.uuid, facts: JSON.stringify(documentOf(facts)), vector: vector && vectorJson(vector) };
  }
}

/** The document of a line. It throws what `JSON.parse` does. */
export function readTypesenseLine(line: string): StoredRecord[] {
  const { embedding, ...fields } = JSON.parse(line) as { id: string; embedding?: number[] };
  return [{ id: fields.id, facts: JSON.stringify(fields), vector: embedding && JSON.stringify(embedding) }];
}

/**
 * Documents for the import endpoint with `action=upsert`, one per line; and values of `filter_by` for
 * `DELETE /collections/<name>/documents`, one per line, short enough for an address.
 */
export function typesenseChanges(docs: ExportedDocs, hrefOf: HrefOf, changes: ExportChanges): ExportFile[] {
  return [
    {
      name: 'typesense.upsert.jsonl',
      *pieces() {
        for (const record of changedOf(typesenseRecords(docs, hrefOf), changes)) yield documentLine(record);
      },
    },
    {
      name: 'typesense.delete.txt',
      *pieces() {
        for (const keys of inLists(changes.deleted, KEYS_PER_REQUEST)) yield `id:[${keys.join(',')}]\n`;
      },
    },
  ];
}

function documentLine({ facts, vector }: StoredRecord): string {
  return vector === undefined ? `${facts}\n` : `${facts.slice(0, -1)},"embedding":${vector}}\n`;
}

/**
 * Typesense takes `id` for its own key, and none that has to be encoded in an address; it searches lists of texts without
 * being told to look into objects.
 */
function documentOf({ uuid, id, questions, ...fields }: ExportedFields): Record<string, unknown> {
  return {
    id: uuid,
    ...(id === undefined ? {} : { chunk_id: id }),
    ...fields,
    questions: questions.map(({ question }) => question),
    question_origins: questions.map(({ origin }) => origin ?? 'people'),
  };
}

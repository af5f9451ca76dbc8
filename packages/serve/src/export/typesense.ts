import { indentedJson } from '@topicmill/base/json';
import {
  changedRecords,
  type DatabaseFormat,
  dimensionsOf,
  type ExportedDocs,
  type ExportedFields,
  exportRecords,
  type HrefOf,
  inBatches,
  KEYS_PER_REQUEST,
  type StoredRecord,
  vectorJson,
  writeEach,
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

const FILES = { shape: 'typesense.collection.json', records: 'typesense.jsonl' } as const;

/**
 * For Typesense: the body that creates a collection, and documents for its import endpoint, one per line. Fields that the
 * collection does not list are stored and not indexed. Changes are documents for the import endpoint with `action=upsert`, and
 * values of `filter_by` for `DELETE /collections/<name>/documents`, one per line, short enough for an address.
 */
export const typesense: DatabaseFormat = {
  files: FILES,
  exportAll: (docs, hrefOf, name) => [
    { name: FILES.shape, pieces: () => [indentedJson({ name, fields: fieldsOf(docs) })] },
    { name: FILES.records, pieces: () => writeEach(recordsOf(docs, hrefOf), documentLine) },
  ],
  exportChanges: (docs, hrefOf, _name, changes) => [
    {
      name: 'typesense.upsert.jsonl',
      pieces: () => writeEach(changedRecords(recordsOf(docs, hrefOf), changes), documentLine),
    },
    {
      name: 'typesense.delete.txt',
      pieces: () => writeEach(inBatches(changes.deleted, KEYS_PER_REQUEST), (keys) => `id:[${keys.join(',')}]\n`),
    },
  ],
  recordsOf,
  readRecords(line) {
    const { embedding, ...fields } = JSON.parse(line) as { id: string; embedding?: number[] };
    return [{ id: fields.id, facts: JSON.stringify(fields), vector: embedding && JSON.stringify(embedding) }];
  },
};

function fieldsOf(docs: ExportedDocs): readonly TypesenseField[] {
  const dimensions = dimensionsOf(docs);
  return dimensions === 0 ? FIELDS : [...FIELDS, { name: 'embedding', type: 'float[]', num_dim: dimensions }];
}

/** Documents: their facts are all fields but the embedding. */
function* recordsOf(docs: ExportedDocs, hrefOf: HrefOf): Generator<StoredRecord> {
  for (const { facts, vector } of exportRecords(docs, hrefOf)) {
    yield { id: facts.uuid, facts: JSON.stringify(typesenseDocument(facts)), vector: vector && vectorJson(vector) };
  }
}

function documentLine({ facts, vector }: StoredRecord): string {
  return vector === undefined ? `${facts}\n` : `${facts.slice(0, -1)},"embedding":${vector}}\n`;
}

/**
 * Typesense takes `id` for its own key, and none that has to be encoded in an address; it searches lists of texts without
 * being told to look into objects.
 */
function typesenseDocument({ uuid, id, questions, ...fields }: ExportedFields): Record<string, unknown> {
  return {
    id: uuid,
    ...(id === undefined ? {} : { chunk_id: id }),
    ...fields,
    questions: questions.map(({ question }) => question),
    question_origins: questions.map(({ origin }) => origin ?? 'people'),
  };
}

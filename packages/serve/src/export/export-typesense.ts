import { dimensionsOf, type ExportedFields, exportRecords, vectorJson } from './export-record.js';
import type { ExportedDocs, ExportFile, HrefOf } from './export-topic.js';

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
  { name: 'similarity_conceptual', type: 'float' },
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
      name: 'typesense.collection.json',
      *pieces() {
        yield `${JSON.stringify(schema, null, 2)}\n`;
      },
    },
    {
      name: 'typesense.jsonl',
      *pieces() {
        for (const { facts, vector } of exportRecords(docs, hrefOf)) {
          const json = JSON.stringify(documentOf(facts));
          yield vector === undefined ? `${json}\n` : `${json.slice(0, -1)},"embedding":${vectorJson(vector)}}\n`;
        }
      },
    },
  ];
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

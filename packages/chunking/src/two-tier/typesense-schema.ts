import { indentedJson } from '@topicmill/base/json';
import type { BookRecord } from './book-record-schema.js';

interface TypesenseField {
  readonly name: keyof BookRecord;
  readonly type: 'string' | 'string[]' | 'int32' | 'int32[]' | 'bool';
  readonly facet?: true;
  readonly optional?: true;
  /** Stored and returned, but not searched. */
  readonly index?: false;
}

/** `id` is a field of every Typesense collection. */
const FIELDS: readonly TypesenseField[] = [
  { name: 'doc_id', type: 'string', facet: true },
  { name: 'tier', type: 'string', facet: true },
  { name: 'parent_id', type: 'string', optional: true },
  { name: 'child_ids', type: 'string[]', optional: true, index: false },
  { name: 'prev_id', type: 'string', optional: true, index: false },
  { name: 'next_id', type: 'string', optional: true, index: false },
  { name: 'heading_path', type: 'string[]' },
  { name: 'text', type: 'string' },
  { name: 'retrieval_text', type: 'string', optional: true, index: false },
  { name: 'tokens', type: 'int32' },
  { name: 'oversized', type: 'bool', facet: true },
  { name: 'contains_table', type: 'bool', facet: true },
  { name: 'table_columns', type: 'int32[]' },
  { name: 'table_headers', type: 'string[]' },
  { name: 'content_hints', type: 'string', facet: true },
  { name: 'start', type: 'int32' },
  { name: 'end', type: 'int32' },
  { name: 'page', type: 'int32', optional: true },
];

/** The text of a file that creates a Typesense collection for a book's records, of both tiers. */
export function typesenseSchema(collectionName: string): string {
  return indentedJson({ name: collectionName, fields: FIELDS });
}

import { indentedJson } from '@topicmill/base/json';
import * as z from 'zod';
import { inSchemaOrder, type ReadonlyRecord } from '../records/schema-order.js';

const offset = z.int().nonnegative();
const id = z.string().min(1);

const bookRecordSchema = z
  .strictObject({
    id: id.describe('Derived from book, tier, heading path and own text only.'),
    doc_id: id,
    tier: z.enum(['section', 'snippet']),
    parent_id: id.exactOptional().describe('Section that contains a snippet; sections have none.'),
    child_ids: z.array(id).describe('Snippets of a section, in order; empty for a snippet.'),
    prev_id: id.exactOptional().describe('Previous record of the same tier in the whole book.'),
    next_id: id.exactOptional().describe('Next record of the same tier in the whole book.'),
    heading_path: z
      .array(z.string())
      .describe('Headings above the text, outermost first, followed by the headers of its tables, if any.'),
    text: z.string().min(1).describe('The overlap with the previous record, if any, and the own text.'),
    retrieval_text: z
      .string()
      .min(1)
      .describe('What to embed: `[DOC: …] [PATH: …] [CONCEPTS: …]` on one line, then the text.'),
    tokens: offset.describe("Size of `text` by the strategy's counter."),
    oversized: z.boolean().describe('Whether a table, fenced code block or block quote alone exceeds the limit.'),
    contains_table: z.boolean(),
    table_columns: z.array(z.int().positive()).describe('Columns of each table.'),
    table_headers: z.array(z.string()).describe('Header cells of each table, joined by " | ".'),
    content_hints: z
      .enum(['prose', 'table', 'code', 'list', 'quote', 'mixed'])
      .describe('The kind that makes up at least 80 % of the characters of the text, else mixed.'),
    start: offset.describe('UTF-16 offset in the book at which the own text starts.'),
    end: offset.describe('UTF-16 offset in the book at which the own text ends.'),
    page: z
      .int()
      .positive()
      .exactOptional()
      .describe('1-based page on which the own text starts, for a book with form feeds.'),
  })
  .describe('A line of sections.jsonl or snippets.jsonl.');

/** A chunk of a book as it is published, one per line of `sections.jsonl` or `snippets.jsonl`. */
export type BookRecord = ReadonlyRecord<z.infer<typeof bookRecordSchema>>;

/** `section`: up to the larger limit. `snippet`: a part of one section, up to the smaller limit. */
export type Tier = BookRecord['tier'];

/** The one kind of content that makes up at least 80 % of a text's characters, else `mixed`. */
export type ContentHint = BookRecord['content_hints'];

/** The record with its keys in the order of the schema. */
export function inBookRecordOrder(record: BookRecord): BookRecord {
  return inSchemaOrder(bookRecordSchema, record);
}

/** The text of the published JSON Schema (draft 2020-12) of a book's records. */
export function bookRecordJsonSchema(): string {
  return indentedJson(z.toJSONSchema(bookRecordSchema));
}

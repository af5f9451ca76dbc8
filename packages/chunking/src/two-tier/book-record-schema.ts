import * as z from 'zod';
import type { BookRecord } from './book-record.js';

const offset = z.int().nonnegative();
const id = z.string().min(1);

const bookRecordSchema: z.ZodType<BookRecord> = z
  .strictObject({
    id: id.describe('Hangs on the book, the tier, the heading path and the own text only.'),
    doc_id: id,
    tier: z.enum(['section', 'snippet']),
    parent_id: id.exactOptional().describe('Section of a snippet.'),
    child_ids: z.array(id).describe('Snippets of a section, in order; empty for a snippet.'),
    prev_id: id.exactOptional().describe('Record before of the same tier.'),
    next_id: id.exactOptional().describe('Record behind of the same tier.'),
    heading_path: z
      .array(z.string())
      .describe('Headings in force, outermost first; behind them the headers of the tables, if any.'),
    text: z.string().min(1).describe('The overlap with the record before, if any, and the own text.'),
    retrieval_text: z.string().min(1).describe('[DOC: …] [PATH: …] [CONCEPTS: …] on a line, then the text.'),
    tokens: offset.describe('Size of the text.'),
    oversized: z.boolean().describe('Whether a table, fenced code block or block quote alone exceeds the limit.'),
    contains_table: z.boolean(),
    table_columns: z.array(z.int().positive()).describe('Columns of each table.'),
    table_headers: z.array(z.string()).describe('Header cells of each table, joined by " | ".'),
    content_hints: z
      .enum(['prose', 'table', 'code', 'list', 'quote', 'mixed'])
      .describe('The kind that makes up at least 80 % of the characters of the text, else mixed.'),
    start: offset.describe('UTF-16 offset in the book at which the own text starts.'),
    end: offset.describe('UTF-16 offset in the book behind the own text.'),
    page: z.int().positive().exactOptional().describe('Page on which the own text starts.'),
  })
  .describe('A line of sections.jsonl or snippets.jsonl.');

/** The text of the published JSON Schema (draft 2020-12) of a book's records. */
export function bookRecordJsonSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(bookRecordSchema), null, 2)}\n`;
}

import type { Diagnostic } from '@topicmill/base/diagnostics';
import { indentedJson } from '@topicmill/base/json';
import type { Dialect } from '@topicmill/text/markdown';
import * as z from 'zod';
import { inSchemaOrder, type ReadonlyRecord } from '../records/record-schema.js';

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

/** A book as read, and what names it. */
export interface BookDocument {
  /** The whole text: byte order mark, front matter, form feeds and line ends included. */
  readonly text: string;
  /** Path that diagnostics name. */
  readonly file: string;
  /** Part of every record's id; letters, digits, `-` and `_` are safe everywhere. */
  readonly docId: string;
  /** Title in the retrieval text. */
  readonly title: string;
  /** What it is written in besides CommonMark. */
  readonly dialect?: Dialect | undefined;
}

/** A book whose text comes in parts, such as a file stream with its encoding set. */
export interface StreamedBookDocument extends Omit<BookDocument, 'text'> {
  readonly text: AsyncIterable<string> | Iterable<string>;
}

/** How a book was read. */
export interface BookReading {
  readonly headingSource: HeadingSource;
  /** Headings found, in order; `line` is 1-based. */
  readonly headings: readonly { readonly line: number; readonly level: number; readonly text: string }[];
  /** Lines that are in no chunk, in order. */
  readonly dropped: readonly DroppedLine[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A section with its snippets, all links set. */
export interface SectionGroup {
  readonly section: BookRecord;
  readonly snippets: readonly BookRecord[];
}

/** All records of a book, and how it was read. */
export interface BookChunks extends BookReading {
  readonly sections: readonly BookRecord[];
  readonly snippets: readonly BookRecord[];
}

/** Why a line is in no chunk. */
export type DroppedKind = 'contents' | 'copyright' | 'front-matter' | 'index' | 'page-number' | 'running-line';

/** A line that was left out. */
export interface DroppedLine {
  readonly kind: DroppedKind;
  /** How it was recognised, where its kind does not say. */
  readonly reason?: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offsets in the book as read; the line end counts to the line. */
  readonly start: number;
  readonly end: number;
}

/** How the headings of a book were found. */
export type HeadingSource = 'markdown' | 'plain';

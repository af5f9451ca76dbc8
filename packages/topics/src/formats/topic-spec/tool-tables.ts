import { HIDDEN_TEXT_KINDS, type HiddenTextKind } from '@topicmill/text/hidden-text';
import { fourDecimals } from '../../similarity/index.js';
import type { ChunkEntry, Keyword, MatchedPrompt } from './sections.js';
import type { TableRow } from './table-reader.js';

/** How a value is written into a cell, and read back from the cell of a column. */
interface Cell<V> {
  write(value: V): string;
  /** @throws TopicmillError `TOPIC_SPEC_INVALID` */
  read(row: TableRow, column: string): V;
}

/** A column of a table about things of one kind: its heading, the property that it is for, and how that is written. */
export type Column<T> = {
  [K in keyof T]-?: { readonly name: string; readonly key: K; readonly cell: Cell<T[K]> };
}[keyof T];

const text: Cell<string> = { write: (value) => value, read: (row, column) => row.text(column) };
const name: Cell<string> = { write: (value) => value, read: (row, column) => row.name(column) };
const optionalName: Cell<string | undefined> = {
  write: (value) => value ?? '',
  read: (row, column) => row.name(column),
};
const integer: Cell<number> = { write: String, read: (row, column) => row.integer(column) };
const hash: Cell<bigint> = { write: String, read: (row, column) => row.hash(column) };
const flag: Cell<boolean> = {
  write: (value) => (value ? 'yes' : 'no'),
  read: (row, column) => row.flag(column),
};
const score: Cell<number> = { write: (value) => value.toFixed(3), read: (row, column) => row.decimal(column) };
const similarity: Cell<number> = {
  write: (value) => fourDecimals(value).toFixed(4),
  read: (row, column) => row.decimal(column),
};
const optionalSimilarity: Cell<number | undefined> = {
  write: (value) => (value === undefined ? '' : similarity.write(value)),
  read: (row, column) => (row.text(column) === '' ? undefined : similarity.read(row, column)),
};

const origin: Cell<'model' | undefined> = {
  write: (value) => value ?? '',
  read: (row, column) => {
    const written = row.text(column);
    if (written !== '' && written !== 'model') throw row.wrong(column, 'model or nothing');
    return written === '' ? undefined : written;
  },
};

const hiddenText: Cell<readonly HiddenTextKind[] | undefined> = {
  write: (value) => value?.join(', ') ?? '',
  read: (row, column) => {
    const kinds = row
      .text(column)
      .split(', ')
      .filter((kind) => kind !== '');
    const known = HIDDEN_TEXT_KINDS.filter((kind) => kinds.includes(kind));
    if (known.length !== kinds.length) throw row.wrong(column, `of ${HIDDEN_TEXT_KINDS.join(', ')}`);
    return known.length === 0 ? undefined : known;
  },
};

/** Columns of the section "Keywords", and of the table of a chunk's keywords after the chunk's index. */
export const KEYWORD_COLUMNS: readonly Column<Keyword>[] = [
  { name: 'Keyword', key: 'name', cell: name },
  { name: 'Score', key: 'score', cell: score },
  { name: 'Count', key: 'count', cell: integer },
];

/** Columns of the table of chunks after the chunk's index. */
const CHUNK_COLUMNS: readonly Column<ChunkEntry>[] = [
  { name: 'File', key: 'file', cell: name },
  { name: 'Title', key: 'title', cell: text },
  { name: 'Code', key: 'isCode', cell: flag },
  { name: 'Tokens', key: 'tokenCount', cell: integer },
  { name: 'Bytes', key: 'byteCount', cell: integer },
  { name: 'Start byte', key: 'startByte', cell: integer },
  { name: 'End byte', key: 'endByte', cell: integer },
  { name: 'Conceptual', key: 'similarityConceptual', cell: similarity },
  { name: 'Technical', key: 'similarityTechnical', cell: optionalSimilarity },
];

/** The same for the chunks of a page. */
const PAGE_CHUNK_COLUMNS: readonly Column<ChunkEntry>[] = [
  ...CHUNK_COLUMNS,
  { name: 'ID', key: 'id', cell: optionalName },
  { name: 'Address', key: 'url', cell: optionalName },
];

/** Columns after these, each left out where no chunk needs it. */
const FURTHER_CHUNK_COLUMNS: readonly Column<ChunkEntry>[] = [
  { name: 'Hidden text', key: 'hiddenText', cell: hiddenText },
];

/** The forms of the table of chunks, each with its columns after the index. */
export const CHUNK_TABLES: readonly (readonly Column<ChunkEntry>[])[] = choicesOf(FURTHER_CHUNK_COLUMNS).flatMap(
  (further) => [
    [...CHUNK_COLUMNS, ...further],
    [...PAGE_CHUNK_COLUMNS, ...further],
  ],
);

/** Every choice of columns, in their order. */
function choicesOf<T>([first, ...others]: readonly Column<T>[]): readonly (readonly Column<T>[])[] {
  if (first === undefined) return [[]];
  const further = choicesOf(others);
  return [...further, ...further.map((columns) => [first, ...columns])];
}

/** The columns that chunks need. */
export function chunkColumns(items: readonly ChunkEntry[]): readonly Column<ChunkEntry>[] {
  const first = items[0]?.id === undefined ? CHUNK_COLUMNS : PAGE_CHUNK_COLUMNS;
  const further = FURTHER_CHUNK_COLUMNS.filter(({ key }) => items.some((item) => item[key] !== undefined));
  return [...first, ...further];
}

/** Columns of the table of matched questions after the chunk's index. */
const PROMPT_COLUMNS: readonly Column<MatchedPrompt>[] = [
  { name: 'Question', key: 'question', cell: text },
  { name: 'Similarity', key: 'similarity', cell: similarity },
  { name: 'Hash', key: 'hash', cell: hash },
];
const ORIGIN_COLUMN: Column<MatchedPrompt> = { name: 'Origin', key: 'origin', cell: origin };

/** The forms of that table: without questions that a model wrote, and with them. */
export const PROMPT_TABLES: readonly (readonly Column<MatchedPrompt>[])[] = [
  PROMPT_COLUMNS,
  [...PROMPT_COLUMNS, ORIGIN_COLUMN],
];

/** The columns that the questions of chunks need. */
export function promptColumns(items: readonly ChunkEntry[]): readonly Column<MatchedPrompt>[] {
  const hasOrigins = items.some(({ prompts }) => prompts.some((prompt) => prompt.origin !== undefined));
  return PROMPT_TABLES[hasOrigins ? 1 : 0]!;
}

/** First column of the table of chunks. */
export const INDEX_COLUMN = 'Index';
/** First column of the tables about chunks: index of the chunk. */
export const CHUNK_COLUMN = 'Chunk';
export const PROPERTY_COLUMNS = ['Property', 'Value'] as const;
export const CHUNK_KEYWORDS_TITLE = 'Chunk keywords';
export const PROMPTS_TITLE = 'Matched prompts';

/** The headings of a table, with those of the columns before it. */
export function headerOf<T>(columns: readonly Column<T>[], ...before: readonly string[]): string[] {
  return [...before, ...columns.map((column) => column.name)];
}

/** The cells of a row about one thing. */
export function cellsOf<T>(columns: readonly Column<T>[], item: T): string[] {
  return columns.map(({ key, cell }) => (cell as Cell<T[keyof T]>).write(item[key]));
}

/**
 * The properties that a row says something of.
 *
 * @throws TopicmillError `TOPIC_SPEC_INVALID`
 */
export function readCells<T>(columns: readonly Column<T>[], row: TableRow): T {
  const values = columns.map(({ name: column, key, cell }) => [key, cell.read(row, column)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as T;
}

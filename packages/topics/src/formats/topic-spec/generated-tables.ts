import { TopicmillError } from '@topicmill/base/diagnostics';
import { HIDDEN_TEXT_KINDS, type HiddenTextKind } from '@topicmill/text/hidden-text';
import { fourDecimals } from '../../similarity/index.js';
import type { PageAddress } from '../chunk-address.js';
import { MAX_UINT64 } from '../index-schema.js';
import { cellText, formatTable, readTable } from '../table.js';
import { filePattern, impliedByPage, type PageRow, rowsOfPage } from './page-rows.js';
import type { ChunkEntry, ChunkSet, Keyword, MatchedPrompt, ToolSections } from './tool-sections.js';

/** The generated sections, by their names in marks. */
export const SECTION_TITLES = { keywords: 'Keywords', chunks: 'Chunks' } as const;
export type SectionName = keyof typeof SECTION_TITLES;

/** How a value is written into a cell, and read back from the cell of a column. */
interface Cell<V> {
  write(value: V): string;
  /** @throws TopicmillError `TOPIC_SPEC_INVALID` */
  read(row: TableRow, column: string): V;
}

/** A column of a table about things of one kind: its heading, the property that it is for, and how that is written. */
type Column<T> = {
  [K in keyof T]-?: {
    readonly name: string;
    readonly key: K;
    readonly cell: Cell<T[K]>;
    /** Left out where no row needs it. */
    readonly isOptional?: true;
  };
}[keyof T];

const NAME_SEPARATOR = ', ';
const text: Cell<string> = { write: (value) => value, read: (row, column) => row.text(column) };
const name: Cell<string> = { write: (value) => value, read: (row, column) => row.name(column) };
const optionalText: Cell<string | undefined> = {
  write: (value) => value ?? '',
  read: (row, column) => row.text(column),
};
/** No term has a comma before white space. */
const names: Cell<readonly string[]> = {
  write: (value) => value.join(NAME_SEPARATOR),
  read: (row, column) => row.name(column).split(NAME_SEPARATOR),
};
const integer: Cell<number> = { write: String, read: (row, column) => row.integer(column) };
const optionalInteger: Cell<number | undefined> = {
  write: (value) => (value === undefined ? '' : String(value)),
  read: (row, column) => (row.text(column) === '' ? undefined : row.integer(column)),
};
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
    const written = row.text(column);
    const kinds = written === '' ? [] : written.split(', ');
    const sorted = HIDDEN_TEXT_KINDS.filter((kind) => kinds.includes(kind));
    if (sorted.length !== kinds.length) throw row.wrong(column, `of ${HIDDEN_TEXT_KINDS.join(', ')}`);
    return sorted.length === 0 ? undefined : sorted;
  },
};

/** Columns of the section "Keywords". */
const KEYWORD_COLUMNS: readonly Column<Keyword>[] = [
  { name: 'Keyword', key: 'name', cell: name },
  { name: 'Score', key: 'score', cell: score },
  { name: 'Count', key: 'count', cell: integer },
];

/** Columns of the table of chunks after the chunk's index. */
const CHUNK_COLUMNS: readonly Column<PageRow>[] = [
  { name: 'File', key: 'file', cell: name },
  { name: 'Title', key: 'title', cell: text },
  { name: 'Code', key: 'isCode', cell: flag },
  { name: 'Tokens', key: 'tokenCount', cell: integer },
  { name: 'Bytes', key: 'byteCount', cell: integer },
  { name: 'Start byte', key: 'startByte', cell: optionalInteger },
  { name: 'End byte', key: 'endByte', cell: integer },
  { name: 'Conceptual', key: 'similarityConceptual', cell: optionalSimilarity },
  { name: 'Technical', key: 'similarityTechnical', cell: optionalSimilarity },
  { name: 'ID', key: 'id', cell: optionalText, isOptional: true },
  { name: 'Address', key: 'url', cell: optionalText, isOptional: true },
  { name: 'Hidden text', key: 'hiddenText', cell: hiddenText, isOptional: true },
];

/** Those of which a row of a page has only what does not follow from the others. */
const IMPLIED_COLUMNS = ['File', 'Start byte', 'Technical'];
const PAGE_CHUNK_COLUMNS = CHUNK_COLUMNS.map(
  (column): Column<PageRow> => (IMPLIED_COLUMNS.includes(column.name) ? { ...column, isOptional: true } : column),
);

/** Columns of the table of the chunks' keywords after the chunk's index. */
const CHUNK_KEYWORD_COLUMNS: readonly Column<Pick<ChunkEntry, 'keywords'>>[] = [
  { name: 'Keywords', key: 'keywords', cell: names },
];

/** Columns of the table of matched questions after the chunk's index. */
const PROMPT_COLUMNS: readonly Column<MatchedPrompt>[] = [
  { name: 'Question', key: 'question', cell: text },
  { name: 'Similarity', key: 'similarity', cell: similarity },
  { name: 'Hash', key: 'hash', cell: hash },
  { name: 'Origin', key: 'origin', cell: origin, isOptional: true },
];

/** A column that only the formats of tables name. */
interface NamedColumn {
  readonly name: string;
  readonly isOptional?: true;
}

const PROPERTY_COLUMNS: readonly NamedColumn[] = [{ name: 'Property' }, { name: 'Value' }];
/** Before those of a chunk, and before those of something that belongs to a chunk. */
const INDEX_COLUMN: NamedColumn = { name: 'Index' };
const CHUNK_COLUMN: NamedColumn = { name: 'Chunk' };
const CHUNK_KEYWORDS_TITLE = 'Chunk keywords';
const PROMPTS_TITLE = 'Matched prompts';

/** The tables of each section, by their columns. */
const SECTION_TABLES: Readonly<Record<SectionName, readonly (readonly NamedColumn[])[]>> = {
  keywords: [KEYWORD_COLUMNS],
  chunks: [
    PROPERTY_COLUMNS,
    [INDEX_COLUMN, ...PAGE_CHUNK_COLUMNS],
    [CHUNK_COLUMN, ...CHUNK_KEYWORD_COLUMNS],
    [CHUNK_COLUMN, ...PROMPT_COLUMNS],
  ],
};

/** Headings of tables inside the section "Chunks". */
export const TABLE_HEADINGS: readonly string[] = [CHUNK_KEYWORDS_TITLE, PROMPTS_TITLE].map((title) => `### ${title}`);

/**
 * The numbers of cells that rows of a section may have.
 *
 * @param first the name of a table's first column; without it, those of all tables of the section
 */
export function cellCounts(section: SectionName, first?: string): ReadonlySet<number> {
  const tables = SECTION_TABLES[section].filter((columns) => first === undefined || columns[0]!.name === first);
  return new Set(
    tables.flatMap((columns) => {
      const requiredCount = columns.filter(({ isOptional }) => isOptional !== true).length;
      return Array.from({ length: columns.length - requiredCount + 1 }, (_, i) => requiredCount + i);
    }),
  );
}

/** The tables of each section, as markdown with LF line ends; `readTables` gives the same data back. */
export function formatTables(sections: ToolSections): Readonly<Record<SectionName, string>> {
  const { chunks, keywords } = sections;
  const tables = [formatTable(namesOf(PROPERTY_COLUMNS), propertyRows(sections))];
  if (chunks !== undefined) {
    const { items, page } = chunks;
    const rows: readonly PageRow[] = page === undefined ? items : rowsOfPage(items, page);
    const columns = page === undefined ? CHUNK_COLUMNS : PAGE_CHUNK_COLUMNS;
    tables.push(
      table(
        columns,
        INDEX_COLUMN,
        rows.map((row) => [row]),
      ),
    );
    for (const [title, rest] of [
      [
        CHUNK_KEYWORDS_TITLE,
        table(
          CHUNK_KEYWORD_COLUMNS,
          CHUNK_COLUMN,
          items.map((item) => (item.keywords.length === 0 ? [] : [item])),
        ),
      ],
      [
        PROMPTS_TITLE,
        table(
          PROMPT_COLUMNS,
          CHUNK_COLUMN,
          items.map((item) => item.prompts),
        ),
      ],
    ] as const) {
      if (rest !== '') tables.push(`### ${title}\n\n${rest}`);
    }
  }
  const rows = keywords.map((keyword) => cellsOf(KEYWORD_COLUMNS, keyword));
  return { keywords: formatTable(namesOf(KEYWORD_COLUMNS), rows), chunks: tables.join('\n') };
}

/** A table about what belongs to each chunk, below a first column with the chunk's index; empty without rows. */
function table<T>(columns: readonly Column<T>[], first: NamedColumn, byChunk: readonly (readonly T[])[]): string {
  const needed = columns.filter(
    ({ key, isOptional }) =>
      isOptional !== true || byChunk.some((items) => items.some((item) => item[key] !== undefined)),
  );
  const rows = byChunk.flatMap((items, index) => items.map((item) => [String(index), ...cellsOf(needed, item)]));
  return rows.length === 0 ? '' : formatTable(namesOf([first, ...needed]), rows);
}

function cellsOf<T>(columns: readonly Column<T>[], item: T): string[] {
  return columns.map(({ key, cell }) => (cell as Cell<T[keyof T]>).write(item[key]));
}

function namesOf(columns: readonly NamedColumn[]): string[] {
  return columns.map((column) => column.name);
}

function propertyRows({ source, hasQuestions, chunks }: ToolSections): string[][] {
  const rows = [
    ['Source', source],
    ['Questions', flag.write(hasQuestions)],
  ];
  if (chunks === undefined) return [...rows, ['Count', '0']];
  const { strategy, model, items, baselineConceptual, baselineTechnical, page, isJoined } = chunks;
  if (page !== undefined) rows.push(['ID', page.id], ['Address', page.url]);
  if (isJoined === true) rows.push(['Copy', 'no']);
  const files = page && filePattern(items);
  if (files !== undefined) rows.push(['Files', files]);
  rows.push(['Strategy', strategy], ['Model', model], ['Count', String(items.length)]);
  rows.push(['Conceptual baseline', String(baselineConceptual)]);
  if (baselineTechnical !== undefined) rows.push(['Technical baseline', String(baselineTechnical)]);
  return rows;
}

/** The data as `readTables` gives it back: a cell is on one line, without white space at its ends. */
export function asReadBack(sections: ToolSections): ToolSections {
  const { chunks, keywords } = sections;
  const items = chunks?.items.map((item) =>
    withCells({ ...item, keywords: item.keywords.map(cellText), prompts: item.prompts.map(withCells) }),
  );
  return withCells({
    ...sections,
    keywords: keywords.map(withCells),
    chunks: chunks === undefined ? undefined : withCells({ ...chunks, items: items! }),
  });
}

function withCells<T extends object>(item: T): T {
  const values = Object.entries(item).map(([key, value]) => [key, typeof value === 'string' ? cellText(value) : value]);
  return Object.fromEntries(values) as T;
}

/** A run of lines of a file. */
export interface LineRange {
  readonly lines: readonly string[];
  /** 1-based line of the first of them. */
  readonly firstLine: number;
  readonly file: string;
}

/**
 * Reads the tables of both sections.
 *
 * @throws TopicmillError `TOPIC_SPEC_INVALID` when one is missing or cannot be read
 */
export function readTables({ keywords, chunks }: Readonly<Record<SectionName, LineRange>>): ToolSections {
  const { rows } = readSectionTable(keywords, KEYWORD_COLUMNS);
  const sections = { ...readChunkSection(chunks), keywords: rows.map((row) => readCells(KEYWORD_COLUMNS, row)) };
  const listed = new Set(sections.keywords.map((keyword) => keyword.name));
  const strange = sections.chunks?.items.flatMap((item) => item.keywords).find((each) => !listed.has(each));
  if (strange === undefined) return sections;
  throw sectionFault(`"${strange}" is not a keyword of the topic.`, chunks.file, chunks.firstLine);
}

function readChunkSection(range: LineRange): Omit<ToolSections, 'keywords'> {
  const { rows, rest } = readSectionTable(range, PROPERTY_COLUMNS);
  const properties = new Map(rows.map((row) => [row.text('Property'), row]));
  const property = (each: string): TableRow => {
    const row = properties.get(each);
    if (row === undefined) throw sectionFault(`The property ${each} is missing.`, range.file, range.firstLine);
    return row;
  };
  const facts = { source: property('Source').name('Value'), hasQuestions: property('Questions').flag('Value') };
  const count = property('Count').integer('Value');
  if (count === 0) return { ...facts, chunks: undefined };
  const hasTechnical = properties.has('Technical baseline');
  const page = properties.has('Address')
    ? { id: property('ID').text('Value'), url: property('Address').text('Value') }
    : undefined;
  const files = page && properties.get('Files')?.name('Value');
  const items = readItems(rest, hasTechnical, page, files);
  if (items.length !== count) throw property('Count').wrong('Value', `the number of chunks, ${items.length}`);
  const baseline = (each: string): number => {
    const index = property(each).integer('Value');
    if (index >= count) throw property(each).wrong('Value', 'the index of a chunk');
    return index;
  };
  const chunks: ChunkSet = {
    strategy: property('Strategy').name('Value'),
    model: property('Model').name('Value'),
    baselineConceptual: baseline('Conceptual baseline'),
    ...(hasTechnical ? { baselineTechnical: baseline('Technical baseline') } : {}),
    ...(page && { page }),
    ...(properties.has('Copy') && !property('Copy').flag('Value') ? { isJoined: true } : {}),
    items,
  };
  return { ...facts, chunks };
}

/** @param files names those of a page's chunks, whose rows do not */
function readItems(
  range: LineRange,
  hasTechnical: boolean,
  page: PageAddress | undefined,
  files: string | undefined,
): ChunkEntry[] {
  const columns = page === undefined ? CHUNK_COLUMNS : PAGE_CHUNK_COLUMNS;
  const { rows, rest } = readSectionTable(range, [INDEX_COLUMN, ...columns]);
  const keywords = rowsByChunk(rest, CHUNK_KEYWORDS_TITLE, CHUNK_KEYWORD_COLUMNS, rows.length);
  const prompts = rowsByChunk(rest, PROMPTS_TITLE, PROMPT_COLUMNS, rows.length);
  const items = rows.map((row) => readCells(columns, row));
  return rows.map((row, index) => {
    if (row.integer(INDEX_COLUMN.name) !== index) throw row.wrong(INDEX_COLUMN.name, String(index));
    const item = items[index]!;
    if (hasTechnical !== (item.similarityTechnical !== undefined))
      throw row.wrong('Technical', hasTechnical ? 'a number' : 'empty without a technical baseline');
    if (item.file === undefined && files === undefined) throw row.wrong('File', 'a path');
    if (item.startByte === undefined && page === undefined) throw row.wrong('Start byte', 'a whole number');
    const implied = page && impliedByPage(items, index, page, files);
    const entry = { ...item, ...implied } as ChunkEntry;
    return { ...entry, keywords: keywords[index]!.flatMap((each) => each.keywords), prompts: prompts[index]! };
  });
}

/** What the table below a heading says about each of `count` chunks. */
function rowsByChunk<T>(range: LineRange, title: string, columns: readonly Column<T>[], count: number): T[][] {
  const groups: T[][] = Array.from({ length: count }, () => []);
  const isHeading = (line: string): boolean => line.startsWith('### ');
  const start = range.lines.findIndex((line) => isHeading(line) && line.slice(4).trim() === title);
  if (start === -1) return groups;
  const next = range.lines.findIndex((line, i) => i > start && isHeading(line));
  const below = linesFrom(range, start, next === -1 ? undefined : next);
  for (const row of readSectionTable(below, [CHUNK_COLUMN, ...columns]).rows) {
    const group = groups[row.integer(CHUNK_COLUMN.name)];
    if (group === undefined) throw row.wrong(CHUNK_COLUMN.name, 'the index of a chunk');
    group.push(readCells(columns, row));
  }
  return groups;
}

/** The properties that a row has a value of. */
function readCells<T>(columns: readonly Column<T>[], row: TableRow): T {
  const values = columns
    .filter((column) => row.has(column.name))
    .map(({ name: column, key, cell }) => [key, cell.read(row, column)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as T;
}

/** The first table in `range`, which must have the given columns, and the lines after it. */
function readSectionTable(
  range: LineRange,
  columns: readonly NamedColumn[],
): { readonly rows: readonly TableRow[]; readonly rest: LineRange } {
  const found = readTable(range.lines);
  const wanted = `a table with the columns ${columns
    .filter(({ isOptional }) => isOptional !== true)
    .map((column) => column.name)
    .join(', ')}`;
  if (found === undefined) throw sectionFault(`There should be ${wanted}.`, range.file, range.firstLine);
  const { header, headerLine } = found;
  const present = columns.filter((column) => column.isOptional !== true || header.includes(column.name));
  if (namesOf(present).join('|') !== header.join('|'))
    throw sectionFault(`This should be ${wanted}.`, range.file, range.firstLine + headerLine);
  const firstRowLine = range.firstLine + headerLine + 2;
  return {
    rows: found.rows.map((cells, i) => new TableRow(header, cells, range.file, firstRowLine + i)),
    rest: linesFrom(range, headerLine + 2 + found.rows.length),
  };
}

/** The lines of `range` from its `start`-th on, up to its `end`-th. */
function linesFrom(range: LineRange, start: number, end?: number): LineRange {
  return { ...range, lines: range.lines.slice(start, end), firstLine: range.firstLine + start };
}

/** One row of a generated table, read cell by cell. Every reader throws `TOPIC_SPEC_INVALID` with the line. */
class TableRow {
  constructor(
    private readonly columns: readonly string[],
    private readonly cells: readonly string[],
    private readonly file: string,
    private readonly line: number,
  ) {
    if (cells.length !== columns.length) throw this.fault(`The row has ${cells.length} of ${columns.length} cells.`);
  }

  has(column: string): boolean {
    return this.columns.includes(column);
  }

  text(column: string): string {
    return this.cells[this.columns.indexOf(column)] ?? '';
  }

  name(column: string): string {
    const value = this.text(column);
    if (value === '') throw this.fault(`${column} is empty.`);
    return value;
  }

  integer(column: string): number {
    const value = Number(this.text(column));
    if (!/^\d+$/.test(this.text(column)) || !Number.isSafeInteger(value)) throw this.wrong(column, 'a whole number');
    return value;
  }

  decimal(column: string): number {
    if (!/^-?\d+(?:\.\d+)?$/.test(this.text(column))) throw this.wrong(column, 'a number');
    return Number(this.text(column));
  }

  flag(column: string): boolean {
    const value = this.text(column);
    if (value !== 'yes' && value !== 'no') throw this.wrong(column, '"yes" or "no"');
    return value === 'yes';
  }

  hash(column: string): bigint {
    const value = this.text(column);
    if (!/^\d{1,20}$/.test(value) || BigInt(value) > MAX_UINT64) throw this.wrong(column, 'an unsigned 64-bit integer');
    return BigInt(value);
  }

  wrong(column: string, expected: string): TopicmillError {
    return this.fault(`${column} should be ${expected}, and is "${this.text(column)}".`);
  }

  private fault(message: string): TopicmillError {
    return sectionFault(message, this.file, this.line);
  }
}

/** The error for a generated section that cannot be read. */
export function sectionFault(message: string, file: string, line: number): TopicmillError {
  return new TopicmillError('TOPIC_SPEC_INVALID', message, { file, line, remedy: 'Run the topic-spec step again.' });
}

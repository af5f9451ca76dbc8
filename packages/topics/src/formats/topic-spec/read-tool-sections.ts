import type { ChunkEntry, ChunkSet, ToolSections } from './sections.js';
import type { FoundSection, TopicSpecParts } from './spec-parts.js';
import {
  type LineRange,
  linesFrom,
  readSectionTable,
  type SectionTable,
  sectionFault,
  type TableRow,
} from './table-reader.js';
import {
  CHUNK_COLUMN,
  CHUNK_KEYWORDS_TITLE,
  CHUNK_TABLES,
  type Column,
  headerOf,
  INDEX_COLUMN,
  KEYWORD_COLUMNS,
  PROMPT_TABLES,
  PROMPTS_TITLE,
  PROPERTY_COLUMNS,
  readCells,
} from './tool-tables.js';

/**
 * Reads the tool's sections back.
 *
 * @param file path that errors name
 * @returns `undefined` when the file has neither section
 * @throws TopicmillError `TOPIC_SPEC_INVALID` when one is missing or cannot be read
 */
export function readToolSections({ found }: TopicSpecParts, file: string): ToolSections | undefined {
  const { keywords, chunks } = found;
  if (keywords === undefined && chunks === undefined) return undefined;
  if (keywords === undefined) throw sectionFault('The section "Keywords" is missing.', file, chunks!.line);
  if (chunks === undefined) throw sectionFault('The section "Chunks" is missing.', file, keywords.line);
  const { rows } = readSectionTable(rangeOf(keywords, file), headerOf(KEYWORD_COLUMNS));
  return {
    ...readChunkSection(rangeOf(chunks, file)),
    keywords: rows.map((row) => readCells(KEYWORD_COLUMNS, row)),
  };
}

function rangeOf(section: FoundSection, file: string): LineRange {
  return { lines: section.text.split(/\r\n|\n|\r/), firstLine: section.line, file };
}

function readChunkSection(range: LineRange): Omit<ToolSections, 'keywords'> {
  const { rows, rest } = readSectionTable(range, PROPERTY_COLUMNS);
  const properties = new Map(rows.map((row) => [row.text('Property'), row]));
  const property = (name: string): TableRow => {
    const row = properties.get(name);
    if (row === undefined) throw sectionFault(`The property ${name} is missing.`, range.file, range.firstLine);
    return row;
  };
  const facts = { source: property('Source').name('Value'), hasQuestions: property('Questions').flag('Value') };
  const count = property('Count').integer('Value');
  if (count === 0) return { ...facts, chunks: undefined };
  const items = readItems(rest);
  if (items.length !== count) throw property('Count').wrong('Value', `the number of chunks, ${items.length}`);
  const baseline = (name: string): number => {
    const index = property(name).integer('Value');
    if (index >= count) throw property(name).wrong('Value', 'the index of a chunk');
    return index;
  };
  const chunks: ChunkSet = {
    strategy: property('Strategy').name('Value'),
    model: property('Model').name('Value'),
    baselineConceptual: baseline('Conceptual baseline'),
    ...(properties.has('Technical baseline') ? { baselineTechnical: baseline('Technical baseline') } : {}),
    items: items.map(({ row, ...item }) => withTechnical(item, row, properties.has('Technical baseline'))),
  };
  return { ...facts, chunks };
}

function withTechnical(item: ChunkEntry, row: TableRow, hasTechnical: boolean): ChunkEntry {
  const isGiven = item.similarityTechnical !== undefined;
  if (hasTechnical && !isGiven) throw row.wrong('Technical', 'a number');
  if (!hasTechnical && isGiven) throw row.wrong('Technical', 'empty without a technical baseline');
  return item;
}

function readItems(range: LineRange): (ChunkEntry & { readonly row: TableRow })[] {
  const [first, ...others] = CHUNK_TABLES.map((columns) => headerOf(columns, INDEX_COLUMN));
  const { rows, rest, header } = readSectionTable(range, first!, ...others);
  for (const [i, row] of rows.entries()) {
    if (row.integer(INDEX_COLUMN) !== i) throw row.wrong(INDEX_COLUMN, String(i));
  }
  const keywords = rowsByChunk(rest, CHUNK_KEYWORDS_TITLE, [KEYWORD_COLUMNS], rows.length);
  const prompts = rowsByChunk(rest, PROMPTS_TITLE, PROMPT_TABLES, rows.length);
  const columns = CHUNK_TABLES[[first, ...others].indexOf(header as string[])]!;
  return rows.map((row, i) => ({
    ...readCells(columns, row),
    row,
    keywords: keywords[i]!,
    prompts: prompts[i]!,
  }));
}

/** What a titled table, in one of its forms, says of each of `count` chunks. */
function rowsByChunk<T>(
  range: LineRange,
  title: string,
  forms: readonly (readonly Column<T>[])[],
  count: number,
): T[][] {
  const groups: T[][] = Array.from({ length: count }, () => []);
  const [first, ...others] = forms.map((columns) => headerOf(columns, CHUNK_COLUMN));
  const { rows, header } = titledRows(range, title, first!, others);
  const columns = forms[[first, ...others].indexOf(header as string[])]!;
  for (const row of rows) {
    const group = groups[row.integer(CHUNK_COLUMN)];
    if (group === undefined) throw row.wrong(CHUNK_COLUMN, 'the index of a chunk');
    group.push(readCells(columns, row));
  }
  return groups;
}

function titledRows(
  range: LineRange,
  title: string,
  header: readonly string[],
  others: readonly (readonly string[])[],
): Pick<SectionTable, 'rows' | 'header'> {
  const isHeading = (line: string): boolean => line.startsWith('### ');
  const start = range.lines.findIndex((line) => isHeading(line) && line.slice(4).trim() === title);
  if (start === -1) return { rows: [], header };
  const next = range.lines.findIndex((line, i) => i > start && isHeading(line));
  return readSectionTable(linesFrom(range, start, next === -1 ? undefined : next), header, ...others);
}

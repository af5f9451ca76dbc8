import {
  CHUNK_COLUMNS,
  CHUNK_KEYWORD_COLUMNS,
  CHUNK_KEYWORDS_TITLE,
  type ChunkEntry,
  type ChunkSet,
  KEYWORD_COLUMNS,
  type Keyword,
  type MatchedPrompt,
  PAGE_CHUNK_COLUMNS,
  PROMPT_COLUMNS,
  PROMPTS_TITLE,
  PROPERTY_COLUMNS,
  type ToolSections,
} from './sections.js';
import type { FoundSection, TopicSpecParts } from './spec-parts.js';
import { type LineRange, linesFrom, readSectionTable, sectionFault, type TableRow } from './table-reader.js';

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
  const { rows } = readSectionTable(rangeOf(keywords, file), KEYWORD_COLUMNS);
  return { ...readChunkSection(rangeOf(chunks, file)), keywords: rows.map(keywordOf) };
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
  if (!hasTechnical && row.text('Technical') === '') return item;
  if (!hasTechnical) throw row.wrong('Technical', 'empty without a technical baseline');
  return { ...item, similarityTechnical: row.decimal('Technical') };
}

function readItems(range: LineRange): (ChunkEntry & { readonly row: TableRow })[] {
  const { rows, rest, columns } = readSectionTable(range, CHUNK_COLUMNS, PAGE_CHUNK_COLUMNS);
  for (const [i, row] of rows.entries()) if (row.integer('Index') !== i) throw row.wrong('Index', String(i));
  const keywords = groupByChunk(titledRows(rest, CHUNK_KEYWORDS_TITLE, CHUNK_KEYWORD_COLUMNS), rows.length, keywordOf);
  const prompts = groupByChunk(titledRows(rest, PROMPTS_TITLE, PROMPT_COLUMNS), rows.length, promptOf);
  return rows.map((row, i) => ({
    row,
    file: row.name('File'),
    title: row.text('Title'),
    isCode: row.flag('Code'),
    tokenCount: row.integer('Tokens'),
    byteCount: row.integer('Bytes'),
    startByte: row.integer('Start byte'),
    endByte: row.integer('End byte'),
    similarityConceptual: row.decimal('Conceptual'),
    ...(columns === PAGE_CHUNK_COLUMNS ? { id: row.name('ID'), url: row.name('Address') } : {}),
    keywords: keywords[i]!,
    prompts: prompts[i]!,
  }));
}

function titledRows(range: LineRange, title: string, columns: readonly string[]): readonly TableRow[] {
  const isHeading = (line: string): boolean => line.startsWith('### ');
  const start = range.lines.findIndex((line) => isHeading(line) && line.slice(4).trim() === title);
  if (start === -1) return [];
  const next = range.lines.findIndex((line, i) => i > start && isHeading(line));
  return readSectionTable(linesFrom(range, start, next === -1 ? undefined : next), columns).rows;
}

function groupByChunk<T>(rows: readonly TableRow[], count: number, read: (row: TableRow) => T): readonly T[][] {
  const groups: T[][] = Array.from({ length: count }, () => []);
  for (const row of rows) {
    const group = groups[row.integer('Chunk')];
    if (group === undefined) throw row.wrong('Chunk', 'the index of a chunk');
    group.push(read(row));
  }
  return groups;
}

function keywordOf(row: TableRow): Keyword {
  return { name: row.name('Keyword'), score: row.decimal('Score'), count: row.integer('Count') };
}

function promptOf(row: TableRow): MatchedPrompt {
  return { question: row.text('Question'), similarity: row.decimal('Similarity'), hash: row.hash('Hash') };
}

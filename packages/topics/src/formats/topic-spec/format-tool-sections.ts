import { formatTable } from '../table.js';
import { markSection } from './section-mark.js';
import type { ChunkSet, ToolSections } from './sections.js';
import type { ToolSectionTexts } from './spec-parts.js';
import {
  CHUNK_COLUMN,
  CHUNK_KEYWORDS_TITLE,
  cellsOf,
  chunkColumns,
  headerOf,
  INDEX_COLUMN,
  KEYWORD_COLUMNS,
  PROMPTS_TITLE,
  PROPERTY_COLUMNS,
  promptColumns,
} from './tool-tables.js';

/** The tool's sections of topic-spec.md; `readTopicSpec` gives the same data back. */
export function formatToolSections(sections: ToolSections): ToolSectionTexts {
  const keywords = sections.keywords.map((keyword) => cellsOf(KEYWORD_COLUMNS, keyword));
  return {
    keywords: markSection('keywords', formatTable(headerOf(KEYWORD_COLUMNS), keywords)),
    chunks: markSection('chunks', chunkBlocks(sections).join('\n')),
  };
}

function chunkBlocks(sections: ToolSections): string[] {
  const { chunks } = sections;
  const properties = formatTable(PROPERTY_COLUMNS, propertyRows(sections));
  if (chunks === undefined) return [properties];
  const keywords = chunks.items.flatMap((chunk, i) =>
    chunk.keywords.map((keyword) => [String(i), ...cellsOf(KEYWORD_COLUMNS, keyword)]),
  );
  const columns = promptColumns(chunks.items);
  const prompts = chunks.items.flatMap((chunk, i) =>
    chunk.prompts.map((prompt) => [String(i), ...cellsOf(columns, prompt)]),
  );
  return [
    properties,
    chunkTable(chunks),
    ...titledTable(CHUNK_KEYWORDS_TITLE, headerOf(KEYWORD_COLUMNS, CHUNK_COLUMN), keywords),
    ...titledTable(PROMPTS_TITLE, headerOf(columns, CHUNK_COLUMN), prompts),
  ];
}

function chunkTable({ items }: ChunkSet): string {
  const columns = chunkColumns(items);
  const rows = items.map((item, index) => [String(index), ...cellsOf(columns, item)]);
  return formatTable(headerOf(columns, INDEX_COLUMN), rows);
}

function propertyRows({ source, hasQuestions, chunks }: ToolSections): string[][] {
  return [
    ['Source', source],
    ['Questions', hasQuestions ? 'yes' : 'no'],
    ...(chunks === undefined ? [['Count', '0']] : chunkSetRows(chunks)),
  ];
}

function chunkSetRows(chunks: ChunkSet): string[][] {
  const technical = chunks.baselineTechnical;
  return [
    ['Strategy', chunks.strategy],
    ['Model', chunks.model],
    ['Count', String(chunks.items.length)],
    ['Conceptual baseline', String(chunks.baselineConceptual)],
    ...(technical === undefined ? [] : [['Technical baseline', String(technical)]]),
  ];
}

function titledTable(title: string, header: readonly string[], rows: readonly string[][]): string[] {
  return rows.length === 0 ? [] : [`### ${title}\n\n${formatTable(header, rows)}`];
}

import { roundSimilarity } from '../../similarity/index.js';
import { formatTable } from '../table.js';
import {
  CHUNK_COLUMNS,
  CHUNK_KEYWORD_COLUMNS,
  CHUNK_KEYWORDS_TITLE,
  type ChunkEntry,
  type ChunkSet,
  KEYWORD_COLUMNS,
  type Keyword,
  PAGE_CHUNK_COLUMNS,
  PROMPT_COLUMNS,
  PROMPTS_TITLE,
  PROPERTY_COLUMNS,
  type ToolSections,
} from './sections.js';
import type { ToolSectionTexts } from './spec-parts.js';

const NOTE = '<!-- topicmill writes this section; what is changed in it by hand is lost. -->';
const SIMILARITY_DECIMALS = 4;
const SCORE_DECIMALS = 3;

/** The tool's sections of topic-spec.md; `readTopicSpec` gives the same data back. */
export function formatToolSections(sections: ToolSections): ToolSectionTexts {
  return {
    keywords: `## Keywords\n\n${NOTE}\n\n${formatTable(KEYWORD_COLUMNS, sections.keywords.map(keywordCells))}`,
    chunks: `## Chunks\n\n${NOTE}\n\n${chunkBlocks(sections).join('\n')}`,
  };
}

function chunkBlocks(sections: ToolSections): string[] {
  const { chunks } = sections;
  const properties = formatTable(PROPERTY_COLUMNS, propertyRows(sections));
  if (chunks === undefined) return [properties];
  const keywords = chunks.items.flatMap((chunk, i) => chunk.keywords.map((word) => [String(i), ...keywordCells(word)]));
  const prompts = chunks.items.flatMap((chunk, i) =>
    chunk.prompts.map((prompt) => [String(i), prompt.question, similarityCell(prompt.similarity), String(prompt.hash)]),
  );
  return [
    properties,
    chunkTable(chunks),
    ...titledTable(CHUNK_KEYWORDS_TITLE, CHUNK_KEYWORD_COLUMNS, keywords),
    ...titledTable(PROMPTS_TITLE, PROMPT_COLUMNS, prompts),
  ];
}

function chunkTable({ items }: ChunkSet): string {
  if (items[0]?.id === undefined) return formatTable(CHUNK_COLUMNS, items.map(chunkCells));
  const rows = items.map((item, index) => [...chunkCells(item, index), item.id ?? '', item.url ?? '']);
  return formatTable(PAGE_CHUNK_COLUMNS, rows);
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

function chunkCells(chunk: ChunkEntry, index: number): string[] {
  return [
    String(index),
    chunk.file,
    chunk.title,
    chunk.isCode ? 'yes' : 'no',
    String(chunk.tokenCount),
    String(chunk.byteCount),
    String(chunk.startByte),
    String(chunk.endByte),
    similarityCell(chunk.similarityConceptual),
    chunk.similarityTechnical === undefined ? '' : similarityCell(chunk.similarityTechnical),
  ];
}

function keywordCells(keyword: Keyword): string[] {
  return [keyword.name, keyword.score.toFixed(SCORE_DECIMALS), String(keyword.count)];
}

function titledTable(title: string, header: readonly string[], rows: readonly string[][]): string[] {
  return rows.length === 0 ? [] : [`### ${title}\n\n${formatTable(header, rows)}`];
}

function similarityCell(similarity: number): string {
  return roundSimilarity(similarity).toFixed(SIMILARITY_DECIMALS);
}

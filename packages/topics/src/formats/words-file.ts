import { formatKeywordTable, type KeywordTableFormat, readKeywordTable } from './keyword-table.js';

/** A keyword of a topic as `_keywords/words.md` has it. */
export interface WordRow {
  /** Not empty, on one line, no white space at its ends. */
  readonly term: string;
  readonly type: 'compound' | 'single';
  readonly count: number;
  /** 1.5, 1.25, 1.1 or 1. */
  readonly headerMultiplier: number;
  /** 1.5 or 1. */
  readonly typeMultiplier: number;
  /** 2, 1.5 or 1. */
  readonly globalMultiplier: number;
  /** Three decimals at most. */
  readonly score: number;
}

const TYPES = { compound: 'compound', single: 'single' } as const;

const FORMAT: KeywordTableFormat = {
  columns: ['Term', 'Type', 'Count', 'Header Mult', 'Type Mult', 'Global Mult', 'Score'],
  code: 'WORDS_FILE_INVALID',
  step: 'keywords',
  explanation: `The keywords of this topic, best first. Each term is counted outside code, and

    Score = Count × Header Mult × Type Mult × Global Mult

A compound in a heading of level 1, 2 or deeper gets 1.50, 1.25 or 1.10 for it; any compound gets 1.50 for its type. The
rarer a term is among all topics, the higher its global multiplier: 2.00 in less than 10 % of them, 1.50 in less than
25 %, else 1.00. Terms with 1.00 are listed only from 10 uses on, and when less than half of the topics hold them.
Topicmill writes this file.`,
};

/** `_keywords/words.md`, rows in the order given. */
export function formatWordsFile(topicId: string, rows: readonly WordRow[]): string {
  const cells = rows.map((row) => [
    row.term,
    row.type,
    String(row.count),
    row.headerMultiplier.toFixed(2),
    row.typeMultiplier.toFixed(2),
    row.globalMultiplier.toFixed(2),
    row.score.toFixed(3),
  ]);
  return formatKeywordTable(FORMAT, `Keywords of ${topicId}`, cells);
}

/**
 * Reads `_keywords/words.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `WORDS_FILE_INVALID` with the line at fault
 */
export function readWordsFile(text: string, file: string): WordRow[] {
  return readKeywordTable(FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    type: row.choice('Type', TYPES),
    count: row.count('Count'),
    headerMultiplier: row.decimal('Header Mult', 2),
    typeMultiplier: row.decimal('Type Mult', 2),
    globalMultiplier: row.decimal('Global Mult', 2),
    score: row.decimal('Score', 3),
  }));
}

import { formatKeywordTable, type KeywordTableFormat, readKeywordTable } from './keyword-table.js';

/** A term of a topic as `_keywords/terms.md` has it. */
export interface TermRow {
  /** Not empty, on one line, no white space at its ends. */
  readonly term: string;
  readonly type: 'compound' | 'single';
  readonly count: number;
  /** 1.5, 1.25, 1.1 or 1. */
  readonly headerMultiplier: number;
  /** Three decimals at most. */
  readonly localScore: number;
}

const TYPES = { compound: 'compound', single: 'single' } as const;

const FORMAT: KeywordTableFormat = {
  columns: ['Term', 'Type', 'Count', 'Header Mult', 'Local Score'],
  code: 'TERMS_FILE_INVALID',
  step: 'terms',
  explanation: `What this topic alone says about its terms: each is counted outside code, and

    Local Score = Count × Header Mult × type

where the header multiplier is 1.50, 1.25 or 1.10 for a compound in a heading of level 1, 2 or deeper, and the type is
1.50 for a compound, 1.00 for a single word. Terms with 3.000 or more are listed. Topicmill writes this file.`,
};

/** `_keywords/terms.md`, rows in the order given. */
export function formatTermsFile(topicId: string, rows: readonly TermRow[]): string {
  const cells = rows.map(({ term, type, count, headerMultiplier, localScore }) => [
    term,
    type,
    String(count),
    headerMultiplier.toFixed(2),
    localScore.toFixed(3),
  ]);
  return formatKeywordTable(FORMAT, `Terms of ${topicId}`, cells);
}

/**
 * Reads `_keywords/terms.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `TERMS_FILE_INVALID` with the line at fault
 */
export function readTermsFile(text: string, file: string): TermRow[] {
  return readKeywordTable(FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    type: row.choice('Type', TYPES),
    count: row.count('Count'),
    headerMultiplier: row.decimal('Header Mult', 2),
    localScore: row.decimal('Local Score', 3),
  }));
}

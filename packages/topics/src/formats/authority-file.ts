import { formatKeywordTable, type KeywordTableFormat, readKeywordTable } from './keyword-table.js';

/** A term that at least a tenth of the topics contain, as `_keywords/authority.md` of the docs root has it. */
export interface AuthorityRow {
  /** Not empty, on one line, no white space at its ends. */
  readonly term: string;
  /** In percent of the topics, the lower limit included. */
  readonly share: '10-25' | '25-50' | '50-100';
}

const SHARES = { '10-25': '10-25 %', '25-50': '25-50 %', '50-100': '50-100 %' } as const;

const FORMAT: KeywordTableFormat = {
  columns: ['Term', 'Share'],
  code: 'AUTHORITY_FILE_INVALID',
  step: 'authority',
  explanation: `Terms that at least 10 % of the topics hold, with the part of the topics that do: from the first figure on, and
less than the second. A term that is not listed is rare, and weighs 2.00 in a topic's keywords; 10-25 % weighs 1.50, the
rest 1.00. A hyphen counts as a space. Shares are taken of ten topics where there are fewer, and a term of one topic
alone is rare. Topicmill writes this file.`,
};

/** `_keywords/authority.md` of the docs root, rows in the order given. */
export function formatAuthorityFile(rows: readonly AuthorityRow[]): string {
  const cells = rows.map(({ term, share }) => [term, SHARES[share]]);
  return formatKeywordTable(FORMAT, 'Keyword authority', cells);
}

/**
 * Reads `_keywords/authority.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `AUTHORITY_FILE_INVALID` with the line at fault
 */
export function readAuthorityFile(text: string, file: string): AuthorityRow[] {
  return readKeywordTable(FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    share: row.choice('Share', SHARES),
  }));
}

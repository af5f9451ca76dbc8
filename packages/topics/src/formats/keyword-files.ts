import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import { formatTable, readTable } from './table.js';

/** One of the markdown files with a table of terms. */
export interface KeywordTableFormat {
  /** The first column is the term, which no two rows share. */
  readonly columns: readonly string[];
  readonly code: Extract<DiagnosticCode, 'AUTHORITY_FILE_INVALID' | 'TERMS_FILE_INVALID' | 'WORDS_FILE_INVALID'>;
  /** The step that writes the file. */
  readonly step: string;
  /** The text between the title and the table; contains no `|`. */
  readonly explanation: string;
}

/** A row of such a table. Every reader throws the format's code, with the row's line. */
export interface KeywordTableRow {
  text(column: string): string;
  /** A whole number from 1 on. */
  count(column: string): number;
  /** A number with just this many decimals. */
  decimal(column: string, decimals: number): number;
  /** The key that has this cell as its value. */
  choice<Key extends string>(column: string, cells: Readonly<Record<Key, string>>): Key;
}

/** Title, explanation and table as markdown. */
export function formatKeywordTable(
  format: KeywordTableFormat,
  title: string,
  rows: readonly (readonly string[])[],
): string {
  return `# ${title}\n\n${format.explanation}\n\n${formatTable(format.columns, rows)}`;
}

/**
 * Reads such a file: it must contain one table with exactly the format's columns, followed by nothing but blank lines.
 *
 * @param file path that errors name
 * @throws TopicmillError with the format's code and the line at fault
 */
export function readKeywordTable(format: KeywordTableFormat, text: string, file: string): KeywordTableRow[] {
  const lines = text.split(/\r\n|\n|\r/);
  const table = readTable(lines);
  const wanted = `a table with the columns ${format.columns.join(', ')}`;
  if (table === undefined) throw fault(format, file, 1, `There should be ${wanted}.`);
  if (table.header.join('\n') !== format.columns.join('\n')) {
    throw fault(format, file, table.headerLine + 1, `This should be ${wanted}.`);
  }
  const firstRow = table.headerLine + 2;
  const rest = lines.findIndex((line, i) => i >= firstRow + table.rows.length && line.trim() !== '');
  if (rest !== -1) throw fault(format, file, rest + 1, 'The table should go on here, or the file end.');
  const linesByTerm = new Map<string, number>();
  return table.rows.map((cells, i) => {
    const line = firstRow + i + 1;
    const fail = (message: string): never => {
      throw fault(format, file, line, message);
    };
    if (cells.length !== format.columns.length) fail(`The row has ${cells.length} of ${format.columns.length} cells.`);
    const term = cells[0]!;
    if (term === '') fail(`${format.columns[0]} is empty.`);
    if (linesByTerm.has(term)) fail(`"${term}" is in line ${linesByTerm.get(term)} already.`);
    linesByTerm.set(term, line);
    return rowReader(format.columns, cells, fail);
  });
}

function rowReader(
  columns: readonly string[],
  cells: readonly string[],
  fail: (message: string) => never,
): KeywordTableRow {
  const text = (column: string): string => cells[columns.indexOf(column)]!;
  const wrong = (column: string, expected: string): never =>
    fail(`${column} should be ${expected}, and is "${text(column)}".`);
  return {
    text,
    count: (column) => {
      const value = Number(text(column));
      return /^[1-9]\d*$/.test(text(column)) && Number.isSafeInteger(value) ? value : wrong(column, 'a whole number');
    },
    decimal: (column, decimals) => {
      const value = Number(text(column));
      const isPlain = /^(?:0|[1-9]\d*)\.\d+$/.test(text(column)) && value.toFixed(decimals) === text(column);
      return isPlain ? value : wrong(column, `a number with ${decimals} decimals`);
    },
    choice: (column, choices) => {
      for (const key in choices) if (choices[key] === text(column)) return key;
      return wrong(column, Object.values(choices).join(' or '));
    },
  };
}

function fault({ code, step }: KeywordTableFormat, file: string, line: number, message: string): TopicmillError {
  return new TopicmillError(code, message, { file, line, remedy: `Run the ${step} step again; it writes this file.` });
}

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

const WORDS_FORMAT: KeywordTableFormat = {
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
  return formatKeywordTable(WORDS_FORMAT, `Keywords of ${topicId}`, cells);
}

/**
 * Reads `_keywords/words.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `WORDS_FILE_INVALID` with the line at fault
 */
export function readWordsFile(text: string, file: string): WordRow[] {
  return readKeywordTable(WORDS_FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    type: row.choice('Type', TYPES),
    count: row.count('Count'),
    headerMultiplier: row.decimal('Header Mult', 2),
    typeMultiplier: row.decimal('Type Mult', 2),
    globalMultiplier: row.decimal('Global Mult', 2),
    score: row.decimal('Score', 3),
  }));
}

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

const TERMS_FORMAT: KeywordTableFormat = {
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
  return formatKeywordTable(TERMS_FORMAT, `Terms of ${topicId}`, cells);
}

/**
 * Reads `_keywords/terms.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `TERMS_FILE_INVALID` with the line at fault
 */
export function readTermsFile(text: string, file: string): TermRow[] {
  return readKeywordTable(TERMS_FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    type: row.choice('Type', TYPES),
    count: row.count('Count'),
    headerMultiplier: row.decimal('Header Mult', 2),
    localScore: row.decimal('Local Score', 3),
  }));
}

/** A term that at least a tenth of the topics contain, as `_keywords/authority.md` of the docs root has it. */
export interface AuthorityRow {
  /** Not empty, on one line, no white space at its ends. */
  readonly term: string;
  /** In percent of the topics, the lower limit included. */
  readonly share: '10-25' | '25-50' | '50-100';
}

const SHARES = { '10-25': '10-25 %', '25-50': '25-50 %', '50-100': '50-100 %' } as const;

const AUTHORITY_FORMAT: KeywordTableFormat = {
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
  return formatKeywordTable(AUTHORITY_FORMAT, 'Keyword authority', cells);
}

/**
 * Reads `_keywords/authority.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `AUTHORITY_FILE_INVALID` with the line at fault
 */
export function readAuthorityFile(text: string, file: string): AuthorityRow[] {
  return readKeywordTable(AUTHORITY_FORMAT, text, file).map((row) => ({
    term: row.text('Term'),
    share: row.choice('Share', SHARES),
  }));
}

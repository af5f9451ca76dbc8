import { type DiagnosticCode, TopicmillError } from '@topicmill/base/diagnostics';
import type { AuthorityTerm, Keyword, LocalTerm } from '../keywords/index.js';
import { formatTable, readTable } from './table.js';

/** A term of a topic as `_keywords/terms.md` has it: not empty, on one line, no white space at its ends. */
export type TermRow = LocalTerm;
/** A keyword of a topic as `_keywords/words.md` has it. */
export type WordRow = Keyword;
/** A term that at least a tenth of the topics contain, as `_keywords/authority.md` of the docs root has it. */
export type AuthorityRow = AuthorityTerm;

/** How a value is written in a cell. */
interface Cell<Value> {
  write(value: Value): string;
  /** `undefined` for a text that `write` does not make. */
  read(text: string): Value | undefined;
  /** What is expected, for messages. */
  readonly expected: string;
}

const TEXT: Cell<string> = { write: (text) => text, read: (text) => text, expected: 'a text' };

const COUNT: Cell<number> = {
  write: String,
  read: (text) => (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  expected: 'a whole number',
};

function decimal(decimals: number): Cell<number> {
  return {
    write: (value) => value.toFixed(decimals),
    read: (text) => {
      const isPlain = /^(?:0|[1-9]\d*)\.\d+$/.test(text) && Number(text).toFixed(decimals) === text;
      return isPlain ? Number(text) : undefined;
    },
    expected: `a number with ${decimals} decimals`,
  };
}

/** @param cells what each key is written as */
function choice<Key extends string>(cells: Readonly<Record<Key, string>>): Cell<Key> {
  const keys = Object.keys(cells) as Key[];
  return {
    write: (key) => cells[key],
    read: (text) => keys.find((key) => cells[key] === text),
    expected: Object.values(cells).join(' or '),
  };
}

/** A column by its head, with the field of a row that it has. */
type Column<Row> = {
  [Field in keyof Row]: readonly [head: string, field: Field, cell: Cell<Row[Field]>];
}[keyof Row];

/** One of the markdown files with a table of terms. */
interface KeywordTableFormat<Row> {
  /** The first column is the term, which no two rows share. */
  readonly columns: readonly Column<Row>[];
  readonly code: Extract<DiagnosticCode, 'AUTHORITY_FILE_INVALID' | 'TERMS_FILE_INVALID' | 'WORDS_FILE_INVALID'>;
  /** The step that writes the file. */
  readonly step: string;
  /** The text between the title and the table; contains no `|`. */
  readonly explanation: string;
}

const TYPE = choice({ compound: 'compound', single: 'single' });

const WORDS: KeywordTableFormat<WordRow> = {
  columns: [
    ['Term', 'term', TEXT],
    ['Type', 'type', TYPE],
    ['Count', 'count', COUNT],
    ['Header Mult', 'headerMultiplier', decimal(2)],
    ['Type Mult', 'typeMultiplier', decimal(2)],
    ['Global Mult', 'globalMultiplier', decimal(2)],
    ['Score', 'score', decimal(3)],
  ],
  code: 'WORDS_FILE_INVALID',
  step: 'keywords',
  explanation: `The keywords of this topic, best first. Each term is counted outside code, and

    Score = Count × Header Mult × Type Mult × Global Mult

A compound in a heading of level 1, 2 or deeper gets 1.50, 1.25 or 1.10 for it; any compound gets 1.50 for its type. The
rarer a term is among all topics, the higher its global multiplier: 2.00 in less than 10 % of them, 1.50 in less than
25 %, else 1.00. Terms with 1.00 are listed only from 10 uses on, and when less than half of the topics hold them.
Topicmill writes this file.`,
};

/** Of thousands of pages: `authority.md` says what a term's rarity is worth, the docs of Topicmill the rest. */
const PAGE_EXPLANATION =
  'Best first. Score = Count × Header Mult × Type Mult × Global Mult. Topicmill writes this file.';

const TERMS: KeywordTableFormat<TermRow> = {
  columns: [
    ['Term', 'term', TEXT],
    ['Type', 'type', TYPE],
    ['Count', 'count', COUNT],
    ['Header Mult', 'headerMultiplier', decimal(2)],
    ['Local Score', 'localScore', decimal(3)],
  ],
  code: 'TERMS_FILE_INVALID',
  step: 'terms',
  explanation: `What this topic alone says about its terms: each is counted outside code, and

    Local Score = Count × Header Mult × type

where the header multiplier is 1.50, 1.25 or 1.10 for a compound in a heading of level 1, 2 or deeper, and the type is
1.50 for a compound, 1.00 for a single word. Terms with 3.000 or more are listed. Topicmill writes this file.`,
};

const AUTHORITY: KeywordTableFormat<AuthorityRow> = {
  columns: [
    ['Term', 'term', TEXT],
    ['Share', 'share', choice({ '10-25': '10-25 %', '25-50': '25-50 %', '50-100': '50-100 %' })],
  ],
  code: 'AUTHORITY_FILE_INVALID',
  step: 'authority',
  explanation: `Terms that at least 10 % of the topics hold, with the part of the topics that do: from the first figure on, and
less than the second. A term that is not listed is rare, and weighs 2.00 in a topic's keywords; 10-25 % weighs 1.50, the
rest 1.00. A hyphen counts as a space. Shares are taken of ten topics where there are fewer, and a term of one topic
alone is rare. Topicmill writes this file.`,
};

/** `_keywords/words.md` of a topic folder, rows in the order given. */
export function formatWordsFile(topicId: string, rows: readonly WordRow[]): string {
  return formatKeywordTable(WORDS, `Keywords of ${topicId}`, rows);
}

/** The same of a page, which explains less. */
export function formatPageWordsFile(pageId: string, rows: readonly WordRow[]): string {
  return formatKeywordTable({ ...WORDS, explanation: PAGE_EXPLANATION }, `Keywords of ${pageId}`, rows);
}

/**
 * Reads `_keywords/words.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `WORDS_FILE_INVALID` with the line at fault
 */
export function readWordsFile(text: string, file: string): WordRow[] {
  return readKeywordTable(WORDS, text, file);
}

/** `_keywords/terms.md`, rows in the order given. */
export function formatTermsFile(topicId: string, rows: readonly TermRow[]): string {
  return formatKeywordTable(TERMS, `Terms of ${topicId}`, rows);
}

/**
 * Reads `_keywords/terms.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `TERMS_FILE_INVALID` with the line at fault
 */
export function readTermsFile(text: string, file: string): TermRow[] {
  return readKeywordTable(TERMS, text, file);
}

/** `_keywords/authority.md` of the docs root, rows in the order given. */
export function formatAuthorityFile(rows: readonly AuthorityRow[]): string {
  return formatKeywordTable(AUTHORITY, 'Keyword authority', rows);
}

/**
 * Reads `_keywords/authority.md`.
 *
 * @param file path that errors name
 * @throws TopicmillError `AUTHORITY_FILE_INVALID` with the line at fault
 */
export function readAuthorityFile(text: string, file: string): AuthorityRow[] {
  return readKeywordTable(AUTHORITY, text, file);
}

/** Title, explanation and table as markdown. */
function formatKeywordTable<Row>(
  { explanation, columns }: KeywordTableFormat<Row>,
  title: string,
  rows: readonly Row[],
): string {
  const cells = rows.map((row) => columns.map(([, field, cell]) => cell.write(row[field] as never)));
  const heads = columns.map(([head]) => head);
  return `# ${title}\n\n${explanation}\n\n${formatTable(heads, cells)}`;
}

/**
 * Reads such a file: it must contain one table with exactly the format's columns, followed by nothing but blank lines.
 *
 * @throws TopicmillError with the format's code and the line at fault
 */
function readKeywordTable<Row>(format: KeywordTableFormat<Row>, text: string, file: string): Row[] {
  const { columns } = format;
  const heads = columns.map(([head]) => head);
  const lines = text.split(/\r\n|\n|\r/);
  const table = readTable(lines);
  const wanted = `a table with the columns ${heads.join(', ')}`;
  if (table === undefined) throw fault(format, file, 1, `There should be ${wanted}.`);
  if (table.header.join('\n') !== heads.join('\n')) {
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
    if (cells.length !== columns.length) fail(`The row has ${cells.length} of ${columns.length} cells.`);
    const term = cells[0]!;
    if (term === '') fail(`${heads[0]} is empty.`);
    if (linesByTerm.has(term)) fail(`"${term}" is in line ${linesByTerm.get(term)} already.`);
    linesByTerm.set(term, line);
    const row: { [Field in keyof Row]?: unknown } = {};
    for (const [at, [head, field, { read, expected }]] of columns.entries()) {
      const value = read(cells[at]!);
      row[field] = value === undefined ? fail(`${head} should be ${expected}, and is "${cells[at]}".`) : value;
    }
    return row as Row;
  });
}

function fault(
  { code, step }: Pick<KeywordTableFormat<never>, 'code' | 'step'>,
  file: string,
  line: number,
  message: string,
): TopicmillError {
  return new TopicmillError(code, message, { file, line, remedy: `Run the ${step} step again; it writes this file.` });
}

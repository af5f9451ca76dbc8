import type { Diagnostic } from '@topicmill/base/diagnostics';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { readTable } from '../table.js';
import { lineEndsBefore, textLines } from '../text-lines.js';
import { findSections } from './generated-sections.js';

/** What people say about a topic in the metadata table. A property that is missing, unreadable, empty,
 * `N/A` or a dash is absent. */
export interface TopicMetadata {
  readonly name?: string;
  readonly id?: string;
  readonly category?: string;
  readonly description?: string;
  /** 0 to 1. */
  readonly complexity?: number;
  readonly audience?: string;
  /** 1 is the highest. */
  readonly priority?: number;
  /** Version in which the subject of the topic appeared. */
  readonly version?: string;
  /** Year in which it appeared, four digits. */
  readonly year?: string;
}

/** The metadata of a file, and what is wrong with it. */
export interface MetadataResult {
  readonly metadata: TopicMetadata;
  readonly diagnostics: readonly Diagnostic[];
}

interface Value {
  readonly text: string;
  readonly line: number;
}

const TEXT_PROPERTIES = ['name', 'id', 'category', 'description', 'audience', 'version'] as const;
const PROPERTIES = new Set<string>([...TEXT_PROPERTIES, 'complexity', 'priority', 'year']);
const LEADING_NUMBER = /^(-?\d+(?:\.\d+)?)(?=$|[\s(,;:–—-])/;
const MISSING_VALUE = /^(?:n\/a|[-–—])?$/i;
const LEADING_YEAR = /^(\d{4})(?!\d)/;

/**
 * Reads the table of the section `Metadata`, or one of the same form in another section if there is no such section.
 * Properties it does not know are left alone; a number may be followed by an explanation, as in `2 (High)`.
 *
 * @param file path that the diagnostics name: a `TOPIC_SPEC_INVALID` error for a table or row that cannot be read, a
 *   warning for a value of the wrong type, for an ID that is the path of another topic, for rows separated from their
 *   table, and for a table in another section
 * @param topicId path of the topic's folder; without it no ID is wrong
 */
export function readMetadata(text: string, file: string, topicId?: string): MetadataResult {
  const diagnostics: Diagnostic[] = [];
  const report =
    (severity: Diagnostic['severity']): Report =>
    (line, message, remedy) => {
      diagnostics.push({ severity, code: 'TOPIC_SPEC_INVALID', message, file, line, remedy });
    };
  const values = readValues(text, { error: report('error'), warn: report('warning') });
  const reject = (property: string, { text: value, line }: Value, expected: string): undefined => {
    const message = `${property} should be ${expected}, but is "${value}".`;
    const remedy = 'Fix the value, or leave it empty.';
    diagnostics.push({ severity: 'warning', code: 'TOPIC_SPEC_INVALID', message, file, line, remedy });
  };
  const read = (property: string, pattern: RegExp, expected: string, isValid: (text: string) => boolean) => {
    const value = values.get(property.toLowerCase());
    if (value === undefined) return undefined;
    const found = pattern.exec(value.text)?.[1];
    return found !== undefined && isValid(found) ? found : reject(property, value, expected);
  };
  const id = values.get('id');
  if (topicId !== undefined && id?.text.includes('/') && id.text !== topicId)
    diagnostics.push(outdatedId(id, topicId, file));
  const complexity = read(
    'Complexity',
    LEADING_NUMBER,
    'a number from 0 to 1',
    (n) => Number(n) >= 0 && Number(n) <= 1,
  );
  const priority = read('Priority', LEADING_NUMBER, 'a whole number from 0 on', (n) => /^\d{1,9}$/.test(n));
  const year = read('Year', LEADING_YEAR, 'a year of four digits', () => true);
  const texts = TEXT_PROPERTIES.flatMap((property) => {
    const value = values.get(property);
    return value === undefined ? [] : [[property, value.text]];
  });
  const metadata: TopicMetadata = {
    ...Object.fromEntries(texts),
    ...(complexity === undefined ? {} : { complexity: Number(complexity) }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
    ...(year === undefined ? {} : { year }),
  };
  return { metadata, diagnostics };
}

/** The file moved with its folder; other values in it, not only the ID, may still describe the old place. */
function outdatedId({ text, line }: Value, topicId: string, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_INVALID',
    message: `ID is "${text}", but the topic is "${topicId}".`,
    file,
    line,
    remedy: 'Fix ID and Category, or leave them empty.',
  };
}

type Report = (line: number, message: string, remedy: string) => void;

interface MetadataReports {
  readonly error: Report;
  readonly warn: Report;
}

/** The values of the table that are given, by property in lower case; of a property that occurs twice, the first. */
function readValues(text: string, reports: MetadataReports): Map<string, Value> {
  const values = new Map<string, Value>();
  const section = metadataSection(text) ?? renamedSection(text, reports.warn);
  if (section === undefined) return values;
  const table = readTable(section.lines);
  if (table === undefined || table.header.length !== 2) {
    const isEmpty = table === undefined && !section.lines.some((line) => line.trim().startsWith('|'));
    const remedy = 'Write `| Property | Value |`, a row of dashes below it, and a row for each property.';
    if (!isEmpty) reports.error(section.firstLine, 'The metadata table cannot be read.', remedy);
    return values;
  }
  const rowsLine = table.headerLine + 2;
  for (const [i, row] of table.rows.entries()) readRow(row, section.firstLine + rowsLine + i, values, reports.error);
  readSeparatedRows(section, rowsLine + table.rows.length, values, reports);
  return values;
}

/** Rows after a blank line or a line of text are no longer part of the table for markdown, and are still meant to be. */
function readSeparatedRows(
  { lines, firstLine }: MetadataSection,
  from: number,
  values: Map<string, Value>,
  { error, warn }: MetadataReports,
): void {
  let isReported = false;
  for (let line = from; line < lines.length; line++) {
    const row = readTable(['| |', '| - |', lines[line]!])?.rows[0];
    if (row === undefined || !lines[line]!.trim().startsWith('|')) continue;
    const isHeader = readTable(lines.slice(line, line + 2)) !== undefined;
    if (row.length !== 2 || (isHeader && !isPropertyHeader(row))) return;
    if (!isReported) {
      const remedy = 'Delete what separates them from the row above.';
      warn(firstLine + line, 'Rows of the metadata table are separated from it. They are read anyway.', remedy);
      isReported = true;
    }
    if (isHeader) line++;
    else readRow(row, firstLine + line, values, error);
  }
}

function readRow(row: readonly string[], line: number, values: Map<string, Value>, report: Report): void {
  const [property, text] = row;
  if (row.length !== 2) {
    report(
      line,
      `The row has ${row.length} cells, and should have 2.`,
      'Write a `|` that belongs to a value as `\\|`.',
    );
    return;
  }
  const key = propertyKey(property!);
  if (!MISSING_VALUE.test(text!) && !values.has(key)) values.set(key, { text: text!, line });
}

function propertyKey(cell: string): string {
  return cell.replace(/[*_`]/g, '').toLowerCase();
}

function isPropertyHeader(header: readonly string[]): boolean {
  return header.map(propertyKey).join('|') === 'property|value';
}

interface MetadataSection {
  readonly lines: readonly string[];
  /** 1-based. */
  readonly firstLine: number;
}

function metadataSection(text: string): MetadataSection | undefined {
  const { bodyOffset } = splitFrontMatter(text);
  const { scan, lines } = textLines(text, bodyOffset);
  const named = scan.headings.filter((each) => each.text.toLowerCase() === 'metadata');
  // A topic may be called Metadata itself.
  const heading = named.find(({ level }) => level > 1) ?? named[0];
  if (heading === undefined) return undefined;
  const start = heading.line + heading.lineCount;
  const next = scan.headings[scan.headings.indexOf(heading) + 1];
  return {
    lines: lines.slice(start, next?.line),
    firstLine: lineEndsBefore(text, bodyOffset) + start + 1,
  };
}

/** A table of at least this many known properties is the metadata table, whatever its heading. */
const MIN_KNOWN_PROPERTIES = 3;

/** Without a section `Metadata`: the section whose table is the metadata table by its header and properties. */
function renamedSection(text: string, warn: Report): MetadataSection | undefined {
  const regions = findSections(text).map(({ line, end }) => [line, lineEndsBefore(text, end)] as const);
  const { bodyOffset } = splitFrontMatter(text);
  const { scan, lines } = textLines(text, bodyOffset);
  const linesBefore = lineEndsBefore(text, bodyOffset);
  const starts = [0, ...scan.headings.map(({ line, lineCount }) => line + lineCount)];
  for (const [i, start] of starts.entries()) {
    const line = start + linesBefore;
    if (regions.some(([first, end]) => line >= first && line < end)) continue;
    const section = { lines: lines.slice(start, scan.headings[i]?.line), firstLine: line + 1 };
    const table = readTable(section.lines);
    if (table === undefined || !isPropertyHeader(table.header)) continue;
    const known = table.rows.filter(([property]) => PROPERTIES.has(propertyKey(property ?? '')));
    if (known.length < MIN_KNOWN_PROPERTIES) continue;
    const message = 'The metadata table is not in a section "Metadata". It is read anyway.';
    warn(section.firstLine + table.headerLine, message, 'Write the heading `## Metadata` above it.');
    return section;
  }
  return undefined;
}

import type { Diagnostic } from '@topicmill/base/diagnostics';
import { splitFrontMatter } from '@topicmill/text/markdown';
import { readTable } from '../table.js';
import { lineEndsBefore, textLines } from '../text-lines.js';

/** What people say of a topic in the metadata table. A property that is missing, unreadable, empty,
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
const LEADING_NUMBER = /^(-?\d+(?:\.\d+)?)(?=$|[\s(,;:–—-])/;
const NOT_GIVEN = /^(?:n\/a|[-–—])?$/i;
const LEADING_YEAR = /^(\d{4})(?!\d)/;

/**
 * Reads the table of the section `Metadata`. Properties it does not know are left alone; a number may be followed by an
 * explanation, as in `2 (High)`.
 *
 * @param file path that the diagnostics name: a `TOPIC_SPEC_INVALID` error for a table or row that cannot be read, a
 *   warning for a value of the wrong type and for an ID that is the path of another topic
 * @param topicId path of the topic's folder; without it no ID is wrong
 */
export function readMetadata(text: string, file: string, topicId?: string): MetadataResult {
  const diagnostics: Diagnostic[] = [];
  const values = readValues(text, (line, message, remedy) => {
    diagnostics.push({ severity: 'error', code: 'TOPIC_SPEC_INVALID', message, file, line, remedy });
  });
  const reject = (property: string, { text: value, line }: Value, expected: string): undefined => {
    const message = `${property} should be ${expected}, and is "${value}".`;
    const remedy = 'Mend the value, or leave it empty.';
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
    diagnostics.push(moved(id, topicId, file));
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

/** The file moved with its folder, and what stands in it beside the ID may be of the old place too. */
function moved({ text, line }: Value, topicId: string, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_INVALID',
    message: `ID is "${text}", and the topic is "${topicId}".`,
    file,
    line,
    remedy: 'Mend ID and Category, or leave them empty.',
  };
}

type Report = (line: number, message: string, remedy: string) => void;

/** The values of the table that are given, by property in lower case; of a property that stands twice, the first. */
function readValues(text: string, report: Report): Map<string, Value> {
  const values = new Map<string, Value>();
  const section = metadataSection(text);
  if (section === undefined) return values;
  const table = readTable(section.lines);
  if (table === undefined || table.header.length !== 2) {
    const isEmpty = table === undefined && !section.lines.some((line) => line.trim().startsWith('|'));
    const remedy = 'Write `| Property | Value |`, a row of dashes below it, and a row for each property.';
    if (!isEmpty) report(section.firstLine, 'The metadata table cannot be read.', remedy);
    return values;
  }
  for (const [i, row] of table.rows.entries()) {
    readRow(row, section.firstLine + table.headerLine + 2 + i, values, report);
  }
  return values;
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
  const key = property!.replace(/[*_`]/g, '').toLowerCase();
  if (!NOT_GIVEN.test(text!) && !values.has(key)) values.set(key, { text: text!, line });
}

function metadataSection(text: string): { lines: readonly string[]; firstLine: number } | undefined {
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

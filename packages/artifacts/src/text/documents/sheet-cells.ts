import { attributeOf, childOf, childrenOf, walkXml, type XmlElement } from './parse-xml.js';

/** A cell that has something in it. */
export interface SheetCell {
  /** From 0. */
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** What cells of a workbook refer to. */
export interface WorkbookFacts {
  readonly sharedStrings: readonly string[];
  readonly formats: readonly CellFormat[];
  /** Days are counted from 1904, as old Macs do. */
  readonly isFrom1904: boolean;
}

/** How numbers are shown. */
type CellFormat = 'number' | 'percent' | 'date' | 'time' | 'moment';

/** Numbers of formats that every program knows. */
const KNOWN_FORMATS: Readonly<Record<number, CellFormat>> = {
  9: 'percent',
  10: 'percent',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'moment',
  45: 'time',
  46: 'time',
  47: 'time',
};

/** How the cells of each style show numbers. */
export function cellFormats(styles: XmlElement): readonly CellFormat[] {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts') ?? styles, 'numFmt').map((format) => [
      Number(attributeOf(format, 'numFmtId')),
      attributeOf(format, 'formatCode') ?? '',
    ]),
  );
  const cells = childOf(styles, 'cellXfs');
  return (cells === undefined ? [] : childrenOf(cells, 'xf')).map((style) => {
    const id = Number(attributeOf(style, 'numFmtId') ?? 0);
    const code = codes.get(id);
    if (code !== undefined) return formatOfCode(code);
    const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
    return KNOWN_FORMATS[id] ?? (isDate ? 'date' : 'number');
  });
}

/** As many characters as programs allow in one. */
const MAX_CODE_LENGTH = 255;

function formatOfCode(code: string): CellFormat {
  // Without texts, colours and conditions; elapsed time is in brackets.
  const [letters] = code
    .slice(0, MAX_CODE_LENGTH)
    .replace(/"[^"]*"|\\.|_.|\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';', 1) as [string];
  const hasDay = /[yd]|m{3,}/i.test(letters);
  const hasTime = /[hs]/i.test(letters);
  if (hasDay || hasTime) return hasDay && hasTime ? 'moment' : hasDay ? 'date' : 'time';
  return letters.includes('%') ? 'percent' : 'number';
}

/** The cells of a sheet that have something in them, row by row. */
export function sheetCells(xml: string, workbook: WorkbookFacts): SheetCell[] {
  const cells: SheetCell[] = [];
  let place = { row: -1, column: -1 };
  let kind = 'n';
  let style = 0;
  let written = '';
  /** Elements that text counts in. */
  let isValue = false;
  let isPhonetic = false;
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'row')
        place = { row: attributes['r'] === undefined ? place.row + 1 : Number(attributes['r']) - 1, column: -1 };
      else if (name === 'c') {
        place = parseCellReference(attributes['r']) ?? { ...place, column: place.column + 1 };
        kind = attributes['t'] ?? 'n';
        style = Number(attributes['s'] ?? 0);
        written = '';
      } else if (name === 'rPh') isPhonetic = true;
      else if ((name === 'v' || name === 't') && !isPhonetic) isValue = true;
    },
    text(text) {
      if (isValue) written += text;
    },
    close(name) {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        const text = shown(written, kind, style, workbook);
        if (text.trim() !== '') cells.push({ ...place, text });
      }
    },
  });
  return cells;
}

/** `B3` is row 2, column 1. */
function parseCellReference(reference: string | undefined): { row: number; column: number } | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row) - 1, column };
}

function shown(
  written: string,
  kind: string,
  style: number,
  { sharedStrings, formats, isFrom1904 }: WorkbookFacts,
): string {
  if (kind === 's') return sharedStrings[Number(written)] ?? '';
  if (kind === 'b') return written === '1' ? 'TRUE' : 'FALSE';
  if (kind === 'd') return written.replace('T', ' ').replace(/(?: 00:00:00)?(?:\.0+)?Z?$/, '');
  const number = Number(written);
  if (kind !== 'n' || written.trim() === '' || !Number.isFinite(number)) return written;
  const format = formats[style] ?? 'number';
  if (format === 'percent') return `${rounded(number * 100)} %`;
  return format === 'number' ? rounded(number) : timeOfDays(number, format, isFrom1904);
}

/** Programs show fifteen digits of what they calculated. */
function rounded(number: number): string {
  return String(Number(number.toPrecision(15)));
}

const DAY = 86_400_000;

/** Days since the end of 1899, or since the beginning of 1904; Lotus 1-2-3 took 1900 for a leap year, and all others do since. */
function timeOfDays(days: number, format: CellFormat, isFrom1904: boolean): string {
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const time = new Date(first + Math.round((days * DAY) / 1000) * 1000);
  if (Number.isNaN(time.getTime()) || days < 0) return rounded(days);
  const [date, clock] = time.toISOString().split(/[T.]/) as [string, string];
  const short = clock.replace(/:00$/, '');
  if (format === 'time' && days < 1) return short;
  return format === 'date' || clock === '00:00:00' ? date : `${date} ${short}`;
}

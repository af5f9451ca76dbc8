import type { ReadableText } from '../readable-text.js';
import { heading, joinBlocks, listItem, paragraph, table } from './markdown-parts.js';
import { drawnParagraphs, type OfficeParts, officeFacts, relationId, relationsOf } from './office-package.js';
import { textPart, tooLarge } from './open-archive.js';
import { attributeOf, childOf, childrenOf, elementsBelow, parseXml, type XmlElement, xmlText } from './parse-xml.js';
import { cellFormats, type SheetCell, sheetCells, type WorkbookFacts } from './sheet-cells.js';

/** Part of every workbook of Excel. */
const WORKBOOK_PART = 'xl/workbook.xml';
const MAX_SHEETS = 1_000;

/**
 * A workbook of Excel: each sheet a heading, and below it its tables, apart where rows are empty. Formulas are what they were
 * last calculated to be. Times are as written, in no zone. Hidden sheets are read as well, and so are comments and drawn texts.
 *
 * @throws TopicmillError `ARCHIVE_TOO_LARGE` for more than 1,000 sheets, `DOCUMENT_UNREADABLE`
 */
export function readWorkbook(parts: OfficeParts): ReadableText {
  const root = parseXml(textPart(parts, WORKBOOK_PART));
  const sheets = childrenOf(childOf(root, 'sheets') ?? root, 'sheet');
  if (sheets.length > MAX_SHEETS) throw tooLarge(`more than ${MAX_SHEETS} sheets`);
  const relations = relationsOf(parts, WORKBOOK_PART);
  const workbook = workbookFacts(root, parts, relations);
  const blocks = sheets.flatMap((sheet) => {
    const path = relations.find(({ id }) => id === relationId(sheet))?.target;
    if (path === undefined || !parts.has(path)) return [];
    const name = heading(2, attributeOf(sheet, 'name') ?? '');
    return [name, ...splitIntoTables(sheetCells(textPart(parts, path), workbook)), ...readNotes(parts, path)];
  });
  const facts = officeFacts(parts);
  return { ...facts, content: joinBlocks(blocks), attributes: { ...facts.attributes, sheet_count: sheets.length } };
}

function workbookFacts(root: XmlElement, parts: OfficeParts, relations: ReturnType<typeof relationsOf>): WorkbookFacts {
  const part = (type: string): XmlElement | undefined => {
    const path = relations.find((relation) => relation.type === type)?.target;
    return path === undefined || !parts.has(path) ? undefined : parseXml(textPart(parts, path));
  };
  const strings = part('sharedStrings');
  const styles = part('styles');
  const properties = childOf(root, 'workbookPr');
  return {
    sharedStrings: strings === undefined ? [] : childrenOf(strings, 'si').map(textOfRuns),
    formats: styles === undefined ? [] : cellFormats(styles),
    isFrom1904: /^(?:1|true)$/.test((properties && attributeOf(properties, 'date1904')) ?? ''),
  };
}

/** A text in one run or several, without how it is pronounced. */
function textOfRuns(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => (child.name === 't' ? xmlText(child) : child.name === 'rPh' ? '' : textOfRuns(child)))
    .join('');
}

/** Tables with an empty row between them; rows of one cell above a table are its title. */
export function splitIntoTables(cells: readonly SheetCell[]): string[] {
  const rows = new Map<number, SheetCell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.row);
    if (row === undefined) rows.set(cell.row, [cell]);
    else row.push(cell);
  }
  const groups: SheetCell[][][] = [];
  let before = Number.NaN;
  for (const [number, row] of [...rows].sort(([a], [b]) => a - b)) {
    if (number === before + 1) groups.at(-1)!.push(row);
    else groups.push([row]);
    before = number;
  }
  return groups.flatMap(groupBlocks);
}

function groupBlocks(rows: readonly SheetCell[][]): string[] {
  const start = rows.findIndex((row) => row.length > 1);
  if (start === -1) return rows.map(([cell]) => paragraph(cell!.text));
  const titles = rows.slice(0, start).map(([cell]) => paragraph(cell!.text));
  const body = rows.slice(start);
  const columns = [...new Set(body.flatMap((row) => row.map(({ column }) => column)))].sort((a, b) => a - b);
  const places = new Map(columns.map((column, at) => [column, at]));
  const written = body.map((row) => {
    const filled: string[] = [];
    for (const { column, text } of row) filled[places.get(column)!] = text;
    return Array.from(filled, (text) => text ?? '');
  });
  return [...titles, table(written)];
}

/** Comments of a sheet with their places, and texts of shapes that are drawn on it. */
function readNotes(parts: OfficeParts, path: string): string[] {
  return relationsOf(parts, path).flatMap(({ type, target }) => {
    if ((type !== 'comments' && type !== 'drawing') || !parts.has(target)) return [];
    const root = parseXml(textPart(parts, target));
    if (type === 'drawing') return drawnParagraphs(root).map(({ text }) => paragraph(text));
    return elementsBelow(root, 'comment').map((comment) =>
      listItem(0, `Comment on ${attributeOf(comment, 'ref')}: ${textOfRuns(comment)}`),
    );
  });
}

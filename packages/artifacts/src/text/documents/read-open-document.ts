import { singleSpaces } from '@topicmill/text/white-space';
import { type ReadableText, unreadableDocument } from '../readable-text.js';
import { heading, joinBlocks, listItem, paragraph, table } from './markdown-parts.js';
import { describedBy } from './office-package.js';
import { type Archive, textPart, tooLarge } from './open-archive.js';
import { attributeOf, childOf, childrenOf, elementsBelow, parseXml, type XmlElement } from './parse-xml.js';
import { splitIntoTables } from './read-workbook.js';

/** Part of every text, sheet or presentation in the format of LibreOffice. */
const OPEN_DOCUMENT_PART = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';
const MAX_SHEETS = 1_000;
const MAX_REPETITIONS = 1_000;
const MAX_CELLS = 1_000_000;

/**
 * A text, workbook or presentation of LibreOffice (OpenDocument): headings, paragraphs, lists and tables, notes in parentheses where they
 * are called; sheets and slides are headings. Deleted text that is kept to be looked at is left out.
 *
 * @throws TopicmillError `ARCHIVE_TOO_LARGE` for more than 1,000 sheets, `DOCUMENT_UNREADABLE`
 */
export function readOpenDocument(archive: Archive): ReadableText {
  const parts = archive.unpack((path) => path === OPEN_DOCUMENT_PART || path === 'meta.xml' || path === MANIFEST);
  if (parts.has(MANIFEST) && textPart(parts, MANIFEST).includes('encryption-data')) {
    throw unreadableDocument('The document needs a password.', 'Save it without one, and ingest that.');
  }
  const root = parseXml(textPart(parts, OPEN_DOCUMENT_PART));
  const body = childrenOf(childOf(root, 'body') ?? root);
  const meta = parts.has('meta.xml') ? childOf(parseXml(textPart(parts, 'meta.xml')), 'meta') : undefined;
  const sheetCount = body.flatMap((part) => (part.name === 'spreadsheet' ? childrenOf(part, 'table') : [])).length;
  if (sheetCount > MAX_SHEETS) throw tooLarge(`more than ${MAX_SHEETS} sheets`);
  return {
    ...describedBy(meta),
    content: joinBlocks(body.flatMap((part) => blocksIn(part, part.name === 'spreadsheet'))),
  };
}

/** Elements whose text is not of the document itself, or there a second time. */
const IGNORED_ELEMENTS = new Set([
  'annotation',
  'annotation-end',
  'forms',
  'sequence-decls',
  'tracked-changes',
  'note-citation',
  'desc',
  'title',
  'date-time',
  'page-number',
  'footer',
  'header',
]);

/** The blocks inside an element. @param isSheet whether its tables are sheets */
function blocksIn(element: XmlElement, isSheet = false): string[] {
  return childrenOf(element).flatMap((child) => {
    switch (child.name) {
      case 'h':
        return [heading(Number(attributeOf(child, 'outline-level') ?? 1), inlineText(child)), ...framesIn(child)];
      case 'p':
        return [paragraph(inlineText(child)), ...framesIn(child)];
      case 'list':
        return listItems(child, 0);
      case 'table':
        return isSheet ? [heading(2, attributeOf(child, 'name') ?? ''), ...sheetBlocks(child)] : [readTable(child)];
      case 'page':
        return slideBlocks(child);
      case 'table-of-content':
      case 'alphabetical-index':
        return [];
      default:
        return IGNORED_ELEMENTS.has(child.name) ? [] : blocksIn(child, isSheet);
    }
  });
}

/** Text of a paragraph with its spaces, tabs and line breaks; notes are in parentheses. */
function inlineText(element: XmlElement): string {
  return element.children
    .map((child): string => {
      // White space counts once; more of it has elements of its own.
      if (typeof child === 'string') return singleSpaces(child);
      if (child.name === 's') return ' ';
      if (child.name === 'tab') return ' ';
      if (child.name === 'line-break') return '\n';
      if (child.name === 'note') return ` (${blocksIn(child).join(' ')})`;
      return IGNORED_ELEMENTS.has(child.name) || child.name === 'frame' || child.name === 'custom-shape'
        ? ''
        : inlineText(child);
    })
    .join('')
    .trim();
}

/** What is in frames that are anchored in a paragraph. */
function framesIn(element: XmlElement): string[] {
  return [...elementsBelow(element, 'frame'), ...elementsBelow(element, 'custom-shape')].flatMap((frame) =>
    blocksIn(frame),
  );
}

function listItems(list: XmlElement, depth: number): string[] {
  return childrenOf(list)
    .filter(({ name }) => name === 'list-item' || name === 'list-header')
    .flatMap((item) => {
      const inner = childrenOf(item);
      // Numbered headings are the items of a list.
      const headings = inner.filter(({ name }) => name === 'h');
      if (headings.length > 0) return blocksIn(item);
      const texts = inner.filter(({ name }) => name === 'p').map(inlineText);
      const deeper = inner.filter(({ name }) => name === 'list').flatMap((each) => listItems(each, depth + 1));
      const others = inner.filter(({ name }) => name === 'p').flatMap(framesIn);
      return [...(texts.length > 0 ? [listItem(depth, texts.join('\n'))] : []), ...deeper, ...others];
    });
}

/** Rows of a table, those of its header and of groups among them. */
function rowsOf(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === 'table-row') return [child];
    return /^table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsOf(child) : [];
  });
}

function cellText(cell: XmlElement): string {
  return blocksIn(cell).join(' ');
}

function readTable(element: XmlElement): string {
  return table(
    rowsOf(element).map((row) =>
      childrenOf(row)
        .filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell')
        .map(cellText),
    ),
  );
}

/** The tables of a sheet. Empty cells and rows are repeated up to the end of the sheet, others are meant. */
function sheetBlocks(sheet: XmlElement): string[] {
  let row = 0;
  let cellCount = 0;
  const cells = rowsOf(sheet).flatMap((element) => {
    let column = 0;
    const ownCells = childrenOf(element).flatMap((cell) => {
      const text = cell.name === 'covered-table-cell' ? '' : cellText(cell);
      const count = repetitionCount(cell, 'number-columns-repeated');
      const start = column;
      column += count;
      if (text === '') return [];
      return Array.from({ length: Math.min(count, MAX_REPETITIONS) }, (_, at) => ({ column: start + at, text }));
    });
    const count = repetitionCount(element, 'number-rows-repeated');
    const start = row;
    row += count;
    if (ownCells.length === 0) return [];
    cellCount += ownCells.length * Math.min(count, MAX_REPETITIONS);
    if (cellCount > MAX_CELLS) throw tooLarge(`a sheet of more than ${MAX_CELLS} cells`);
    const rows = Array.from({ length: Math.min(count, MAX_REPETITIONS) }, (_, at) => start + at);
    return rows.flatMap((number) => ownCells.map((cell) => ({ row: number, ...cell })));
  });
  return splitIntoTables(cells);
}

function repetitionCount(element: XmlElement, attribute: string): number {
  const count = Number(attributeOf(element, attribute) ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

function slideBlocks(page: XmlElement): string[] {
  const shapes = childrenOf(page);
  const title = shapes.find((shape) => attributeOf(shape, 'class') === 'title');
  const notes = shapes.filter(({ name }) => name === 'notes').flatMap((each) => blocksIn(each));
  const name = (title === undefined ? '' : blocksIn(title).join(' ')) || (attributeOf(page, 'name') ?? '');
  return [
    heading(2, name),
    ...shapes
      .filter((shape) => shape !== title && shape.name !== 'notes')
      .flatMap((shape) => blocksIn({ ...page, children: [shape] })),
    ...(notes.length > 0 ? [heading(3, 'Notes'), ...notes] : []),
  ];
}

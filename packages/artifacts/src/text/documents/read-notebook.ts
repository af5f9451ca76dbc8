import { stripVTControlCharacters } from 'node:util';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { type ReadableText, readableTitle, unreadableDocument } from '../readable-text.js';
import { fenced, joinBlocks } from './markdown-parts.js';

/** A JSON object. */
type Fields = Readonly<Record<string, unknown>>;

/** Whether a text is a Jupyter notebook. */
export function isNotebook(text: string): boolean {
  return /^\ufeff?\s*\{/.test(text) && text.includes('"nbformat"') && text.includes('"cells"');
}

/**
 * A Jupyter notebook: its texts as they are, code in fences with its language, and after it what it wrote. Pictures are not
 * read, and neither is what a browser would draw where the same is there as text.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE`
 */
export function readNotebook(text: string): ReadableText {
  const data = parseJsonIfValid(text.replace(/^\ufeff/, ''));
  if (!isObject(data)) {
    throw unreadableDocument('The notebook is not JSON.', 'Open it in Jupyter, and save it again.');
  }
  const metadata = fieldsOf(data['metadata']);
  const language = languageOf(metadata);
  const cells = cellsOf(data);
  const title = readableTitle(typeof metadata['title'] === 'string' ? metadata['title'] : undefined);
  return {
    content: joinBlocks(cells.flatMap((cell) => cellBlocks(cell, language))),
    ...(title !== undefined && { title }),
    attributes: { ...(language !== '' && { language }), cell_count: cells.length },
  };
}

/** Before version 4 they are in worksheets. */
function cellsOf({ cells, worksheets }: Fields): readonly Fields[] {
  if (Array.isArray(cells)) return cells.filter(isObject);
  return Array.isArray(worksheets) ? worksheets.filter(isObject).flatMap(cellsOf) : [];
}

function languageOf(metadata: Fields): string {
  const named = [fieldsOf(metadata['language_info'])['name'], fieldsOf(metadata['kernelspec'])['language']];
  const name = named.find((each) => typeof each === 'string');
  return typeof name === 'string' && /^[\w#+-]{1,30}$/.test(name) ? name : '';
}

function cellBlocks(cell: Fields, language: string): string[] {
  const source = joinLines(cell['source'] ?? cell['input']);
  if (cell['cell_type'] === 'heading') return [`${'#'.repeat(Number(cell['level']) || 1)} ${source}`];
  if (cell['cell_type'] !== 'code') return [source.trim()];
  const outputs = Array.isArray(cell['outputs']) ? cell['outputs'].filter(isObject).map(outputText) : [];
  const written = outputs.join('').trimEnd();
  return [
    ...(source.trim() === '' ? [] : [fenced(source, language)]),
    ...(written === '' ? [] : [`Output:\n\n${fenced(written, 'text')}`]),
  ];
}

/** What a run of code wrote, with a line end. */
function outputText(output: Fields): string {
  const { traceback, ename, evalue } = output;
  const error = joinLines(traceback, '\n') || (typeof ename === 'string' ? `${ename}: ${evalue}` : '');
  const data = { ...output, ...fieldsOf(output['data']) };
  const text = error || joinLines(data['text/markdown'] ?? data['text/plain'] ?? data['text/latex'] ?? data['text']);
  const plain = stripVTControlCharacters(text);
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`;
}

/** A text, or the lines of one. */
function joinLines(value: unknown, separator = ''): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join(separator) : '';
}

function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

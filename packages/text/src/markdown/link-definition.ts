import { isSpaceOrTab, NEWLINE } from './line-cursor.js';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const OPENING_PARENTHESIS = 40;
const CLOSING_PARENTHESIS = 41;
const COLON = 58;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const DELETE = 127;

const MAX_LABEL = 999;

/**
 * Offset after the link reference definitions that a paragraph starts with (CommonMark 0.31, section 4.7): the start
 * of a line, the paragraph's length when there is nothing else in it, 0 when it starts with none.
 *
 * @param paragraph its lines without the markers of their containers, joined by `\n`
 */
export function definitionsEnd(paragraph: string): number {
  return definitionEnds(paragraph).at(-1) ?? 0;
}

/** Offset after each of these definitions. */
export function definitionEnds(paragraph: string): number[] {
  const ends: number[] = [];
  let at = 0;
  while (at < paragraph.length) {
    at = definitionEnd(paragraph, at);
    if (at === -1) break;
    ends.push(at);
  }
  return ends;
}

/** What a definition says, as written: its label, and its destination with the angle brackets around it. */
export function readDefinition(definition: string): { readonly label: string; readonly destination: string } {
  const start = skipLineSpaces(definition, 0);
  const afterLabel = labelEnd(definition, start);
  const destination = skipAllSpaces(definition, afterLabel + 1);
  return {
    label: definition.slice(start + 1, afterLabel - 1),
    destination: definition.slice(destination, destinationEnd(definition, destination)),
  };
}

function definitionEnd(text: string, start: number): number {
  const label = skipLineSpaces(text, start);
  const afterLabel = labelEnd(text, label);
  if (afterLabel === -1 || text.charCodeAt(afterLabel) !== COLON) return -1;
  const afterDestination = destinationEnd(text, skipAllSpaces(text, afterLabel + 1));
  if (afterDestination === -1) return -1;
  const titleStart = skipAllSpaces(text, afterDestination);
  const afterTitle = titleStart === afterDestination ? -1 : titleEnd(text, titleStart);
  const lineEnd = afterTitle === -1 ? -1 : blankLineEnd(text, afterTitle);
  return lineEnd === -1 ? blankLineEnd(text, afterDestination) : lineEnd;
}

function labelEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== OPENING_BRACKET) return -1;
  const close = closingOffset(text, at + 1, CLOSING_BRACKET, OPENING_BRACKET);
  if (close === -1 || close - at - 1 > MAX_LABEL || skipAllSpaces(text, at + 1) === close) return -1;
  return close + 1;
}

function destinationEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === LESS_THAN) {
    const close = closingOffset(text, start + 1, GREATER_THAN, LESS_THAN);
    return close === -1 || text.slice(start, close).includes('\n') ? -1 : close + 1;
  }
  let openCount = 0;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === DELETE) break;
    if (code === BACKSLASH && isEscapable(text.charCodeAt(at + 1), CLOSING_PARENTHESIS, OPENING_PARENTHESIS)) at++;
    else if (code === OPENING_PARENTHESIS) openCount++;
    else if (code === CLOSING_PARENTHESIS && openCount-- === 0) return -1;
  }
  return at === start || openCount > 0 ? -1 : at;
}

function titleEnd(text: string, at: number): number {
  const marker = text.charCodeAt(at);
  if (marker !== DOUBLE_QUOTE && marker !== SINGLE_QUOTE && marker !== OPENING_PARENTHESIS) return -1;
  const closing = marker === OPENING_PARENTHESIS ? CLOSING_PARENTHESIS : marker;
  const close = closingOffset(text, at + 1, closing, closing);
  return close === -1 ? -1 : close + 1;
}

/** First `closing` from `at` on that is not escaped; -1 if there is none, or if it is after a `forbidden` that is not escaped. */
function closingOffset(text: string, at: number, closing: number, forbidden: number): number {
  for (let offset = at; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === closing) return offset;
    if (code === forbidden) return -1;
    if (code === BACKSLASH && isEscapable(text.charCodeAt(offset + 1), closing, forbidden)) offset++;
  }
  return -1;
}

function isEscapable(code: number, closing: number, opening: number): boolean {
  return code === BACKSLASH || code === closing || code === opening;
}

function blankLineEnd(text: string, at: number): number {
  const end = skipLineSpaces(text, at);
  if (end === text.length) return end;
  return text.charCodeAt(end) === NEWLINE ? end + 1 : -1;
}

function skipLineSpaces(text: string, at: number): number {
  let offset = at;
  while (isSpaceOrTab(text.charCodeAt(offset))) offset++;
  return offset;
}

function skipAllSpaces(text: string, at: number): number {
  let offset = at;
  while (isSpaceOrTab(text.charCodeAt(offset)) || text.charCodeAt(offset) === NEWLINE) offset++;
  return offset;
}

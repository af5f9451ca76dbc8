import { TopicmillError } from '@topicmill/base/diagnostics';
import { isObject } from '@topicmill/base/json';
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';

/** Where a value goes in a JSON file. */
export interface JsonAddition {
  /** Keys from the root. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** Puts a new key where it belongs by name, among keys that are sorted, instead of after them. */
  readonly isSorted?: boolean;
}

/**
 * Reads an object from JSON that may contain comments and trailing commas.
 *
 * @param file path that the error names
 * @throws TopicmillError `WORKSPACE_FILE_INVALID`
 */
export function readJsonObject(text: string, file: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = [];
  const value = parsed(withoutMark(text), errors);
  const fault = errors[0];
  if (fault === undefined && isObject(value)) return value;
  throw new TopicmillError('WORKSPACE_FILE_INVALID', 'The file is not a JSON object.', {
    file,
    line: fault === undefined ? 1 : text.slice(0, fault.offset).split('\n').length,
    remedy: 'Fix it, then run the command again.',
  });
}

/** The library calls itself for each level of lists and objects: what is too deep for it is not an object of ours. */
function parsed(text: string, errors: ParseError[]): unknown {
  try {
    return parse(text, errors, { allowTrailingComma: true });
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Adds values one after the other; the rest of the text, comments and formatting included, stays as it is. */
export function addToJson(text: string, additions: readonly JsonAddition[]): string {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const formattingOptions = formattingOf(text);
  let result = withoutMark(text);
  for (const { path, value, isSorted } of additions) {
    const edits = modify(result, [...path], value, {
      formattingOptions,
      ...(isSorted ? { getInsertionIndex: (keys) => insertionIndex(keys, String(path.at(-1))) } : {}),
    });
    result = applyEdits(result, edits);
  }
  return mark + result;
}

/** Takes out keys and items of lists, the last ones first; the rest of the text stays as it is. */
export function removeFromJson(text: string, paths: readonly (readonly (string | number)[])[]): string {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const formattingOptions = formattingOf(text);
  let result = withoutMark(text);
  for (const path of paths) result = applyEdits(result, modify(result, [...path], undefined, { formattingOptions }));
  return mark + result;
}

/** Appends a value to a list, on a line of its own where the list's last value is on one. */
export function appendToJsonList(text: string, path: readonly string[], value: string): string {
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const body = withoutMark(text);
  const list = findNodeAtLocation(parseTree(body, [], { allowTrailingComma: true })!, [...path]);
  const last = list?.children?.at(-1);
  if (last === undefined) return addToJson(text, [{ path, value: [value] }]);
  const end = last.offset + last.length;
  const lineStart = body.lastIndexOf('\n', last.offset - 1) + 1;
  const indent = body.slice(lineStart, last.offset);
  const item = JSON.stringify(value);
  if (indent.trim() !== '') return `${mark}${body.slice(0, end)}, ${item}${body.slice(end)}`;
  const lineEnd = body.includes('\r\n') ? '\r\n' : '\n';
  const afterComma = /^,[ \t]*(?:\/\/[^\r\n]*)?\r?\n/.exec(body.slice(end));
  if (afterComma === null) return `${mark}${body.slice(0, end)},${lineEnd}${indent}${item}${body.slice(end)}`;
  const next = end + afterComma[0].length;
  return `${mark}${body.slice(0, next)}${indent}${item},${lineEnd}${body.slice(next)}`;
}

function insertionIndex(keys: readonly string[], key: string): number {
  const at = keys.findIndex((other) => other > key);
  return at === -1 ? keys.length : at;
}

function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

import { refuseLaterVersion, TopicmillError } from '@topicmill/base/diagnostics';
import { isObject } from '@topicmill/base/json';
import type { z } from 'zod';

/** A value that JSON can express, with integers beyond 2^53 as `bigint`. Properties that are `undefined` are left out. */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

const MAX_ONE_LINE_LENGTH = 100;

/**
 * JSON with two spaces of indent and a newline at the end, keys in the order they have. Lists of numbers, and short
 * lists and objects of plain values, are on one line, so that a change of one of them is a change of one line.
 *
 * @param rows lists and objects in it that have a line each, without spaces, whatever is in them
 */
export function formatJson(value: JsonValue, rows: ReadonlySet<JsonValue> = new Set()): string {
  return `${formatValue(value, '', rows)}\n`;
}

/** The same for a value of a schema, with keys in the schema's order. The value is checked: what is written can be read. */
export function formatBySchema<T extends JsonValue>(
  value: T,
  schema: z.ZodType<T>,
  rowsOf: (checked: T) => readonly JsonValue[] = () => [],
): string {
  const checked = schema.parse(value);
  return formatJson(checked, new Set(rowsOf(checked)));
}

function formatValue(value: JsonValue, indent: string, rows: ReadonlySet<JsonValue>): string {
  if (typeof value !== 'object' || value === null) return formatScalar(value);
  if (rows.has(value)) return formatRow(value);
  const inner = `${indent}  `;
  const entries = isList(value)
    ? value.map((item) => formatValue(item, inner, rows))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${formatValue(item, inner, rows)}`);
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  if (standsOnOneLine(value, entries)) {
    return isList(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  }
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`;
}

function formatRow(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return formatScalar(value);
  if (isList(value)) return `[${value.map(formatRow).join(',')}]`;
  const present = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${present.map(([key, item]) => `${JSON.stringify(key)}:${formatRow(item)}`).join(',')}}`;
}

function standsOnOneLine(value: readonly JsonValue[] | object, entries: readonly string[]): boolean {
  const items: readonly JsonValue[] = Object.values(value);
  if (Array.isArray(value) && items.every((item) => typeof item === 'number' || typeof item === 'bigint')) return true;
  const length = entries.reduce((sum, entry) => sum + entry.length + 2, 2);
  return length <= MAX_ONE_LINE_LENGTH && items.every((item) => typeof item !== 'object' || item === null);
}

function formatScalar(value: string | number | bigint | boolean | null | undefined): string {
  return typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? 'null');
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Path of a JSON file, and the error to throw if it does not match its schema. */
export interface JsonSource {
  readonly text: string;
  /** Path that the error names. */
  readonly file: string;
  readonly code: 'CHUNK_MANIFEST_INVALID' | 'INDEX_INVALID';
  readonly remedy: string;
  /** Version that is read, of a format that names its version. */
  readonly format?: number;
  /** Key whose lists of integers are read as `bigint`s. */
  readonly bigintKey?: string;
}

/**
 * Reads a JSON file by its schema.
 *
 * @throws TopicmillError with `source.code` when it is not JSON or does not fit the schema
 */
export function readJson<T>(source: JsonSource, schema: z.ZodType<T>): T {
  const value = parseSource(source);
  const { file, code, format: known } = source;
  if (known !== undefined) refuseLaterVersion({ found: isObject(value) && value['format'], known, code, file });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  throw jsonFault(source, `${path === '' ? 'The file' : path.replace(/^\./, '')}: ${issue.message}`);
}

function parseSource(source: JsonSource): unknown {
  const text = source.text.replace(/^\uFEFF/, '');
  try {
    return source.bigintKey === undefined ? JSON.parse(text) : parseWithBigints(text, source.bigintKey);
  } catch (cause) {
    throw jsonFault(source, `It is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

/** A list of integers by its key. */
const INTEGERS = /(?<!\\)"(\w+)":\s*\[[-\d\s,]+\]/g;

/** The lists are parsed with their integers in quotes. Within a string of JSON, the quote before the key would be escaped. */
function parseWithBigints(text: string, key: string): unknown {
  if (!text.includes(`"${key}"`)) return JSON.parse(text);
  const quoted = text.replace(INTEGERS, (list, name) => (name === key ? list.replace(/-?\d+/g, '"$&"') : list));
  const value: unknown = JSON.parse(quoted);
  makeBigints(value, key);
  return value;
}

/** Changes the lists of a key in a value that was parsed; of a long index, a reviver takes longer than all the rest. */
function makeBigints(value: unknown, key: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === key && Array.isArray(inner)) (value as Record<string, unknown>)[name] = inner.map(toBigint);
    else makeBigints(inner, key);
  }
}

function toBigint(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;
}

/** The error that a JSON file is not what its reader expects. */
export function jsonFault(source: JsonSource, message: string, cause?: unknown): TopicmillError {
  return new TopicmillError(source.code, message.replace(/\.?$/, '.'), {
    file: source.file,
    remedy: source.remedy,
    cause,
  });
}

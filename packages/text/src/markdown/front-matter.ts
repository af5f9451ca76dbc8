import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { isObject, parseJsonIfValid } from '@topicmill/base/json';
import { parseYaml } from '@topicmill/base/yaml';
import { parse as parseToml, TomlError } from 'smol-toml';
import { type Document, isScalar, LineCounter } from 'yaml';
import type { Dialect } from './dialects/dialect.js';
import { splitFrontMatter } from './split-front-matter.js';

/** Front matter of a page in any of the forms that site generators read, and where the body starts. */
export interface PageFrontMatter extends FrontMatter {
  /** UTF-16 offset of the first character after byte order mark and front matter. */
  readonly bodyOffset: number;
}

const TOML =
  /^((?:[ \t]*(?:\r\n|\n|\r(?!\n)))*)\+\+\+[ \t]*(?:\r\n|\n|\r)([\s\S]*?)(?:^|(?<=[\r\n]))\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;
const NAMED_LANGUAGE = /^---([a-z][\w+-]*)[ \t]*(?=\r\n|\n|\r)/i;
const JSON_OBJECT = /^\{\s*(?:"[^"\n]*"\s*:|\})/;

/**
 * Reads the front matter of a page: YAML between two `---` lines and, as Hugo does, TOML between two `+++` lines, which
 * blank lines may precede as in Hugo and Zola, or one JSON object at the start; with a language after the first `---`, as
 * Eleventy does, JSON, TOML and YAML. Front matter that cannot be parsed gives no values and one `FRONT_MATTER_INVALID`
 * warning, and so does that of another language, such as JavaScript: nothing is executed.
 *
 * @param file path that the diagnostic names
 */
export function readPageFrontMatter(text: string, file: string): PageFrontMatter {
  const { bodyOffset, read } = findPageFrontMatter(text);
  return { bodyOffset, ...read(file) };
}

/**
 * UTF-16 offset at which the body of a document starts: after its YAML front matter or, for a document of a dialect,
 * after front matter in any form that generators read. YAML and TOML are not parsed for it.
 */
export function bodyOffsetOf(text: string, dialect: Dialect | undefined): number {
  return dialect === undefined ? splitFrontMatter(text).bodyOffset : findPageFrontMatter(text).bodyOffset;
}

interface LocatedFrontMatter {
  readonly bodyOffset: number;
  readonly read: (file: string) => FrontMatter;
}

function findPageFrontMatter(text: string): LocatedFrontMatter {
  const { bodyOffset, frontMatter } = splitFrontMatter(text);
  if (frontMatter !== undefined) return { bodyOffset, read: (file) => parseFrontMatter(frontMatter, file) };
  const body = text.slice(bodyOffset);
  const named = NAMED_LANGUAGE.exec(body);
  if (named !== null) return findNamed(text, bodyOffset + named[0].length, named[1]!, bodyOffset);
  const toml = TOML.exec(body);
  if (toml !== null) {
    return {
      bodyOffset: bodyOffset + toml[0].length,
      read: (file) => parseTomlValues(toml[2]!, lineCount(toml[1]!), file),
    };
  }
  const json = JSON_OBJECT.test(body) ? readJsonObject(body) : undefined;
  const values = json?.values ?? {};
  return { bodyOffset: bodyOffset + (json?.length ?? 0), read: () => ({ values, diagnostics: [] }) };
}

/** @param languageEnd UTF-16 offset of the end of the language in the opening line */
function findNamed(text: string, languageEnd: number, language: string, start: number): LocatedFrontMatter {
  const opening = '---';
  // The same lines without the language: those of YAML.
  const { bodyOffset, frontMatter } = splitFrontMatter(opening + text.slice(languageEnd));
  if (frontMatter === undefined) return { bodyOffset: start, read: () => ({ values: {}, diagnostics: [] }) };
  return {
    bodyOffset: languageEnd + bodyOffset - opening.length,
    read: (file) => parseNamed(language.toLowerCase(), frontMatter, file),
  };
}

function parseNamed(language: string, frontMatter: string, file: string): FrontMatter {
  if (language === 'yaml' || language === 'yml') return parseFrontMatter(frontMatter, file);
  if (language === 'toml') return parseTomlValues(frontMatter, 0, file);
  const values = parseJsonIfValid(frontMatter);
  if (isObject(values)) return { values, diagnostics: [] };
  const [message, remedy] =
    language === 'json'
      ? ['The front matter is not valid JSON.', 'Correct the JSON between the two `---` lines: it is one object.']
      : [
          `The front matter is ${language}, which is not executed: its values are not read.`,
          'Write it as YAML between two `---` lines, or as JSON after `---json`, for its values to count.',
        ];
  return {
    values: {},
    diagnostics: [{ severity: 'warning', code: 'FRONT_MATTER_INVALID', message, file, line: 1, remedy }],
  };
}

function lineCount(blank: string): number {
  return blank.match(/\r\n|\n|\r/g)?.length ?? 0;
}

/** @param linesBefore how many lines are above the opening line */
function parseTomlValues(toml: string, linesBefore: number, file: string): FrontMatter {
  try {
    return { values: parseToml(toml), diagnostics: [] };
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    return { values: {}, diagnostics: [invalidToml(thrown, linesBefore, file)] };
  }
}

function invalidToml(error: TomlError, linesBefore: number, file: string): Diagnostic {
  const [reason = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n', 1);
  return {
    severity: 'warning',
    code: 'FRONT_MATTER_INVALID',
    message: `The front matter is not valid TOML: ${reason.replace(/\.?$/, '.')}`,
    file,
    line: linesBefore + error.line + 1,
    remedy: 'Correct the TOML of the front matter.',
  };
}

const JSON_STRING_OR_BRACE = /"(?:[^"\\\n]|\\.)*"|[{}]/g;
const REST_OF_LINE = /[ \t]*(?:\r\n|\n|\r|$)/y;

/** The object that a text starts with, and how many UTF-16 units it and the line end after it take. */
function readJsonObject(
  text: string,
): { readonly values: Record<string, unknown>; readonly length: number } | undefined {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(JSON_STRING_OR_BRACE)) {
    if (found === '{') depth++;
    if (found !== '}' || --depth > 0) continue;
    REST_OF_LINE.lastIndex = index + 1;
    const rest = REST_OF_LINE.exec(text);
    const values = rest === null ? undefined : parseJsonIfValid(text.slice(0, index + 1));
    return isObject(values) ? { values, length: REST_OF_LINE.lastIndex } : undefined;
  }
  return undefined;
}

const TOML_FRONT_MATTER = /^\+\+\+[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?(?:\r\n|\n|\r))??\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;

/** The values of a document's front matter, and what is wrong with it. */
interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The values of a text's front matter. TOML between two `+++` lines is text to Topicmill, and gives one
 * `FRONT_MATTER_INVALID` warning, as broken YAML does.
 *
 * @param file path that the diagnostic names
 */
export function readFrontMatter(text: string, file: string): FrontMatter {
  const { frontMatter, bodyOffset } = splitFrontMatter(text);
  const isToml =
    frontMatter === undefined && text.startsWith('+++', bodyOffset) && TOML_FRONT_MATTER.test(text.slice(bodyOffset));
  if (!isToml) return parseFrontMatter(frontMatter, file);
  const message = 'The front matter is TOML, which is read as text.';
  const remedy = 'Write it as YAML, between two `---` lines.';
  return {
    values: {},
    diagnostics: [{ severity: 'warning', code: 'FRONT_MATTER_INVALID', message, file, line: 1, remedy }],
  };
}

/**
 * Parses front matter as YAML 1.2 core schema: nothing in it is executed. A `title` is text, also where it looks like a
 * number. Broken YAML gives the values that are on the line of their key, and one `FRONT_MATTER_INVALID` warning with its line.
 *
 * @param file path that the diagnostic names
 */
export function parseFrontMatter(yaml: string | undefined, file: string): FrontMatter {
  if (yaml === undefined) return { values: {}, diagnostics: [] };
  const lineCounter = new LineCounter();
  const document = parseYaml(yaml, { lineCounter });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const message = (fault.message.split('\n', 1)[0] ?? '').replace(/(?: at line \d+, column \d+)?:?$/, '');
    const diagnostics = [invalidFrontMatter(file, lineCounter.linePos(fault.pos[0]).line + 1, message)];
    return { values: valuesOfLines(yaml), diagnostics };
  }
  const { values, diagnostics } = readValues(() => document.toJS({ maxAliasCount: 100 }), file);
  if (diagnostics.length > 0) return { values: valuesOfLines(yaml), diagnostics };
  const title = titleAsWritten(document);
  return { values: title === undefined ? values : { ...values, title }, diagnostics };
}

const KEY_AND_VALUE = /^([A-Za-z_][\w-]*):[ \t]+(\S.*)$/;
const GOES_ON = /^(?:[ \t]+\S|- )/;
/** What people read: text, even where YAML takes it for something else. */
const TEXT_KEYS: ReadonlySet<string> = new Set(['title', 'description']);

/** The values of a mapping that are on the line of their key, each read by itself; no lists and mappings. */
function valuesOfLines(yaml: string): Record<string, unknown> {
  const lines = yaml.split(/\r\n|\n|\r/);
  const values = lines.flatMap((line, at): [string, unknown][] => {
    const [, key, written] = KEY_AND_VALUE.exec(line) ?? [];
    if (key === undefined || GOES_ON.test(lines[at + 1] ?? '')) return [];
    const document = parseYaml(line);
    const node = document.errors.length === 0 ? document.get(key, true) : undefined;
    if (isScalar(node)) return [[key, key === 'title' ? (titleAsWritten(document) ?? node.value) : node.value]];
    return TEXT_KEYS.has(key) ? [[key, written!.trim()]] : [];
  });
  return Object.fromEntries(values);
}

/** A title that looks like a number, as that of a release does, is the text that was written. */
function titleAsWritten(document: Document): string | undefined {
  const title = document.get('title', true);
  return isScalar(title) && ['number', 'boolean'].includes(typeof title.value) ? title.source : undefined;
}

function readValues(read: () => unknown, file: string): FrontMatter {
  try {
    const values = read();
    if (values === null || values === undefined) return { values: {}, diagnostics: [] };
    if (typeof values === 'object' && !Array.isArray(values)) {
      return { values: values as Record<string, unknown>, diagnostics: [] };
    }
    return { values: {}, diagnostics: [invalidFrontMatter(file, 2, 'It is not a list of keys and values.')] };
  } catch (cause) {
    if (cause instanceof TopicmillError) throw cause;
    return {
      values: {},
      diagnostics: [invalidFrontMatter(file, 2, cause instanceof Error ? cause.message : String(cause))],
    };
  }
}

function invalidFrontMatter(file: string, line: number, reason: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'FRONT_MATTER_INVALID',
    message: `The front matter is not valid YAML: ${reason.replace(/\.?$/, '.')}`,
    file,
    line,
    remedy: 'Fix the YAML between the two `---` lines.',
  };
}

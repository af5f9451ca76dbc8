import { type Diagnostic, TopicmillError } from '@topicmill/base/diagnostics';
import { parseYaml } from '@topicmill/base/yaml';
import { type Document, isScalar, LineCounter } from 'yaml';

/** Where the body of a document starts, and the YAML before it. Offsets are UTF-16 offsets in the text as read. */
export interface DocumentParts {
  /** Offset of the first character after byte order mark and front matter. */
  readonly bodyOffset: number;
  /** The text between the two `---` lines, or `undefined` without front matter. */
  readonly frontMatter: string | undefined;
}

const BYTE_ORDER_MARK = 0xfeff;
const OPENING_LINE = /^---[ \t]*(?:\r\n|\n|\r)/;
const TOML_FRONT_MATTER = /^\+\+\+[ \t]*(?:\r\n|\n|\r)(?:[\s\S]*?(?:\r\n|\n|\r))??\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;
const CLOSING_LINE = /(?:^|\r\n|\n|\r)---[ \t]*(?:\r\n|\n|\r|$)/;

/**
 * Splits a document into front matter and body. Front matter is YAML between a `---` line that is the first line of
 * the document and the next `---` line; a document whose opening line has no partner has none.
 */
export function splitFrontMatter(text: string): DocumentParts {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  if (!text.startsWith('---', start)) return { bodyOffset: start, frontMatter: undefined };
  const opening = OPENING_LINE.exec(text.slice(start));
  if (opening === null) return { bodyOffset: start, frontMatter: undefined };
  const yamlStart = start + opening[0].length;
  const closing = CLOSING_LINE.exec(text.slice(yamlStart));
  if (closing === null) return { bodyOffset: start, frontMatter: undefined };
  return {
    bodyOffset: yamlStart + closing.index + closing[0].length,
    frontMatter: text.slice(yamlStart, yamlStart + closing.index),
  };
}

/** The values of a document's front matter, and what is wrong with it. */
export interface FrontMatter {
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
    const diagnostics = [invalid(file, lineCounter.linePos(fault.pos[0]).line + 1, message)];
    return { values: valuesOfLines(yaml), diagnostics };
  }
  const { values, diagnostics } = valuesOf(() => document.toJS({ maxAliasCount: 100 }), file);
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

function valuesOf(read: () => unknown, file: string): FrontMatter {
  try {
    const values = read();
    if (values === null || values === undefined) return { values: {}, diagnostics: [] };
    if (typeof values === 'object' && !Array.isArray(values)) {
      return { values: values as Record<string, unknown>, diagnostics: [] };
    }
    return { values: {}, diagnostics: [invalid(file, 2, 'It is not a list of keys and values.')] };
  } catch (cause) {
    if (cause instanceof TopicmillError) throw cause;
    return { values: {}, diagnostics: [invalid(file, 2, cause instanceof Error ? cause.message : String(cause))] };
  }
}

function invalid(file: string, line: number, reason: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'FRONT_MATTER_INVALID',
    message: `The front matter is not valid YAML: ${reason.replace(/\.?$/, '.')}`,
    file,
    line,
    remedy: 'Fix the YAML between the two `---` lines.',
  };
}

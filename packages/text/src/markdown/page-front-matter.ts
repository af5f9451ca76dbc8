import type { Diagnostic } from '@topicmill/base/diagnostics';
import { parse as parseToml, TomlError } from 'smol-toml';
import type { Dialect } from './dialects/dialect.js';
import { type FrontMatter, parseFrontMatter, splitFrontMatter } from './front-matter.js';

/** Front matter of a page in any of the forms that site generators read, and where the body starts. */
export interface PageFrontMatter extends FrontMatter {
  /** UTF-16 offset of the first character after byte order mark and front matter. */
  readonly bodyOffset: number;
}

const TOML =
  /^((?:[ \t]*(?:\r\n|\n|\r(?!\n)))*)\+\+\+[ \t]*(?:\r\n|\n|\r)([\s\S]*?)(?:^|(?<=[\r\n]))\+\+\+[ \t]*(?:\r\n|\n|\r|$)/;
const JSON_OBJECT = /^\{\s*(?:"[^"\n]*"\s*:|\})/;

/**
 * Reads the front matter of a page: YAML between two `---` lines and, as Hugo does, TOML between two `+++` lines, which
 * blank lines may precede as in Hugo and Zola, or one JSON object at the start. Front matter that cannot be parsed gives
 * no values and one `FRONT_MATTER_INVALID` warning.
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

interface FoundFrontMatter {
  readonly bodyOffset: number;
  readonly read: (file: string) => FrontMatter;
}

function findPageFrontMatter(text: string): FoundFrontMatter {
  const { bodyOffset, frontMatter } = splitFrontMatter(text);
  if (frontMatter !== undefined) return { bodyOffset, read: (file) => parseFrontMatter(frontMatter, file) };
  const body = text.slice(bodyOffset);
  const toml = TOML.exec(body);
  if (toml !== null) {
    return {
      bodyOffset: bodyOffset + toml[0].length,
      read: (file) => parseTomlValues(toml[2]!, lineCount(toml[1]!), file),
    };
  }
  const json = JSON_OBJECT.test(body) ? jsonObject(body) : undefined;
  const values = json?.values ?? {};
  return { bodyOffset: bodyOffset + (json?.length ?? 0), read: () => ({ values, diagnostics: [] }) };
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
    remedy: 'Correct the TOML between the two `+++` lines.',
  };
}

/** The object that a text starts with, and how many UTF-16 units it and the line end after it take. */
function jsonObject(text: string): { readonly values: Record<string, unknown>; readonly length: number } | undefined {
  for (const closing of text.matchAll(/^\}[ \t]*(?:\r\n|\n|\r|$)|\}[ \t]*(?:\r\n|\n|\r|$)/gm)) {
    const length = closing.index + closing[0].length;
    try {
      return { values: JSON.parse(text.slice(0, length)) as Record<string, unknown>, length };
    } catch {
      // An inner brace at the end of a line: the object goes on.
    }
  }
  return undefined;
}

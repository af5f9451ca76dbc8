import {
  type Document,
  type DocumentOptions,
  isScalar,
  Lexer,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
  YAMLParseError,
} from 'yaml';
import { TopicmillError } from './diagnostics/index.js';

/** More than people write. The library calls itself for each level, and where the stack ends the process may, too. */
const MAX_DEPTH = 100;
const DEEP_INDENTATION = new RegExp(`^(?:[ \\t]|[-?:](?=[ \\t])){${MAX_DEPTH + 1}}`, 'm');
/** The lexer says with it that the next token is the text of a scalar. */
const SCALAR_MARKER = '\u001f';
/** Tokens without characters. */
const EMPTY_TOKEN = /^[\u0002\u0018\u001f]$/;
/** The library compares each key with all others, and quotes a line for each error: both take forever if they are many. */
const LINEAR = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;

/**
 * Parses a YAML document; nothing is printed. A text with lists and mappings more than 100 deep inside each other is an
 * error of the document, as broken YAML is, and has no contents. Of keys that occur twice the first is one. Time is
 * linear in the length of the text.
 */
export function parseYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions = {}): Document.Parsed {
  const offset = mayBeDeep(text) ? offsetTooDeep(text) : undefined;
  if (offset === undefined) return withRepeatedKeyFault(parseDocument(text, { ...options, ...LINEAR }));
  const document = parseDocument('', { ...options, ...LINEAR });
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) options.lineCounter?.addNewLine(at + 1);
  const message = `Lists and mappings are more than ${MAX_DEPTH} deep inside each other`;
  document.errors.push(new YAMLParseError([offset, offset + 1], 'RESOURCE_EXHAUSTION', message));
  return document;
}

function withRepeatedKeyFault(document: Document.Parsed): Document.Parsed {
  const offset = offsetOfRepeatedKey(document);
  if (offset === undefined) return document;
  const fault = new YAMLParseError([offset, offset + 1], 'DUPLICATE_KEY', 'Map keys must be unique');
  const next = document.errors.findIndex(({ pos }) => pos[0] > offset);
  document.errors.splice(next === -1 ? document.errors.length : next, 0, fault);
  return document;
}

/** UTF-16 offset of the first key that its mapping has before. */
function offsetOfRepeatedKey(document: Document.Parsed): number | undefined {
  let first: number | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const values = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const at = key.range?.[0] ?? 0;
        if (values.has(key.value) && (first === undefined || at < first)) first = at;
        values.add(key.value);
      }
    },
  });
  return first;
}

/** The value of a YAML text, `null` for an empty one; `undefined` where it is broken. */
export function soundYamlValue(text: string): unknown {
  try {
    const document = parseYaml(text);
    return document.errors.length > 0 ? undefined : document.toJS();
  } catch {
    // Aliases that would fill the memory.
    return undefined;
  }
}

/** Far cheaper than the tokens, and never wrong where it says no. */
function mayBeDeep(text: string): boolean {
  let openings = 0;
  for (let at = 0; at < text.length && openings <= MAX_DEPTH; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5b || unit === 0x7b) openings++;
  }
  return openings > MAX_DEPTH || DEEP_INDENTATION.test(text);
}

/** UTF-16 offset of the first token that is too deep. */
function offsetTooDeep(text: string): number | undefined {
  const depth = new Depth();
  let offset = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (depth.after(token, isText) > MAX_DEPTH) return offset;
    isText = token === SCALAR_MARKER;
    if (!EMPTY_TOKEN.test(token)) offset += token.length;
  }
  return undefined;
}

/** How deep tokens may be: as many brackets as are open, or columns and indicators before them in their line. */
class Depth {
  private brackets = 0;
  private columns = 0;
  private isAtLineStart = true;

  after(token: string, isText: boolean): number {
    if (isText) this.isAtLineStart = false;
    else if (/^[[{]$/.test(token)) this.open();
    else if (/^[\]}]$/.test(token)) this.brackets = Math.max(0, this.brackets - 1);
    else if (/^\r?\n$/.test(token)) [this.isAtLineStart, this.columns] = [this.brackets === 0, 0];
    else if (/^(?:[ \t]+|[-?:])$/.test(token)) this.columns += this.isAtLineStart ? token.length : 0;
    else if (!EMPTY_TOKEN.test(token)) this.isAtLineStart = false;
    const isOfStructure = isText || /^[-?:]$/.test(token);
    return Math.max(this.brackets, isOfStructure ? this.columns : 0);
  }

  private open(): void {
    this.brackets++;
    [this.isAtLineStart, this.columns] = [false, 0];
  }
}

/** What is reported of text that is not YAML; the line is given separately. */
export function yamlSyntaxMessage({ message }: { readonly message: string }): string {
  const said = (message.split('\n', 1)[0] ?? '').replace(/(?: at line \d+, column \d+)?[:.]?$/, '.');
  return `The file is not YAML: ${said}`;
}

/**
 * The values of a configuration file. The YAML library refuses aliases that would fill the memory.
 *
 * @param file path that the error names
 * @throws TopicmillError `CONFIG_UNREADABLE` for such aliases
 */
export function yamlValues(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw new TopicmillError('CONFIG_UNREADABLE', `The file cannot be read: ${(cause as Error).message}.`, {
      file,
      line: 1,
      remedy: 'Write out the values of the aliases (`*name`).',
      cause,
    });
  }
}

import { ScriptScanner } from './script-scanner.js';
import type { VainReads } from './vain-reads.js';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const LESS_THAN = 60;
const GREATER_THAN = 62;

const TAG_START = /<(\/?)([a-z][\w.:-]*)(?=[\s/>])/iy;
const ATTRIBUTE = /(?<![^\s"'=<>`])([^\s"'=<>`]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g;
const VOID_NAMES = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Reads the HTML tag, or that of a Vue component, that starts at the `<` at `start`, over as many lines as it takes. */
export function htmlTag(text: string, start: number, limit: number, vainReads: VainReads): Tag | undefined {
  TAG_START.lastIndex = start;
  const found = TAG_START.exec(text);
  if (found === null) return undefined;
  const name = found[2]!;
  const end = tagEnd(text, TAG_START.lastIndex, limit);
  if (end === -1) {
    vainReads.add(start, limit);
    return undefined;
  }
  if (found[1] === '/') return { name, kind: 'close', end, texts: [] };
  const attributes = text.slice(TAG_START.lastIndex, end - 1);
  const texts = attributes.includes('=')
    ? [...attributes.matchAll(ATTRIBUTE)]
        .map(([, attribute, double, single, bare]) => ({ attribute: attribute!, value: double ?? single ?? bare! }))
        .filter(({ attribute, value }) => isText(name, attribute.toLowerCase(), value))
        .map(({ value }) => value)
    : [];
  const isVoid = attributes.endsWith('/') || VOID_NAMES.has(name.toLowerCase());
  return { name, kind: isVoid ? 'void' : 'open', end, texts };
}

function tagEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER_THAN) return at + 1;
    if (code === LESS_THAN) return -1;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      const length = text.slice(at + 1, limit).indexOf(String.fromCharCode(code));
      if (length === -1) return -1;
      at += 1 + length;
    }
  }
  return -1;
}

/** A tag in a text. Offsets are UTF-16 offsets. */
export interface Tag {
  /** Empty for a fragment. */
  readonly name: string;
  readonly kind: 'open' | 'close' | 'void';
  /** Offset after its `>`. */
  readonly end: number;
  /** The values of the attributes that readers see, in order. */
  readonly texts: readonly string[];
}

const NAME =
  /[\p{ID_Start}$_][\p{ID_Continue}$\u200c-\u200d-]*(?:[ \t\r\n]*[.:][ \t\r\n]*[\p{ID_Start}$_][\p{ID_Continue}$\u200c-\u200d-]*)*/uy;
const SPACE = /[ \t\r\n]*/y;
const STRING_EXPRESSION = /^\{\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*\}$/;
const LIST_OR_OBJECT = /^\{\s*[[{]/;
const STRING = /"([^"\\\r\n]*)"|'([^'\\\r\n]*)'|`([^`\\$]*)`/g;

const TEXT_ATTRIBUTES = new Set(['title', 'label', 'summary', 'alt']);
/** Values of these have several words too, and are for browsers and styles. */
const TECHNICAL_ATTRIBUTES = new Set(
  'allow class classname css d href media points rel sandbox sizes src srcset style sx to transform viewbox'.split(' '),
);
const COMPONENT = /^[A-Z]|[.-]/;
const PLAIN_NAME = /^(?!v-)[a-z][\w-]*$/i;
const SEVERAL_WORDS = /\S\s+\S/;

/**
 * Whether readers see the value of an attribute. Which attributes a component shows only its code says; a value of several
 * words is a text.
 */
function isText(tag: string, attribute: string, value: string): boolean {
  if (TEXT_ATTRIBUTES.has(attribute)) return true;
  return (
    COMPONENT.test(tag) &&
    PLAIN_NAME.test(attribute) &&
    !TECHNICAL_ATTRIBUTES.has(attribute) &&
    SEVERAL_WORDS.test(value)
  );
}

/** Reads the JSX tag that starts at the `<` at `start`, as MDX has it; `undefined` when there is none before `limit`. */
export function jsxTag(text: string, start: number, limit: number, vainReads: VainReads): Tag | undefined {
  return new JsxTagReader(text, start, limit, vainReads).read();
}

class JsxTagReader {
  private readonly texts: string[] = [];
  private readonly start: number;
  private at: number;

  constructor(
    private readonly text: string,
    start: number,
    private readonly limit: number,
    private readonly vainReads: VainReads,
  ) {
    this.start = start;
    this.at = start + 1;
  }

  read(): Tag | undefined {
    const tag = this.readTag();
    if (tag === undefined) this.vainReads.add(this.start, this.at);
    return tag;
  }

  private readTag(): Tag | undefined {
    const { text } = this;
    if (/\s/.test(text.charAt(this.at))) return undefined;
    const isClosing = text[this.at] === '/';
    if (isClosing) {
      this.at++;
      this.skipSpace();
    }
    const name = this.take(NAME);
    if (name === '' && text[this.at] !== '>') return undefined;
    for (;;) {
      const before = this.at;
      this.skipSpace();
      if (this.at >= this.limit) return undefined;
      const next = text[this.at];
      if (next === '>') return this.tag(name, isClosing ? 'close' : 'open');
      if (isClosing) return undefined;
      if (next === '/') return this.readVoidEnd(name);
      const isApart = this.at > before || name === '';
      if (!(next === '{' ? this.readExpression() : isApart && this.readAttribute(name))) return undefined;
    }
  }

  private readVoidEnd(name: string): Tag | undefined {
    this.at++;
    this.skipSpace();
    return this.text[this.at] === '>' ? this.tag(name, 'void') : undefined;
  }

  private tag(name: string, kind: Tag['kind']): Tag | undefined {
    const end = this.at + 1;
    return end > this.limit ? undefined : { name, kind, end, texts: this.texts };
  }

  private readAttribute(tag: string): boolean {
    const name = this.take(NAME);
    if (name === '') return false;
    const afterName = this.at;
    this.skipSpace();
    if (this.text[this.at] !== '=') {
      this.at = afterName;
      return true;
    }
    this.at++;
    this.skipSpace();
    const start = this.at;
    const quote = this.text[start];
    if (quote === '"' || quote === "'") {
      const length = this.text.slice(start + 1, this.limit).indexOf(quote);
      const end = start + 1 + length;
      this.at = length === -1 ? this.limit : end + 1;
      if (length === -1) return false;
      this.addTexts(tag, name, [this.text.slice(start + 1, end)]);
      return true;
    }
    if (quote !== '{' || !this.readExpression()) return false;
    this.addTexts(tag, name, stringsInExpression(this.text.slice(start, this.at)));
    return true;
  }

  private addTexts(tag: string, attribute: string, values: readonly string[]): void {
    this.texts.push(...values.filter((value) => isText(tag, attribute.toLowerCase(), value)));
  }

  private readExpression(): boolean {
    const end = new ScriptScanner(this.text, this.limit, this.vainReads).closingBrace(this.at + 1);
    if (end === -1) return false;
    this.at = end;
    return true;
  }

  private skipSpace(): void {
    this.take(SPACE);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

/** The strings of an expression that is a string, or a list or an object with strings in it. */
function stringsInExpression(expression: string): string[] {
  const literal = STRING_EXPRESSION.exec(expression);
  if (literal !== null) return [literal[1] ?? literal[2] ?? literal[3]!];
  if (!LIST_OR_OBJECT.test(expression)) return [];
  return [...expression.matchAll(STRING)].map(([, double, single, template]) => double ?? single ?? template!);
}

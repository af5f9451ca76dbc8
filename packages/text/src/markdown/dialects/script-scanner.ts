import type { VainReads } from './vain-reads.js';

const NEWLINE = 10;
const RETURN = 13;
const DOUBLE_QUOTE = 34;
const DOLLAR = 36;
const SINGLE_QUOTE = 39;
const OPENING_PARENTHESIS = 40;
const CLOSING_PARENTHESIS = 41;
const ASTERISK = 42;
const PLUS = 43;
const MINUS = 45;
const SLASH = 47;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const BACKTICK = 96;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** What is open, innermost last. */
const Open = { Parenthesis: 1, Bracket: 2, Brace: 3, Template: 4, Tag: 5, Children: 6 } as const;

/** Nesting beyond this is not a script: it bounds memory, whatever the text. */
const MAX_DEPTH = 100;

/** Words after which a value starts, so that `/` starts a regular expression and `<` an element. */
const BEFORE_VALUE = new Set(
  'await case default delete do else export extends from import in instanceof new of return throw typeof void yield'.split(
    ' ',
  ),
);

const WORD = /[\p{ID_Start}$_\d#@][\p{ID_Continue}$\u200c-\u200d]*/uy;
const ELEMENT_START = /<(?:[\p{ID_Start}$_]|>)/uy;
const TEXT_OF_CHILDREN = /[^<{]+/y;
const TEXT_OF_TAG = /[^"'{}/<>]+/y;
const TEXT_OF_TEMPLATE = /[^`\\$]+/y;

/**
 * Reads JavaScript with JSX just closely enough to know where brackets, strings, templates, comments, regular
 * expressions and elements end. Text that is no JavaScript may be misread, never looped over: time is linear.
 */
export class ScriptScanner {
  at = 0;
  private readonly open: number[] = [];
  /** Whether what was read last is a value, after which `/` divides and `<` compares. */
  private afterValue = false;
  /** The last character that is neither white space nor comment, and the word that it ends, if any. */
  private last = '';

  constructor(
    private readonly text: string,
    private readonly end: number,
    private readonly vainReads: VainReads,
  ) {}

  /**
   * Offset after the `}` that closes the `{` before `start`; -1 when there is none.
   */
  closingBrace(start: number): number {
    this.reset(start);
    this.open.push(Open.Brace);
    while (this.at < this.end && this.step()) if (this.open.length === 0) return this.at;
    return this.fail(start);
  }

  /**
   * Offset of the blank line, or of the end, before which the module code that starts at `start` is complete; -1 when
   * it never is.
   */
  moduleEnd(start: number): number {
    this.reset(start);
    while (this.at < this.end) {
      const code = this.text.charCodeAt(this.at);
      if ((code === NEWLINE || code === RETURN) && this.isComplete() && this.isBeforeBlankLine()) return this.at;
      if (!this.step()) return this.fail(start);
    }
    return this.isComplete() ? this.end : this.fail(start);
  }

  private fail(start: number): -1 {
    this.vainReads.add(start, this.at);
    return -1;
  }

  private reset(start: number): void {
    this.at = start;
    this.open.length = 0;
    this.afterValue = false;
    this.last = '';
  }

  private isComplete(): boolean {
    return this.open.length === 0 && !/[-=+*/%&|^!~?:.,<>]$/.test(this.last) && !BEFORE_VALUE.has(this.last);
  }

  private isBeforeBlankLine(): boolean {
    const { text } = this;
    let at = this.at;
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE) at++;
    at++;
    while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
    const code = text.charCodeAt(at);
    return at >= this.end || code === NEWLINE || code === RETURN;
  }

  /** Reads one token; false when the text cannot be a script. */
  private step(): boolean {
    switch (this.open.at(-1)) {
      case Open.Template:
        return this.stepTemplate();
      case Open.Tag:
        return this.stepTag();
      case Open.Children:
        return this.stepChildren();
      default:
        return this.stepCode();
    }
  }

  private stepCode(): boolean {
    const { text } = this;
    const code = text.charCodeAt(this.at);
    if (code <= 32) {
      this.at++;
      return true;
    }
    switch (code) {
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE:
        return this.readString(code);
      case BACKTICK:
        return this.enter(Open.Template);
      case OPENING_BRACE:
        return this.enter(Open.Brace);
      case OPENING_PARENTHESIS:
        return this.enter(Open.Parenthesis);
      case OPENING_BRACKET:
        return this.enter(Open.Bracket);
      case CLOSING_BRACE:
        return this.leave(Open.Brace);
      case CLOSING_PARENTHESIS:
        return this.leave(Open.Parenthesis);
      case CLOSING_BRACKET:
        return this.leave(Open.Bracket);
      case SLASH:
        return this.readSlash();
      case LESS_THAN:
        if (!this.afterValue && matches(ELEMENT_START, text, this.at)) return this.enter(Open.Tag);
        return this.readOperator();
      default:
        return matches(WORD, text, this.at) ? this.readWord() : this.readOperator();
    }
  }

  private readWord(): boolean {
    this.last = this.text.slice(this.at, WORD.lastIndex);
    this.at = WORD.lastIndex;
    this.afterValue = !BEFORE_VALUE.has(this.last);
    return true;
  }

  private readOperator(): boolean {
    const code = this.text.charCodeAt(this.at);
    const isDoubled = (code === PLUS || code === MINUS) && this.text.charCodeAt(this.at + 1) === code;
    this.last = isDoubled ? '' : String.fromCharCode(code);
    this.afterValue &&= isDoubled;
    this.at += isDoubled ? 2 : 1;
    return true;
  }

  private readString(quote: number): boolean {
    for (let at = this.at + 1; at < this.end; at++) {
      const code = this.text.charCodeAt(at);
      if (code === quote) return this.endValue(at + 1);
      if (code === BACKSLASH) at++;
      else if (code === NEWLINE || code === RETURN) return false;
    }
    return false;
  }

  private readSlash(): boolean {
    const next = this.text.charCodeAt(this.at + 1);
    if (next === SLASH) {
      while (this.at < this.end && !isLineEnd(this.text.charCodeAt(this.at))) this.at++;
      return true;
    }
    if (next === ASTERISK) {
      return this.readThrough('*/', this.at + 2);
    }
    return this.afterValue ? this.readOperator() : this.readRegularExpression();
  }

  private readRegularExpression(): boolean {
    let inClass = false;
    for (let at = this.at + 1; at < this.end; at++) {
      const code = this.text.charCodeAt(at);
      if (isLineEnd(code)) return false;
      if (code === BACKSLASH) at++;
      else if (code === OPENING_BRACKET) inClass = true;
      else if (code === CLOSING_BRACKET) inClass = false;
      else if (code === SLASH && !inClass) return this.endValue(at + 1);
    }
    return false;
  }

  private stepTemplate(): boolean {
    this.skip(TEXT_OF_TEMPLATE);
    if (this.at >= this.end) return true;
    const code = this.text.charCodeAt(this.at);
    if (code === BACKTICK) return this.leave(Open.Template);
    if (code === DOLLAR && this.text.charCodeAt(this.at + 1) === OPENING_BRACE) {
      this.at++;
      return this.enter(Open.Brace);
    }
    this.at += code === BACKSLASH ? 2 : 1;
    return true;
  }

  private stepTag(): boolean {
    this.skip(TEXT_OF_TAG);
    if (this.at >= this.end) return true;
    const code = this.text.charCodeAt(this.at);
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      return this.readThrough(String.fromCharCode(code), this.at + 1);
    }
    if (code === OPENING_BRACE) return this.enter(Open.Brace);
    if (code === LESS_THAN) return this.enter(Open.Tag);
    if (code === GREATER_THAN) {
      this.open[this.open.length - 1] = Open.Children;
      this.at++;
      return true;
    }
    if (code === CLOSING_BRACE) return false;
    const next = this.text.charCodeAt(this.at + 1);
    if (next === GREATER_THAN) {
      this.at++;
      return this.leave(Open.Tag);
    }
    return next === SLASH || next === ASTERISK ? this.readSlash() : false;
  }

  private stepChildren(): boolean {
    this.skip(TEXT_OF_CHILDREN);
    if (this.at >= this.end) return true;
    if (this.text.charCodeAt(this.at) === OPENING_BRACE) return this.enter(Open.Brace);
    if (this.text.charCodeAt(this.at + 1) !== SLASH) return this.enter(Open.Tag);
    if (!this.readThrough('>', this.at)) return false;
    this.at--;
    return this.leave(Open.Children);
  }

  /** Moves past the next `closing`; false, at the end, when there is none. */
  private readThrough(closing: string, from: number): boolean {
    const length = this.text.slice(from, this.end).indexOf(closing);
    this.at = length === -1 ? this.end : from + length + closing.length;
    return length !== -1;
  }

  private skip(pattern: RegExp): void {
    if (matches(pattern, this.text, this.at)) this.at = Math.min(pattern.lastIndex, this.end);
  }

  private enter(opened: number): boolean {
    if (this.open.length === MAX_DEPTH) return false;
    this.open.push(opened);
    this.at++;
    this.afterValue = false;
    this.last = '';
    return true;
  }

  private leave(closed: number): boolean {
    if (this.open.pop() !== closed) return false;
    return this.endValue(this.at + 1);
  }

  private endValue(at: number): boolean {
    this.at = at;
    this.afterValue = true;
    this.last = '';
    return true;
  }
}

function isLineEnd(code: number): boolean {
  return code === NEWLINE || code === RETURN;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

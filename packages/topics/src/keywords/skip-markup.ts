import { CodeSpans } from '@topicmill/text/markdown';

const BACKTICK = 96;
const BACKSLASH = 92;
const LESS_THAN = 60;
const AMPERSAND = 38;
const COLON = 58;
const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_PARENTHESIS = 40;
const CLOSING_PARENTHESIS = 41;
const GREATER_THAN = 62;
const NEWLINE = 10;
const SPACE = 32;
const PIPE = 124;

const QUOTE = 34;
const APOSTROPHE = 39;

const COMMENT_START = '<!--';
const MAX_BLOCK_INDENT = 3;

const ENTITY = /&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/y;
const TAG_START = /<(?:[a-zA-Z][a-zA-Z0-9.+-]*(?=[\s/>:@])|\/[a-zA-Z]|!--|[!?])/y;

const ATTRIBUTE_VALUE = /=\s*["'{]/;
/** Tags over several lines that a block may begin and not end: each costs a look at the whole block. */
const MAX_OPEN_TAGS = 8;
/** Of a reference, `[text][label]`. */
const LABEL = /\[[^[\]\n]{1,999}\]/y;
/** `[label]: address`, perhaps with a title: with anything else after it, it is text (CommonMark 0.31, section 4.7). */
const DEFINITION =
  /\[(?:[^[\]\\\n]|\\.){1,999}\]:[ \t]*(?:\r?\n[ \t]*)?(?:<[^<>\n]*>|[^\s<]\S*)(?=[ \t]*(?:\r?\n|$)|\s+["'(])/y;
/** What may be before a definition on its line: the marks of quotes and list items around it. */
const CONTAINER_MARKS = /^(?:[ \t]|>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))*$/;
const MAX_MARKS_LENGTH = 32;
/** `[^label]: ` where a line starts, `[^label]` anywhere. */
const FOOTNOTE_LABEL = /\[\^[^[\]\s]{1,999}\]:?/y;

/**
 * Finds where markup that is not text ends: code spans, HTML tags and comments, autolinks, entities, link destinations
 * and labels, bare addresses, escapes. Searches are remembered within a block, so that openers without an end cost linear time.
 */
export class MarkupSkipper {
  private blockEnd = 0;
  private readonly codeSpans: CodeSpans;
  private tagEnd = -1;
  private openTagCount = 0;
  /** Where the next comment of the text ends, as far as it was looked for. */
  private commentEnd = -1;

  constructor(private readonly text: string) {
    this.codeSpans = new CodeSpans(text);
  }

  /** Starts a block that ends at this offset: no markup but a comment reaches beyond it. */
  enterBlock(endOffset: number): void {
    this.blockEnd = endOffset;
    this.codeSpans.enterBlock(endOffset);
    this.tagEnd = -1;
    this.openTagCount = 0;
  }

  /** Where text goes on after the character at `at`; at least one further. */
  skip(at: number): number {
    switch (this.text.charCodeAt(at)) {
      case BACKTICK:
        return this.codeSpans.endAt(at);
      case BACKSLASH:
        return Math.min(at + 2, this.blockEnd);
      case LESS_THAN:
        return this.skipTag(at);
      case AMPERSAND:
        return this.skipEntity(at);
      case OPENING_BRACKET:
        return this.skipDefinedLabel(at);
      case CLOSING_BRACKET:
        return this.skipDestination(at);
      case COLON:
        return this.text.startsWith('://', at) ? this.skipAddress(at) : at + 1;
      default:
        return at + 1;
    }
  }

  private skipTag(at: number): number {
    TAG_START.lastIndex = at;
    const start = TAG_START.exec(this.text);
    if (start === null) return at + 1;
    if (start[0] === COMMENT_START) return this.skipComment(at);
    const afterLines = this.skipTagOverLines(at);
    if (afterLines !== undefined) return afterLines;
    if (this.tagEnd < at) this.tagEnd = this.findTagEnd(at);
    return this.text.charCodeAt(this.tagEnd) === GREATER_THAN ? this.tagEnd + 1 : at + 1;
  }

  /**
   * The end of a tag with attributes that goes on in the next line; `undefined` for any other: prose may have `<` too. A
   * `>` in quotes does not end it.
   */
  private skipTagOverLines(at: number): number | undefined {
    if (this.openTagCount === MAX_OPEN_TAGS) return undefined;
    let quote = 0;
    for (let end = at + 1; end < this.blockEnd; end++) {
      const code = this.text.charCodeAt(end);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === QUOTE || code === APOSTROPHE) quote = code;
      else if (code === LESS_THAN) break;
      else if (code === GREATER_THAN) return ATTRIBUTE_VALUE.test(this.text.slice(at, end)) ? end + 1 : undefined;
    }
    this.openTagCount++;
    return undefined;
  }

  /** The next `>` or end of line: a tag without attributes that goes on in the next line is taken for text. */
  private findTagEnd(from: number): number {
    for (let at = from; at < this.blockEnd; at++) {
      const code = this.text.charCodeAt(at);
      if (code === GREATER_THAN || code === NEWLINE) return at;
    }
    return this.blockEnd;
  }

  /** A comment that starts a line may contain blank lines and so continue beyond its block (CommonMark 0.31, section 4.6). */
  private skipComment(at: number): number {
    const from = at + COMMENT_START.length;
    if (this.commentEnd < from) {
      const end = this.text.indexOf('-->', from);
      this.commentEnd = end === -1 ? Number.POSITIVE_INFINITY : end + 3;
    }
    const limit = this.startsLine(at) ? this.text.length : this.blockEnd;
    return this.commentEnd <= limit ? this.commentEnd : from;
  }

  private startsLine(at: number): boolean {
    let start = at;
    while (start > 0 && at - start < MAX_BLOCK_INDENT && this.text.charCodeAt(start - 1) === SPACE) start--;
    return start === 0 || this.text.charCodeAt(start - 1) === NEWLINE;
  }

  private skipEntity(at: number): number {
    ENTITY.lastIndex = at;
    return ENTITY.test(this.text) ? ENTITY.lastIndex : at + 1;
  }

  /** The label of a definition with its address, or that of a footnote, whose text follows. */
  private skipDefinedLabel(at: number): number {
    FOOTNOTE_LABEL.lastIndex = at;
    if (FOOTNOTE_LABEL.test(this.text)) return Math.min(FOOTNOTE_LABEL.lastIndex, this.blockEnd);
    DEFINITION.lastIndex = at;
    if (!this.startsContent(at) || !DEFINITION.test(this.text)) return at + 1;
    return Math.min(DEFINITION.lastIndex, this.blockEnd);
  }

  /** Whether a line of a paragraph starts at `at`, in whatever quotes and list items. */
  private startsContent(at: number): boolean {
    const start = Math.max(0, at - MAX_MARKS_LENGTH);
    const before = this.text.slice(start, at);
    const marks = before.slice(before.lastIndexOf('\n') + 1);
    return (start === 0 || marks.length < before.length) && CONTAINER_MARKS.test(marks);
  }

  /** Of `](destination "title")` the title is text, the destination is not; nor is the label of `][label]`. */
  private skipDestination(at: number): number {
    const next = this.text.charCodeAt(at + 1);
    if (next === OPENING_PARENTHESIS) return this.skipAddress(at + 2);
    if (next !== OPENING_BRACKET) return at + 1;
    LABEL.lastIndex = at + 1;
    return LABEL.test(this.text) ? Math.min(LABEL.lastIndex, this.blockEnd) : at + 1;
  }

  /** The end of a run that contains an address: white space, `>`, `|` or a parenthesis that was not opened in it. */
  skipAddress(from: number): number {
    let depth = 0;
    let at = from;
    for (; at < this.blockEnd; at++) {
      const code = this.text.charCodeAt(at);
      if (code <= SPACE || code === GREATER_THAN || code === PIPE) break;
      if (code === OPENING_PARENTHESIS) depth++;
      else if (code === CLOSING_PARENTHESIS) {
        if (depth === 0) break;
        depth--;
      }
    }
    return at;
  }
}

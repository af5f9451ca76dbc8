const RAW_OPEN = /<(?:script|pre|style|textarea)(?=[ \t\r\n>]|$)/iy;
const RAW_CLOSE = /<\/(?:script|pre|style|textarea)>/gi;
const DECLARATION = /<![a-z]/iy;
const BLOCK_TAG =
  /<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[ \t\r\n>]|\/>|$)/iy;
const COMPLETE_TAG =
  /<(?:[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:[^\s"'=<>`]+|'[^'\r\n]*'|"[^"\r\n]*"))?)*[ \t]*\/?|\/[a-z][a-z0-9-]*[ \t]*)>[ \t]*(?=[\r\n]|$)/iy;

/** On a line of its own: a closing tag, a whole element, an opening tag that says that its element contains markdown. */
const MARKDOWN_FOLLOWS =
  /^(?:<\/[a-z][a-z0-9-]*[ \t]*>|<([a-z][a-z0-9-]*)(?:[ \t][^<>]*)?>[^<]*<\/\1[ \t]*>|<[a-z][^<>]*[ \t]markdown(?:[ \t]*=[ \t]*["']?(?:1|block|span)["']?)?(?:[ \t][^<>]*)?>)[ \t]*$/i;

/** What ends an HTML block: the line that contains this, or a blank line. */
type HtmlBlockEnd = RegExp | string | 'blank';

/**
 * What ends the HTML block that starts at this `<`, or `undefined` when none starts (CommonMark 0.31, section 4.6).
 *
 * @param at offset of the line's first character that is not white space
 * @param inParagraph whether a paragraph is open, which a tag that is not one of a block cannot interrupt
 */
function htmlBlockEnd(text: string, at: number, inParagraph: boolean): HtmlBlockEnd | undefined {
  const second = text.charCodeAt(at + 1);
  if (second === 63) return '?>';
  if (second === 33) {
    if (text.startsWith('<!--', at)) return '-->';
    if (text.startsWith('<![CDATA[', at)) return ']]>';
    return matchesAt(DECLARATION, text, at) ? '>' : undefined;
  }
  if (matchesAt(RAW_OPEN, text, at)) return RAW_CLOSE;
  if (matchesAt(BLOCK_TAG, text, at)) return 'blank';
  return !inParagraph && matchesAt(COMPLETE_TAG, text, at) ? 'blank' : undefined;
}

/**
 * Whether markdown follows a line of an HTML block, although no blank line does: in kramdown and Python-Markdown a block
 * ends with its element, and elements with the attribute `markdown` contain markdown.
 *
 * @param line that starts at the first column, without its line ending
 */
function markdownFollows(line: string): boolean {
  return MARKDOWN_FOLLOWS.test(line);
}

/** Offset of the first end of an HTML block from `at` on; infinite without one. */
function findHtmlBlockEnd(end: RegExp | string, text: string, at: number): number {
  if (typeof end === 'string') {
    const found = text.indexOf(end, at);
    return found === -1 ? Number.POSITIVE_INFINITY : found;
  }
  end.lastIndex = at;
  return end.exec(text)?.index ?? Number.POSITIVE_INFINITY;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** The HTML block that a document's lines are in, if any (CommonMark 0.31, section 4.6). */
export class OpenHtmlBlock {
  private end: HtmlBlockEnd | undefined;
  /** Containers that must go on for the block to go on. */
  private depth = 0;
  /** Offset of the next text that ends the block, found once and kept until it is passed. */
  private endOffset = -1;

  /** @param endsAtTags whether a tag can end a block, where CommonMark asks for a blank line; see `markdownFollows` */
  constructor(
    private readonly text: string,
    private readonly endsAtTags: boolean,
  ) {}

  isOpen(): boolean {
    return this.end !== undefined;
  }

  /**
   * Opens a block if the content of a line starts one.
   *
   * @param at where the content starts
   * @param lineEnd where the line ends, without its line ending
   * @param depth number of containers that the line is in
   */
  start(at: number, lineEnd: number, depth: number, inParagraph: boolean): boolean {
    const end = htmlBlockEnd(this.text, at, inParagraph);
    if (end === undefined) return false;
    this.end = end;
    this.depth = depth;
    this.endOffset = -1;
    this.readLine(at, lineEnd);
    return true;
  }

  /** Whether the open block goes on with a line; if not, it is closed. */
  goesOn(matchedContainers: number, isBlank: boolean): boolean {
    if (matchedContainers >= this.depth && !(isBlank && this.end === 'blank')) return true;
    this.end = undefined;
    return false;
  }

  /** Reads a line of the open block, which it may end. */
  readLine(at: number, lineEnd: number): void {
    if (this.end === undefined) return;
    if (this.end === 'blank') {
      if (this.endsAtTags && markdownFollows(this.text.slice(at, lineEnd))) this.end = undefined;
      return;
    }
    if (this.endOffset < at) this.endOffset = findHtmlBlockEnd(this.end, this.text, at);
    if (this.endOffset < lineEnd) this.end = undefined;
  }
}

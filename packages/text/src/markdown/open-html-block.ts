import { findHtmlBlockEnd, type HtmlBlockEnd, htmlBlockEnd, markdownFollows } from './html-block.js';

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

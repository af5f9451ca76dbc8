import { gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import type { HtmlCompiler, HtmlExtension } from './html-extension.js';

const CALLED_ID = /href="#user-content-fn-([^"]*)"/;
const CALL =
  /(<a href="#user-content-fn-([^"]*)" id="[^"]*" data-footnote-ref="" aria-describedby="footnote-label">)\d+/g;
const FOOTNOTE = /<li id="user-content-fn-([^"]*)">([\s\S]*?)(?=<li id="user-content-fn-|<\/ol>\s*<\/section>)/g;
const BACK_LABEL = /(data-footnote-backref="" aria-label="Back to reference )\d+/g;

/** Numbers the footnotes of pages as in the whole document: in the order of their first calls. */
export class FootnoteNumbers {
  private readonly numbers = new Map<string, number>();

  /**
   * Notes the calls on a page. Pages must be rendered in reading order. Must come after `gfmHtml()` in the list of
   * extensions.
   *
   * @param startOffset UTF-16 offset of the page's own part; calls in copies and repeated blocks do not count
   * @param endOffset end of that part
   */
  callHtml(startOffset: number, endOffset: number): HtmlExtension {
    const writeCall = gfmFootnoteHtml().exit!['gfmFootnoteCallString']!;
    const note = (html: string): void => {
      const id = CALLED_ID.exec(html)?.[1];
      if (id !== undefined && !this.numbers.has(id)) this.numbers.set(id, this.numbers.size + 1);
    };
    return {
      exit: {
        gfmFootnoteCallString(token) {
          const isOwn = token.start.offset >= startOffset && token.start.offset < endOffset;
          const tag: HtmlCompiler['tag'] = (html) => {
            if (isOwn) note(html);
            this.tag(html);
          };
          writeCall.call({ ...this, tag }, token);
        },
      },
    };
  }

  /** The HTML of a page with the numbers of the whole document, after all pages are rendered. */
  numbered(html: string): string {
    return html
      .replace(CALL, (call, opening: string, id: string) => {
        const number = this.numbers.get(id);
        return number === undefined ? call : `${opening}${number}`;
      })
      .replace(FOOTNOTE, (footnote, id: string, content: string) => {
        const number = this.numbers.get(id);
        if (number === undefined) return footnote;
        return `<li id="user-content-fn-${id}" value="${number}">${content.replace(BACK_LABEL, `$1${number}`)}`;
      });
  }
}

import { decodeIfValid } from '@topicmill/base/paths';
import { unescapeHtml } from '@topicmill/text/html';
import { NumberedSlugs } from '@topicmill/text/slugs';
import type { HtmlCompiler, HtmlExtension, HtmlToken } from './html-extension.js';

const WRITTEN_ID = /\sid\s*=\s*["']?([^"'\s<>]+)/g;
const TAG = /<[^>]*>/g;
/** A link to an anchor in the same document. micromark writes quotes in text as entities. */
const ANCHOR_LINK = / href="#([^"]+)"/g;
const EQUALS = 61;

/**
 * Ids for the headings of a document on several pages, as GitHub assigns them in the whole document, and links to
 * anchors on other pages.
 */
export class HeadingAnchors {
  private readonly slugs = new NumberedSlugs();
  private readonly pageOf = new Map<string, string>();

  /** @param pages each with its id and its markdown; ids in its HTML are not assigned to headings */
  constructor(pages: Iterable<readonly [id: string, markdown: string]>) {
    for (const [page, markdown] of pages) {
      for (const [, written] of markdown.matchAll(WRITTEN_ID)) {
        if (this.pageOf.has(written!)) continue;
        this.pageOf.set(written!, page);
        this.slugs.reserve(written!);
      }
    }
  }

  /**
   * Writes the headings of a page with their ids. Pages must be rendered in reading order.
   *
   * @param startOffset UTF-16 offset of the page's own part; headings repeated before it have their ids on another page
   * @param endOffset end of that part
   */
  headingHtml(page: string, startOffset: number, endOffset: number): HtmlExtension {
    const attributeOf = ({ start }: HtmlToken, html: string): string => {
      if (start.offset < startOffset || start.offset >= endOffset) return '';
      const text = unescapeHtml(html.replace(TAG, ''));
      const id = this.slugs.slugOf(text);
      if (id === '') return '';
      this.pageOf.set(id, page);
      return ` id="${id}"`;
    };
    return {
      enter: {
        atxHeading() {
          this.buffer();
        },
      },
      exit: {
        atxHeadingSequence(token) {
          if (this.getData('headingRank') === undefined) this.setData('headingRank', this.sliceSerialize(token).length);
        },
        atxHeading(token) {
          writeHeading(this, token);
        },
        setextHeadingLineSequence(token) {
          this.setData('headingRank', this.sliceSerialize(token).charCodeAt(0) === EQUALS ? 1 : 2);
        },
        setextHeading(token) {
          writeHeading(this, token);
          this.setData('slurpAllLineEndings');
        },
      },
    };

    function writeHeading(compiler: HtmlCompiler, token: HtmlToken): void {
      const html = compiler.resume();
      const rank = compiler.getData('headingRank');
      compiler.lineEndingIfNeeded();
      compiler.tag(`<h${rank}${attributeOf(token, html)}>`);
      compiler.raw(html);
      compiler.tag(`</h${rank}>`);
      compiler.setData('headingRank');
    }
  }

  /** The HTML of a page after all are rendered: links to anchors on another page name that page's file. */
  linked(page: string, html: string): string {
    return html.replace(ANCHOR_LINK, (link, anchor: string) => {
      const other = this.pageOf.get(anchor) ?? this.pageOf.get(decodeIfValid(anchor));
      return other === undefined || other === page ? link : ` href="${other}.html#${anchor}"`;
    });
  }
}

import { unescapeHtml } from '@topicmill/text/html';
import { oneLine } from '@topicmill/text/white-space';

/** A heading that is written as HTML. */
export interface HtmlHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Its text without tags. */
  readonly text: string;
  /** The id that its tag names. */
  readonly id: string | undefined;
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const HEADING = /<h([1-6])((?:\s[^<>]*)?)>((?:(?!<\/?h[1-6][\s>])[\s\S]){0,4000}?)<\/h\1\s*>/gi;
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/i;
const TAG = /<[^<>]*>/g;

/** The headings in a block of HTML that have a text, in order. */
export function htmlHeadings(html: string): HtmlHeading[] {
  const shown = html.replace(COMMENT, '');
  return [...shown.matchAll(HEADING)].flatMap(([, level, attributes = '', content = '']) => {
    const text = unescapeHtml(oneLine(content.replace(TAG, ' ')));
    const id = ID.exec(attributes)
      ?.slice(1)
      .find((value) => value !== undefined);
    return text === '' ? [] : [{ level: Number(level), text, id: id === '' ? undefined : id }];
  });
}

/**
 * Level of the heading that a block of HTML starts with, 0 without one, and whether it has no other text. Elements that
 * contain the heading, and pictures, may come first.
 */
export function startingHeading(html: string): { readonly level: number; readonly isAlone: boolean } {
  const shown = html.replace(COMMENT, '');
  const first = [...shown.matchAll(HEADING)].find(([heading]) => isText(heading));
  if (first === undefined || isText(shown.slice(0, first.index))) return { level: 0, isAlone: false };
  return { level: Number(first[1]), isAlone: !isText(shown.slice(first.index + first[0].length)) };
}

function isText(html: string): boolean {
  return html.replace(TAG, '').trim() !== '';
}

import { identifyHeading, LineKind, scanLines } from '@topicmill/text/markdown';
import { plainText } from '@topicmill/topics/formats';

/** A heading that a chunk file begins with. */
interface LeadingHeading {
  readonly title: string;
  /** UTF-16 offset after its last line. */
  readonly end: number;
}

/** Only shortcodes of Hugo, such as a video: what they make has no text. */
const SHORTCODES = /^(?:\{\{<(?:[^>]|>(?!\}\}))*>\}\}\s*)+$/;

/** The headings that the text of a chunk file begins with, outermost first: its parents and its own first one. */
export function headingPath(text: string): string[] {
  return leadingHeadings(text).map(({ title }) => title);
}

/** The text after the first of the headings that it begins with, as `headingPath` counts them. */
export function textAfterHeadings(text: string, count: number): string {
  return count === 0 ? text : text.slice(leadingHeadings(text)[count - 1]?.end ?? text.length);
}

/**
 * A text without the leading headings that say again what is read before them: the title of its topic, and a heading that the
 * one before it is, too.
 */
export function withoutDoubledHeadings(text: string, topicTitle: string): string {
  let shown = '';
  let start = 0;
  let before = topicTitle;
  for (const { title, end } of leadingHeadings(text)) {
    if (title !== before) shown += text.slice(start, end);
    before = title;
    start = end;
  }
  return (shown + text.slice(start)).replace(/^(?:[ \t]*\r?\n)+/, '');
}

function leadingHeadings(text: string): LeadingHeading[] {
  const { headings, kinds, starts, lineCount } = scanLines(text, 0);
  const found: LeadingHeading[] = [];
  let line = 0;
  for (const heading of headings) {
    while (line < lineCount && kinds[line] === LineKind.Blank) line++;
    if (heading.line > line) break;
    line = heading.line + heading.lineCount;
    if (!SHORTCODES.test(heading.text)) found.push({ title: titleOf(heading.text), end: starts[line]! });
  }
  return found;
}

function titleOf(heading: string): string {
  return plainText(withoutId(heading.replace(/(?<!\s)\s+#+$/, '')));
}

/** The dialect of the page is not known here: of what may be an id in some, only what can hardly be text is left out. */
function withoutId(heading: string): string {
  for (const form of ['attribute-list', 'braces'] as const) {
    const { text, id } = identifyHeading(form, heading);
    if (id !== undefined && text !== '') return text;
  }
  return heading;
}

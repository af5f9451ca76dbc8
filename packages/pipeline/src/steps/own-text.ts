import { sha256Hex } from '@topicmill/base/files';
import type { NamedText } from '@topicmill/topics/formats';

const DIGITS = 16;
/** ATX and Setext headings at the start of a text. */
const HEADINGS = /^(?:(?:#{1,6}(?:[ \t][^\n]*)?|[^\n]+\n(?:=+|-{2,}))\n+)+/;
const FIRST_HEADING = /^(\s*#{1,6}[ \t]+)[^\r\n]*/;
const LINE_END = /\r\n|\r/g;

/**
 * The text of a chunk by the fingerprints that sections of questions have for it. Neither white space that readers do not see nor the headings above the
 * text count, so that its questions stay with it when it gets another heading, or is checked out on another system.
 */
export class OwnText implements NamedText {
  readonly name: string;
  private known: ReadonlySet<string> | undefined;

  /** @param text as it is in the document, without the headings of its parents */
  constructor(readonly text: string) {
    this.name = digest(textBelowHeadings(text));
  }

  isCalled(name: string): boolean {
    return name === this.name || this.formerNames().has(name);
  }

  /** Names of earlier releases contain the heading, so it is compared with the heading that the section has. */
  wasCalled(name: string, heading: string): boolean {
    if (heading === '' || !FIRST_HEADING.test(this.text)) return false;
    const before = this.text.replace(FIRST_HEADING, (_, mark: string) => mark + heading);
    return formerNamesOf(before).has(name);
  }

  private formerNames(): ReadonlySet<string> {
    this.known ??= formerNamesOf(this.text);
    return this.known;
  }
}

function digest(text: string): string {
  return sha256Hex(text).slice(0, DIGITS);
}

/** White space of code counts only where a line has it between its words. */
function textBelowHeadings(ownText: string): string {
  const lines = ownText.replace(LINE_END, '\n').split('\n');
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text.replace(HEADINGS, '');
}

/** Earlier releases named the text as it was, with the line ends of its file and those that followed it. */
function formerNamesOf(ownText: string): ReadonlySet<string> {
  const lines = ownText.replace(LINE_END, '\n');
  const text = lines.replace(/(?<!\n)\n+$/, '');
  const forms = [lines, ...['', '\n', '\n\n'].map((end) => text + end)];
  return new Set([ownText, ...forms, ...forms.map((form) => form.replaceAll('\n', '\r\n'))].map(digest));
}

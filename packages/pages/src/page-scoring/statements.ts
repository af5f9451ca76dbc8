import { oneLine } from '@topicmill/text/white-space';
import { plainText } from '@topicmill/topics/formats';
import { singularWords } from './singular-words.js';

/** A sentence, a list item, a table row or a line of code. */
export interface Statement {
  /** As written, on one line. */
  readonly source: string;
  /** Words of the headings above it, and of the header of its table. */
  readonly headingWords: ReadonlySet<string>;
  /** Without markdown. */
  text(): string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(?![ \t])(.*)$/;
const CLOSING_MARKS = /(?<!#)#+$/;
const SPACE_AT_END = /(?<![ \t])[ \t]+$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|>|\[\^[^\]]+\]:)[ \t]+/;
const ROW = /^ {0,3}\|/;
const DELIMITERS = /^[ \t|:-]+$/;
const SENTENCE_END = /(?<=[.!?]["')\]]?)\s+(?=["'([`*_]?[\p{Lu}\p{N}])/u;
/** Comments with continuity tokens, lead-ins and lead-outs. */
const OF_THE_PAGE = /^(?:<!--CT |\[Lead-(?:in|out)\] )/;

/** The statements of a markdown text in order, without comments, lead-ins and lead-outs. */
export function statementsOf(text: string): Statement[] {
  const reading = new StatementReading();
  for (const line of text.split(/\r\n|\n|\r/)) reading.addLine(line);
  return reading.end();
}

class StatementReading {
  private readonly found: Statement[] = [];
  private readonly headings: string[] = [];
  private headingWords: ReadonlySet<string> = new Set();
  /** Heading words of the current table, including its header. */
  private tableWords: ReadonlySet<string> | undefined;
  private paragraph: string[] = [];
  private isCode = false;

  addLine(line: string): void {
    const isRow = ROW.test(line) && !this.isCode;
    if (!isRow) this.tableWords = undefined;
    if (FENCE.test(line)) {
      this.endParagraph();
      this.isCode = !this.isCode;
    } else if (this.isCode) {
      if (line.trim() !== '') this.add(line, () => line.trim());
    } else if (isRow) this.addRow(line);
    else if (line.trim() === '') this.endParagraph();
    else if (HEADING.test(line)) this.addHeading(line);
    else {
      if (ITEM.test(line)) this.endParagraph();
      this.paragraph.push(line.replace(ITEM, '').trim());
    }
  }

  end(): Statement[] {
    this.endParagraph();
    return this.found;
  }

  private addHeading(line: string): void {
    this.endParagraph();
    const [, marks = '', title = ''] = HEADING.exec(line)!;
    this.headings.length = Math.min(this.headings.length, marks.length - 1);
    this.headings[marks.length - 1] = title.replace(CLOSING_MARKS, '').replace(SPACE_AT_END, '');
    this.headingWords = new Set(singularWords(this.headings.join(' ')));
  }

  private addRow(line: string): void {
    this.endParagraph();
    if (this.tableWords === undefined) this.tableWords = new Set([...this.headingWords, ...singularWords(line)]);
    else if (!DELIMITERS.test(line)) this.add(line, () => shown(line.replaceAll('|', ' ')), this.tableWords);
  }

  private endParagraph(): void {
    const whole = this.paragraph.join(' ');
    this.paragraph = [];
    if (whole === '' || OF_THE_PAGE.test(whole)) return;
    for (const sentence of whole.split(SENTENCE_END)) if (sentence !== '') this.add(sentence, () => shown(sentence));
  }

  private add(source: string, text: () => string, headingWords = this.headingWords): void {
    this.found.push({ source, headingWords, text });
  }
}

function shown(markdown: string): string {
  return oneLine(plainText(markdown));
}

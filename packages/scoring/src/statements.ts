import { plainText } from '@topicmill/topics';
import { wordsOf } from './words.js';

/** What a text says in one place: a sentence, an item of a list, a row of a table, a line of code. */
export interface Statement {
  /** As it stands in the text, on one line. */
  readonly source: string;
  /** Words of the headings above it. */
  readonly headingWords: ReadonlySet<string>;
  /** Without markers of markdown. */
  text(): string;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|>|\[\^[^\]]+\]:)[ \t]+/;
const ROW = /^ {0,3}\|/;
const DELIMITERS = /^[ \t|:-]+$/;
const SENTENCE_END = /(?<=[.!?]["')\]]?)\s+(?=["'([`*_]?[\p{Lu}\p{N}])/u;
/** Comments of pages, and the paragraphs that lead from page to page. */
const OF_THE_PAGE = /^(?:<!--CT |\[Lead-(?:in|out)\] )/;

/** The statements of a markdown text in order, those of comments, lead-ins and lead-outs of pages left out. */
export function* statementsOf(text: string): Generator<Statement> {
  const headings: string[] = [];
  let headingWords: ReadonlySet<string> = new Set();
  let paragraph: string[] = [];
  let isCode = false;
  const make = (source: string, isMarkdown = true): Statement => ({
    source,
    headingWords,
    text: () => (isMarkdown ? plainText(source.replaceAll('|', ' ')).replace(/\s+/g, ' ').trim() : source.trim()),
  });
  function* flush(): Generator<Statement> {
    const whole = paragraph.join(' ');
    paragraph = [];
    if (whole === '' || OF_THE_PAGE.test(whole)) return;
    for (const sentence of whole.split(SENTENCE_END)) if (sentence !== '') yield make(sentence);
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (FENCE.test(line)) {
      yield* flush();
      isCode = !isCode;
    } else if (isCode) {
      if (line.trim() !== '') yield make(line, false);
    } else if (line.trim() === '') yield* flush();
    else if (HEADING.test(line)) {
      yield* flush();
      const [, marks = '', title = ''] = HEADING.exec(line)!;
      headings.length = Math.min(headings.length, marks.length - 1);
      headings[marks.length - 1] = title;
      headingWords = new Set(wordsOf(headings.join(' ')));
    } else if (ROW.test(line)) {
      yield* flush();
      if (!DELIMITERS.test(line)) yield make(line);
    } else {
      if (ITEM.test(line)) yield* flush();
      paragraph.push(line.replace(ITEM, '').trim());
    }
  }
  yield* flush();
}

import { LineKind } from '@topicmill/text/markdown';
import type { ParsedMarkdown } from './parse-markdown.js';

const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:/;
const CALL_OR_CODE = /(?<!`)(`+)(?!`)[\s\S]*?[^`]\1(?!`)|\[\^([^\]\s]{1,999})\](?!:)/g;
/** A longer run of text between two backticks is not searched for a code span. */
const MAX_LINE_LENGTH = 4000;

/** The numbers that a page shows for the footnotes of a document: in the order in which they are first referred to. */
export class FootnoteCalls {
  private readonly defined: ReadonlySet<string>;
  private numbers: ReadonlyMap<string, number> | undefined;

  constructor(private readonly parsed: ParsedMarkdown) {
    const { text, scan } = parsed;
    const definitions = scan.blocks.filter(({ type }) => type === 'footnoteDefinition');
    const labels = definitions.map(({ startOffset }) => DEFINITION.exec(text.slice(startOffset, startOffset + 1000)));
    this.defined = new Set(labels.flatMap((found) => (found === null ? [] : [normalized(found[1]!)])));
  }

  /** The markdown without references to footnotes. */
  withoutCalls(markdown: string): string {
    return this.replaceCalls(markdown, () => '');
  }

  /** The markdown with the number of each footnote in place of the reference to it, as the page's text has it. */
  withNumbers(markdown: string): string {
    return this.replaceCalls(markdown, (label) => {
      this.numbers ??= this.numberAll();
      return String(this.numbers.get(label) ?? '');
    });
  }

  private replaceCalls(markdown: string, replace: (label: string) => string): string {
    if (this.defined.size === 0 || !markdown.includes('[^')) return markdown;
    return markdown.replace(CALL_OR_CODE, (found, _ticks, label: string | undefined) =>
      label !== undefined && this.defined.has(normalized(label)) ? replace(normalized(label)) : found,
    );
  }

  private numberAll(): ReadonlyMap<string, number> {
    const numbers = new Map<string, number>();
    const { text, scan } = this.parsed;
    for (let line = 0; line < scan.lineCount; line++) {
      if (scan.kinds[line] === LineKind.Fence) continue;
      const written = text.slice(scan.starts[line], scan.starts[line + 1]!).slice(0, MAX_LINE_LENGTH);
      this.replaceCalls(written, (label) => {
        if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
        return '';
      });
    }
    return numbers;
  }
}

/** Labels are compared without regard to case. */
function normalized(label: string): string {
  return label.toLowerCase().toUpperCase();
}

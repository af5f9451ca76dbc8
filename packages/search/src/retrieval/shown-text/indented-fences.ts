import { LineKind, type LineScan } from '@topicmill/text/markdown';

const OPENING = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;

/**
 * Fenced code that a scan without a dialect takes for other text: in the body of an admonition or a tab, which is indented
 * by four columns, or right after the tag of a component. Asked for ascending lines of one text.
 */
export class IndentedFences {
  /** By the mark of an opening fence, the line up to which none closes it. */
  private readonly unclosedUpTo = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly scan: LineScan,
  ) {}

  /** The 0-based line of the fence that closes the one on a line; `undefined` for other lines. */
  closingLine(line: number): number | undefined {
    const { lineCount, kinds } = this.scan;
    const [, indent, mark] = OPENING.exec(this.lineAt(line)) ?? [];
    if (indent === undefined || mark === undefined) return undefined;
    let next = line + 1;
    if ((this.unclosedUpTo.get(mark) ?? 0) > line) return undefined;
    for (; next < lineCount && kinds[next] !== LineKind.Fence; next++) {
      const written = this.lineAt(next);
      if (written.trim() !== '' && !written.startsWith(indent)) break;
      const closing = CLOSING.exec(written)?.[1];
      if (closing?.startsWith(mark) === true) return next;
    }
    this.unclosedUpTo.set(mark, next);
    return undefined;
  }

  private lineAt(line: number): string {
    const { starts } = this.scan;
    return this.text.slice(starts[line], starts[line + 1]).replace(/(?:\r\n|\r|\n)$/, '');
  }
}

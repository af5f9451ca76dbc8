import { LineKind, type LineScan } from '@topicmill/text/markdown';
import type { LeftOutRange } from '../explain/explanation.js';
import { escapeVisibly } from './escape-visibly.js';

/** Lines of one span: a span is what two panes are aligned by while they scroll. */
const LINES_PER_SPAN = 4;

/** Writes ranges of a document as spans that know where they come from. */
export class TextPainter {
  constructor(
    private readonly text: string,
    private readonly scan: LineScan,
    private readonly leftOut: readonly LeftOutRange[],
  ) {}

  /** The range as spans, without blank lines at its ends; empty for white space only. */
  paint(startOffset: number, endOffset: number): string {
    const slice = this.text.slice(startOffset, endOffset);
    if (slice.trim() === '') return '';
    const start = startOffset + /^(?:[^\S\r\n]*[\r\n]+)*/.exec(slice)![0].length;
    const end = startOffset + slice.trimEnd().length;
    const spans: string[] = [];
    for (let at = start; at < end; ) {
      const [next, className] = this.run(at, end);
      spans.push(this.span(at, next, className));
      at = next;
    }
    return spans.join('');
  }

  private span(start: number, end: number, className: string): string {
    const name = className === '' ? '' : ` class="${className}"`;
    return `<span data-o="${start}"${name}>${escapeVisibly(this.text.slice(start, end))}</span>`;
  }

  /** Where a run of lines of one kind ends, and that kind. */
  private run(start: number, end: number): [end: number, className: string] {
    const left = this.leftOut.find((range) => range.endOffset > start && range.startOffset < end);
    if (left !== undefined && left.startOffset <= start) return [Math.min(left.endOffset, end), 'left'];
    const limit = left === undefined ? end : Math.min(left.startOffset, end);
    const { starts, lineCount } = this.scan;
    const first = this.lineAt(start);
    const kind = this.kindOf(first);
    let line = first + 1;
    while (line < lineCount && line < first + LINES_PER_SPAN && starts[line]! < limit && this.kindOf(line) === kind)
      line++;
    return [Math.min(starts[line] ?? limit, limit), kind];
  }

  private kindOf(line: number): string {
    const kind = this.scan.kinds[line];
    if (kind === LineKind.Heading) return 'h';
    return kind === LineKind.Fence ? 'f' : '';
  }

  /** Index of the line of an offset; 0 before the body. */
  private lineAt(offset: number): number {
    const { starts, lineCount } = this.scan;
    let low = 0;
    let high = lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

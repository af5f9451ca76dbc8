import { areReadBackward, isSimpleText, sentenceStartBefore, sentenceStarts } from '@topicmill/text/sentences';
import type { BlockRange } from './flat-node.js';
import { isInside, type Range } from './inline-spans.js';
import { pairedSpans } from './paired-spans.js';

/** Every span begins at one of the first and ends at one of the second. */
const OPENS = /[*_`~[<]/;
const CLOSES = /[*_`~)\]>]/;
/** UTF-16 units of a paragraph that is searched for each of its sentences: of longer ones the spans are found once. */
const MAX_SEARCHED_LENGTH = 2000;

/**
 * Finds the sentences of a text's paragraphs, last to first. A sentence that would start inside a link, a code span,
 * emphasis or an element continues the one before it.
 */
export class WholeSentences {
  private isSimple: boolean | undefined;
  /** The starts of sentences in a paragraph; `undefined` in one that is read backward from where they are needed. */
  private readonly starts = new Map<BlockRange, readonly number[] | undefined>();
  private readonly spans = new Map<BlockRange, readonly Range[]>();

  constructor(private readonly text: string) {}

  /**
   * Where the sentences start that end in a part of a paragraph and start in it, the last one first; none when the part
   * ends inside a sentence. White space after a sentence belongs to it.
   *
   * @param most how many are looked for
   */
  lastStarts(paragraph: BlockRange, start: number, end: number, most: number): number[] {
    const starts: number[] = [];
    if (!this.isStart(paragraph, this.nextWritten(end, paragraph.endOffset))) return starts;
    for (let to = end; to > start && starts.length < most; ) {
      to = this.startBefore(paragraph, to, start);
      if (to < start) break;
      starts.push(to);
    }
    return starts;
  }

  /** Whether a sentence of a paragraph starts at an offset, or the paragraph itself starts or ends there. */
  isStart(paragraph: BlockRange, offset: number): boolean {
    if (offset <= paragraph.startOffset || offset >= paragraph.endOffset) return true;
    return this.startBefore(paragraph, offset + 1, offset) === offset;
  }

  /**
   * The last offset before another, but not before `least`, at which a sentence starts. The paragraph's own start is the
   * first, and the result if there is none.
   */
  private startBefore(paragraph: BlockRange, offset: number, least: number): number {
    let start = this.boundaryBefore(paragraph, offset, least);
    while (start > paragraph.startOffset && this.isInSpan(paragraph, start)) {
      start = this.boundaryBefore(paragraph, start, least);
    }
    return start;
  }

  private boundaryBefore(paragraph: BlockRange, offset: number, least: number): number {
    const { startOffset, endOffset } = paragraph;
    const starts = this.startsOf(paragraph);
    if (starts === undefined) return sentenceStartBefore(this.text, startOffset, endOffset, offset, least);
    return startOffset + lastBefore(starts, offset - startOffset);
  }

  private startsOf(paragraph: BlockRange): readonly number[] | undefined {
    if (this.starts.has(paragraph)) return this.starts.get(paragraph);
    const text = this.text.slice(paragraph.startOffset, paragraph.endOffset);
    this.isSimple ??= isSimpleText(this.text);
    const starts = areReadBackward(text, this.isSimple) ? undefined : sentenceStarts(text);
    this.starts.set(paragraph, starts);
    return starts;
  }

  private isInSpan(paragraph: BlockRange, offset: number): boolean {
    const { startOffset, endOffset } = paragraph;
    const isLong = endOffset - startOffset > MAX_SEARCHED_LENGTH;
    return (isLong || this.mayBeInSpan(paragraph, offset)) && isInside(this.spansOf(paragraph), offset - startOffset);
  }

  /** Most sentences have no spans, and finding the spans of a paragraph takes far longer than seeing that there are none. */
  private mayBeInSpan({ startOffset, endOffset }: BlockRange, offset: number): boolean {
    return OPENS.test(this.text.slice(startOffset, offset)) && CLOSES.test(this.text.slice(offset, endOffset));
  }

  private spansOf(paragraph: BlockRange): readonly Range[] {
    let spans = this.spans.get(paragraph);
    if (spans === undefined) {
      spans = pairedSpans(this.text.slice(paragraph.startOffset, paragraph.endOffset));
      this.spans.set(paragraph, spans);
    }
    return spans;
  }

  private nextWritten(offset: number, end: number): number {
    let at = offset;
    while (at < end && /\s/.test(this.text[at]!)) at++;
    return at;
  }
}

/** The largest of some ascending offsets below a limit; 0 if there is none. */
function lastBefore(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return offsets[low - 1] ?? 0;
}

import { pairTags } from '@topicmill/text/markdown';
import { areReadBackward, isSimpleText, sentenceStartBefore, sentenceStarts } from '@topicmill/text/sentences';
import type { BlockRange } from './flat-node.js';
import { inlineSpans, isInside, joinOverlapping, type Range } from './inline-spans.js';

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
    const starts = this.sentenceStartsIn(paragraph);
    if (starts === undefined) return sentenceStartBefore(this.text, startOffset, endOffset, offset, least);
    return startOffset + lastBefore(starts, offset - startOffset);
  }

  private sentenceStartsIn(paragraph: BlockRange): readonly number[] | undefined {
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
    return (
      (isLong || this.mayBeInSpan(paragraph, offset)) && isInside(this.unbrokenSpans(paragraph), offset - startOffset)
    );
  }

  /** Most sentences have no spans, and finding the spans of a paragraph takes far longer than seeing that there are none. */
  private mayBeInSpan({ startOffset, endOffset }: BlockRange, offset: number): boolean {
    return OPENS.test(this.text.slice(startOffset, offset)) && CLOSES.test(this.text.slice(offset, endOffset));
  }

  private unbrokenSpans(paragraph: BlockRange): readonly Range[] {
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

const PAIRED_MARKUP_CHARACTER = /[*_`~[<]/;
const EMPHASIS_CHARACTER = /[*_~]/;
const DELIMITERS = /\\.|\*+|_+|~~?/gs;
const TAG = /<(\/?)([A-Za-z][\w-]*)(?![\w-])[^<>]*?(\/?)>/g;
const SPACE = /^(?:\s|$)/u;
const PUNCTUATION = /^[\p{P}\p{S}]/u;

/**
 * The ranges of a paragraph that mean something else without either of their ends: those of `inlineSpans`, brackets,
 * emphasis, and HTML elements with their content. Ascending and disjoint, in linear time. Emphasis is matched by its
 * delimiters alone, so a range may be longer than a parser would make it.
 */
function pairedSpans(paragraph: string): Range[] {
  if (!PAIRED_MARKUP_CHARACTER.test(paragraph)) return [];
  const inline = inlineSpans(paragraph);
  return joinOverlapping([...inline, ...brackets(paragraph), ...emphasis(paragraph, inline), ...elements(paragraph)]);
}

function brackets(text: string): Range[] {
  const spans: Range[] = [];
  if (!text.includes(']')) return spans;
  const open: number[] = [];
  for (const { 0: found, index } of text.matchAll(/\\.|[[\]]/gs)) {
    if (found === '[') open.push(index);
    else if (found === ']') {
      const start = open.pop();
      if (start !== undefined) spans.push([start, index + 1]);
    }
  }
  return spans;
}

interface OpenDelimiter {
  readonly start: number;
  length: number;
}

/** Delimiter runs that can open and close emphasis (CommonMark 0.31, section 6.2), the nearest ones together. */
function emphasis(text: string, inline: readonly Range[]): Range[] {
  const spans: Range[] = [];
  if (!EMPHASIS_CHARACTER.test(text)) return spans;
  const open = new Map<string, OpenDelimiter[]>();
  for (const { 0: run, index } of text.matchAll(DELIMITERS)) {
    if (run.startsWith('\\') || isInside(inline, index)) continue;
    const end = index + run.length;
    const before = characterBefore(text, index);
    const after = text.slice(end, end + 2);
    const opens = !SPACE.test(after) && (!PUNCTUATION.test(after) || isEdge(before));
    const closes = !SPACE.test(before) && (!PUNCTUATION.test(before) || isEdge(after));
    const openers = open.get(run[0]!) ?? [];
    open.set(run[0]!, openers);
    let length = run.length;
    if (closes) {
      for (let last = openers.at(-1); last !== undefined && length > 0; last = openers.at(-1)) {
        spans.push([last.start, end]);
        const used = Math.min(length, last.length);
        length -= used;
        last.length -= used;
        if (last.length === 0) openers.pop();
      }
    }
    if (opens && length > 0) openers.push({ start: end - length, length });
  }
  return spans;
}

function isEdge(characters: string): boolean {
  return SPACE.test(characters) || PUNCTUATION.test(characters);
}

/** The character before an offset, of one or two UTF-16 units; empty at the start. */
function characterBefore(text: string, offset: number): string {
  return Array.from(text.slice(Math.max(0, offset - 2), offset)).at(-1) ?? '';
}

function elements(text: string): Range[] {
  if (!text.includes('<')) return [];
  const tags = [...text.matchAll(TAG)].flatMap(({ 0: tag, 1: slash, 2: name = '', 3: selfClosing, index }) =>
    slash !== '/' && selfClosing === '/'
      ? []
      : { name: name.toLowerCase(), kind: slash === '/' ? ('close' as const) : ('open' as const), index, tag },
  );
  return pairTags(tags).map(([opening, closing]) => [opening.index, closing.index + closing.tag.length]);
}

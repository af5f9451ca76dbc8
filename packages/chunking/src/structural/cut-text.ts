import type { TextTokens } from '@topicmill/text/tokens';
import type { BreakPlace } from './break-costs.js';
import { inlineSpans, isInside, type Range } from './inline-spans.js';
import { followsAbbreviation, sentenceStarts } from './sentence-starts.js';

/** A place to cut a text. */
export interface Cut {
  readonly offset: number;
  readonly breakPlace: BreakPlace;
}

/** What ends a part of a sentence: a full stop before a small letter, as in "approx. two", or a line end. */
const CLAUSE_END = /[.;!?]\s+|\n\s*/g;
/** What ends a sentence where there are no capitals to begin one. */
const PLAIN_END = /[.!?]\s+/g;
const CAPITAL = /[\p{Lu}\p{Lt}]/u;
/** No UTF-16 unit takes more than three bytes, one of ASCII takes one, and no token less than one. */
const MAX_TOKENS_PER_UNIT = 3;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * Places to cut a range of text into pieces of no more than `limit` tokens: between sentences; inside a sentence that
 * is too long between clauses and lines, then between words, sparing links, code spans and tags; inside a word that is too long between characters.
 *
 * @returns ascending offsets, each the start of a piece; the range's own start is none of them
 */
export function textCuts(text: string, start: number, end: number, limit: number, tokens: TextTokens): Cut[] {
  const range = text.slice(start, end);
  const spans = inlineSpans(range);
  const sentences = CAPITAL.test(range)
    ? sentenceStarts(range).filter((offset) => !isInside(spans, offset))
    : startsBehind(PLAIN_END, range, spans, 0, range.length);
  const tokensPerUnit = NOT_ASCII.test(range) ? MAX_TOKENS_PER_UNIT : 1;
  const cutter = new WordCutter(range, start, spans, limit, tokens);
  const cuts: Cut[] = [];
  let from = 0;
  for (const to of [...sentences, range.length]) {
    if (from > 0) cuts.push({ offset: from, breakPlace: 'sentence' });
    if ((to - from) * tokensPerUnit > limit && cutter.count(from, to) > limit)
      addSentenceCuts(cuts, range, spans, from, to, limit, cutter);
    from = to;
  }
  return cuts.map(({ offset, breakPlace }) => ({ offset: start + offset, breakPlace }));
}

function surelyFits(length: number, limit: number): boolean {
  return length * MAX_TOKENS_PER_UNIT <= limit;
}

function addSentenceCuts(
  cuts: Cut[],
  range: string,
  spans: readonly Range[],
  start: number,
  end: number,
  limit: number,
  cutter: WordCutter,
): void {
  let from = start;
  for (const to of [...startsBehind(CLAUSE_END, range, spans, start, end), end]) {
    if (from > start) cuts.push({ offset: from, breakPlace: 'clause' });
    if (!surelyFits(to - from, limit) && cutter.count(from, to) > limit) cutter.addCuts(cuts, from, to);
    from = to;
  }
}

function startsBehind(ending: RegExp, range: string, spans: readonly Range[], from: number, end: number): number[] {
  const starts: number[] = [];
  ending.lastIndex = from;
  while (ending.test(range) && ending.lastIndex < end) {
    const start = ending.lastIndex;
    if (!isInside(spans, start) && !followsAbbreviation(range, start)) starts.push(start);
  }
  return starts;
}

class WordCutter {
  constructor(
    private readonly text: string,
    /** Where it starts in the text whose tokens are known. */
    private readonly startOffset: number,
    private readonly spans: readonly Range[],
    private readonly limit: number,
    private readonly tokens: TextTokens,
  ) {}

  /** Tokens of a range; infinite, without counting, where it is longer than all tokens that the limit allows. */
  count(start: number, end: number): number {
    const { maxTokenLength = Number.POSITIVE_INFINITY } = this.tokens.counter;
    return end - start > this.limit * maxTokenLength
      ? Number.POSITIVE_INFINITY
      : this.tokens.count(this.startOffset + start, this.startOffset + end);
  }

  /** Fills one piece after the other with as many words as fit. */
  addCuts(cuts: Cut[], start: number, end: number, sparesSpans = true): void {
    let filled = 0;
    for (const [wordStart, wordEnd] of this.words(start, end, sparesSpans)) {
      const tokenCount = this.count(wordStart, wordEnd);
      const offset = this.skipSpace(wordStart, wordEnd);
      if (filled > 0 && filled + tokenCount > this.limit) {
        cuts.push({ offset, breakPlace: 'word' });
        filled = 0;
      }
      if (tokenCount > this.limit) {
        const cutCount = cuts.length;
        if (sparesSpans) this.addCuts(cuts, offset, wordEnd, false);
        else this.addCharacterCuts(cuts, offset, wordEnd);
        filled = this.count(cuts.length > cutCount ? cuts.at(-1)!.offset : offset, wordEnd);
      } else filled += tokenCount;
    }
  }

  /** Runs of text that start at white space, or at the range's start, and hold no other. */
  private *words(start: number, end: number, sparesSpans: boolean): Generator<Range> {
    const space = /\s+/g;
    let from = start;
    space.lastIndex = this.skipSpace(start, end);
    for (let match = space.exec(this.text); match !== null && match.index < end; match = space.exec(this.text)) {
      if (space.lastIndex >= end) break;
      if (sparesSpans && isInside(this.spans, match.index)) continue;
      yield [from, match.index];
      from = match.index;
    }
    yield [from, end];
  }

  private skipSpace(start: number, end: number): number {
    let at = start;
    while (at < end && /\s/.test(this.text[at]!)) at++;
    return at;
  }

  private addCharacterCuts(cuts: Cut[], start: number, end: number): void {
    const step = Math.max(1, Math.floor(this.limit / (MAX_TOKENS_PER_UNIT + 1)));
    let last = start;
    for (let at = start + step; at < end; at += step) {
      at = characterStart(this.text, at, last);
      last = at;
      cuts.push({ offset: at, breakPlace: 'character' });
    }
  }
}

/** Marks, joiners and modifiers that a page may show together with what stands before them. */
const MAX_CLUSTER_LENGTH = 48;

let segmenter: Intl.Segmenter | undefined;

/** The start of the character (grapheme cluster) that an offset lies in, as far as it is behind `from`. */
function characterStart(text: string, offset: number, from: number): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const windowStart = Math.max(from, offset - MAX_CLUSTER_LENGTH);
  const found = segmenter
    .segment(text.slice(windowStart, offset + MAX_CLUSTER_LENGTH))
    .containing(offset - windowStart);
  const start = windowStart + (found?.index ?? 0);
  if (start > from) return start;
  return isLowSurrogate(text.charCodeAt(offset)) && offset - 1 > from ? offset - 1 : offset;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}

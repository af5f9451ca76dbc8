import { segmenterFor } from '@topicmill/text/scripts';
import { followsAbbreviation, sentenceStarts } from '@topicmill/text/sentences';
import type { TextTokens } from '@topicmill/text/tokens';
import type { BreakPlace } from './flat-node.js';
import { inlineSpans, isInside, type Range } from './inline-spans.js';

/** A place to cut a text. */
export interface Cut {
  readonly offset: number;
  readonly breakPlace: BreakPlace;
}

/**
 * What ends a part of a sentence: a full stop before a small letter, as in "approx. two", a line end, a comma of Chinese
 * and Japanese, or a space in scripts that have none between words.
 */
const CLAUSE_END = /[.;!?]\s+|\n\s*|[，、；：]|(?<=[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[^\S\n]+/gu;
/** Scripts without spaces between words. */
const UNSPACED_SCRIPT = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** No UTF-16 unit takes more than three bytes, one of ASCII takes one, and no token less than one. */
const MAX_TOKENS_PER_UNIT = 3;
const NON_ASCII = /[^\0-\x7f]/;

/**
 * Places to cut a range of text into pieces of no more than `limit` tokens: between sentences; inside a sentence that
 * is too long between clauses and lines, then between words, sparing links, code spans and tags; inside a word that is too long between characters.
 *
 * @returns ascending offsets, each the start of a piece; the range's own start is not among them
 */
export function textCuts(text: string, start: number, end: number, limit: number, tokens: TextTokens): Cut[] {
  const range = text.slice(start, end);
  const spans = inlineSpans(range);
  const sentences = sentenceStarts(range).filter((offset) => !isInside(spans, offset));
  const tokensPerUnit = NON_ASCII.test(range) ? MAX_TOKENS_PER_UNIT : 1;
  const cutter = new WordCutter(range, start, spans, limit, tokens);
  const cuts: Cut[] = [];
  let from = 0;
  for (const to of [...sentences, range.length]) {
    if (from > 0) cuts.push({ offset: from, breakPlace: 'sentence' });
    if ((to - from) * tokensPerUnit > limit && cutter.count(from, to) > limit)
      addSentenceCuts(cuts, { range, spans, start: from, end: to }, limit, cutter);
    from = to;
  }
  return cuts.map(({ offset, breakPlace }) => ({ offset: start + offset, breakPlace }));
}

function surelyFits(length: number, limit: number): boolean {
  return length * MAX_TOKENS_PER_UNIT <= limit;
}

/** A sentence of a range, at offsets of the range, with the spans of the range that are not cut. */
interface Sentence {
  readonly range: string;
  readonly spans: readonly Range[];
  readonly start: number;
  readonly end: number;
}

function addSentenceCuts(cuts: Cut[], { range, spans, start, end }: Sentence, limit: number, cutter: WordCutter): void {
  let from = start;
  for (const to of [...clauseStarts(range, spans, start, end), end]) {
    if (from > start) cuts.push({ offset: from, breakPlace: 'clause' });
    if (!surelyFits(to - from, limit) && cutter.count(from, to) > limit) cutter.addCuts(cuts, from, to);
    from = to;
  }
}

function clauseStarts(range: string, spans: readonly Range[], from: number, end: number): number[] {
  const starts: number[] = [];
  CLAUSE_END.lastIndex = from;
  while (CLAUSE_END.test(range) && CLAUSE_END.lastIndex < end) {
    const start = CLAUSE_END.lastIndex;
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

  /** Runs of text that start at white space, or at the range's start, and contain no other. */
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
      at = partStart(this.text, at, last);
      last = at;
      cuts.push({ offset: at, breakPlace: UNSPACED_SCRIPT.test(this.text[at]!) ? 'word' : 'character' });
    }
  }
}

/** Characters around an offset in which a word or a character is looked for. */
const CONTEXT_LENGTH = 48;

let graphemes: Intl.Segmenter | undefined;

/**
 * The start of the word that an offset is in, where the script has no spaces between words, else of the character
 * (grapheme cluster), as far as it is after `from`.
 */
function partStart(text: string, offset: number, from: number): number {
  const windowStart = Math.max(from, offset - CONTEXT_LENGTH);
  const window = text.slice(windowStart, offset + CONTEXT_LENGTH);
  const startBy = (segmenter: Intl.Segmenter) =>
    windowStart + (segmenter.segment(window).containing(offset - windowStart)?.index ?? 0);
  const word = UNSPACED_SCRIPT.test(text[offset]!) ? startBy(segmenterFor(window, 'word')) : from;
  if (word > from) return word;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const character = startBy(graphemes);
  if (character > from) return character;
  return isLowSurrogate(text.charCodeAt(offset)) && offset - 1 > from ? offset - 1 : offset;
}

function isLowSurrogate(code: number): boolean {
  return (code & 0xfc00) === 0xdc00;
}

import { characterPairs, splitAtUnspaced } from '@topicmill/text/words';
import { analyzeText } from './analyze-text.js';
import { passageText, passageWithCode, type Span } from './rendered-text/passage-text.js';

/** A piece of a text; `isHit` where it contains a word of the query. */
export interface SnippetPiece {
  readonly text: string;
  readonly isHit: boolean;
  /** Whether it is of a block of code, whose lines it keeps; left out of other texts. */
  readonly isCode?: true;
}

/** The terms of the query that a word of a text matches; none for other words. */
export type QueryTermMatcher = (word: string) => readonly string[];

/** Names such as `a.b` and `a_b` are one word here, so that they are marked as a whole. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_.]*/gu;
/** What is written at the letter before it, such as a vowel of Thai. */
const MARK = /\p{M}/u;
/** In UTF-16 units. */
const SNIPPET_LENGTH = 240;
/** Before the first word of the query, and what a snippet may lose at its end so that it does not end within a word. */
const CONTEXT_LENGTH = 40;

/** The end of a cut text, from its last space on, or half of a character. */
const CUT_WORD = new RegExp(`\\s\\S{0,${CONTEXT_LENGTH}}$|[\\ud800-\\udbff]$`);

/** A text in pieces: the words that match one of the query's, and what is between them. */
export function markPieces(text: string, words: readonly string[] | QueryTermMatcher): SnippetPiece[] {
  const pieces: SnippetPiece[] = [];
  let end = 0;
  for (const hit of mergedSpans(text, hitsIn(text, queryTermMatcher(words)))) {
    if (hit.start > end) pieces.push({ text: text.slice(end, hit.start), isHit: false });
    pieces.push({ text: text.slice(hit.start, hit.end), isHit: true });
    end = hit.end;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** The words that match one of the query's, each with its terms. */
function hitsIn(text: string, queryTerms: QueryTermMatcher): (Span & { readonly terms: readonly string[] })[] {
  return Array.from(text.matchAll(WORD)).flatMap(({ index, 0: word }) =>
    searchableParts(word).flatMap(({ start, part }) => {
      const terms = queryTerms(part);
      return terms.length === 0 ? [] : [{ start: index + start, end: index + start + part.length, terms }];
    }),
  );
}

/** What is found and marked of a word: in scripts without spaces, where it may be a sentence, neighbouring characters. */
function searchableParts(word: string): { readonly start: number; readonly part: string }[] {
  const parts: { start: number; part: string }[] = [];
  let start = 0;
  for (const [at, piece] of splitAtUnspaced(word).entries()) {
    const end = start + piece.length;
    if (at % 2 === 0 && piece !== '') parts.push({ start, part: piece });
    for (const pair of at % 2 === 0 ? [] : characterPairs(piece)) {
      parts.push({ start, part: pair });
      start += pair.codePointAt(0)! > 0xffff ? 2 : 1;
    }
    start = end;
  }
  return parts;
}

/** Hits that touch are one, and none begins or ends between a letter and its marks. */
function mergedSpans(text: string, hits: readonly Span[]): Span[] {
  const spans: { start: number; end: number }[] = [];
  for (let { start, end } of hits) {
    while (MARK.test(text.charAt(start))) start--;
    while (MARK.test(text.charAt(end))) end++;
    const last = spans.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else spans.push({ start, end });
  }
  return spans;
}

/** The part of a chunk's text that contains the most different words of the query, on one line, without headings. */
export function findSnippet(text: string, words: readonly string[] | QueryTermMatcher): SnippetPiece[] {
  return cutSnippet({ text: passageText(text), code: [] }, words);
}

/** The same with the lines of code. */
export function findSnippetWithCode(text: string, words: readonly string[] | QueryTermMatcher): SnippetPiece[] {
  return cutSnippet(passageWithCode(text), words);
}

function cutSnippet(
  { text: plain, code }: ReturnType<typeof passageWithCode>,
  words: readonly string[] | QueryTermMatcher,
): SnippetPiece[] {
  const queryTerms = queryTermMatcher(words);
  const hits = hitsIn(plain, queryTerms);
  let bestStart = 0;
  let bestCount = 0;
  for (const { start } of hits) {
    const inside = hits.filter((hit) => hit.start >= start && hit.start < start + SNIPPET_LENGTH);
    const differing = new Set(inside.flatMap((hit) => hit.terms)).size;
    if (differing <= bestCount) continue;
    bestCount = differing;
    bestStart = start;
  }
  const from = Math.max(0, Math.min(bestStart - CONTEXT_LENGTH, plain.length - SNIPPET_LENGTH));
  const start = wordStart(plain, from, bestStart);
  const cut = plain.slice(start, start + SNIPPET_LENGTH).replace(CUT_WORD, '');
  const shown = start + SNIPPET_LENGTH >= plain.length ? plain.slice(start) : `${cut} …`;
  const ellipsis = start === 0 ? '' : '… ';
  const pieces = markPieces(`${ellipsis}${shown}`, queryTerms);
  return code.length === 0 ? pieces : codeApart(pieces, start - ellipsis.length, code);
}

/** Pieces that are of code or of other text. @param at where they begin in the text that the places of code are of */
function codeApart(pieces: readonly SnippetPiece[], at: number, code: readonly Span[]): SnippetPiece[] {
  const borders = code.flatMap(({ start, end }) => [start, end]);
  let first = at;
  return pieces.flatMap(({ text, isHit }) => {
    const start = first;
    first += text.length;
    const cuts = [start, ...borders.filter((border) => border > start && border < first)];
    return cuts.map((cut, number) => {
      const isCode = code.some((span) => span.start <= cut && cut < span.end);
      const part = text.slice(cut - start, (cuts[number + 1] ?? first) - start);
      return { text: part, isHit, ...(isCode ? { isCode } : {}) };
    });
  });
}

function queryTermMatcher(words: readonly string[] | QueryTermMatcher): QueryTermMatcher {
  if (typeof words === 'function') return words;
  const terms = new Set(words.flatMap(analyzeText));
  // A text repeats most of its words.
  const known = new Map<string, readonly string[]>();
  return (word) => {
    const found = known.get(word) ?? analyzeText(word).filter((term) => terms.has(term));
    known.set(word, found);
    return found;
  };
}

/** The first word after an offset and not after another one; where there is no space, the offset. */
function wordStart(text: string, from: number, last: number): number {
  const space = from === 0 ? -1 : text.slice(from, last).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

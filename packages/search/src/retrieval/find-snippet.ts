import { analyzeText } from './analyze-text.js';
import { passageText } from './shown-text/passage-text.js';

/** A piece of a text; `isHit` where it contains a word of the query. */
export interface SnippetPiece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The terms of the query that a word of a text matches; none for other words. */
export type SoughtTerms = (word: string) => readonly string[];

/** Names such as `a.b` and `a_b` are one word here, so that they are marked as a whole. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.]*/gu;
/** In UTF-16 units. */
const SNIPPET_LENGTH = 240;

/** A text in pieces: the words that match one of the query's, and what is between them. */
export function markPieces(text: string, words: readonly string[] | SoughtTerms): SnippetPiece[] {
  const soughtTerms = soughtTermsOf(words);
  const pieces: SnippetPiece[] = [];
  let end = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (soughtTerms(word).length === 0) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isHit: false });
    pieces.push({ text: word, isHit: true });
    end = index + word.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isHit: false });
  return pieces;
}

/** The part of a chunk's text that contains the most different words of the query, on one line, without headings. */
export function findSnippet(text: string, words: readonly string[] | SoughtTerms): SnippetPiece[] {
  const plain = passageText(text);
  const soughtTerms = soughtTermsOf(words);
  const hits = Array.from(plain.matchAll(WORD), ({ index, 0: word }) => ({
    start: index,
    terms: soughtTerms(word),
  })).filter((hit) => hit.terms.length > 0);
  let bestStart = 0;
  let bestCount = 0;
  for (const { start } of hits) {
    const inside = hits.filter((hit) => hit.start >= start && hit.start < start + SNIPPET_LENGTH);
    const differing = new Set(inside.flatMap((hit) => hit.terms)).size;
    if (differing <= bestCount) continue;
    bestCount = differing;
    bestStart = start;
  }
  const start = wordStart(plain, Math.max(0, Math.min(bestStart - 40, plain.length - SNIPPET_LENGTH)));
  const cut = plain.slice(start, start + SNIPPET_LENGTH).replace(/\s\S*$/, '');
  const shown = start + SNIPPET_LENGTH >= plain.length ? plain.slice(start) : `${cut} …`;
  return markPieces(start === 0 ? shown : `… ${shown}`, soughtTerms);
}

function soughtTermsOf(words: readonly string[] | SoughtTerms): SoughtTerms {
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

function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space < 0 ? from : space + 1;
}

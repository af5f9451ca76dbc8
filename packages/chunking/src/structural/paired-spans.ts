import { pairTags } from '@topicmill/text/markdown';
import { inlineSpans, isInside, joinOverlapping, type Range } from './inline-spans.js';

const MAY_PAIR = /[*_`~[<]/;
const MAY_EMPHASIZE = /[*_~]/;
const DELIMITERS = /\\.|\*+|_+|~~?/gs;
const TAG = /<(\/?)([A-Za-z][\w-]*)(?![\w-])[^<>]*?(\/?)>/g;
const SPACE = /^(?:\s|$)/u;
const PUNCTUATION = /^[\p{P}\p{S}]/u;

/**
 * The ranges of a paragraph that mean something else without either of their ends: those of `inlineSpans`, brackets,
 * emphasis, and HTML elements with their content. Ascending and disjoint, in linear time. Emphasis is matched by its
 * delimiters alone, so a range may be longer than a parser would make it.
 */
export function pairedSpans(paragraph: string): Range[] {
  if (!MAY_PAIR.test(paragraph)) return [];
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
  if (!MAY_EMPHASIZE.test(text)) return spans;
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

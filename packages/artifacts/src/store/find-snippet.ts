import { characterStart } from '@topicmill/text/scripts';
import type { TermMatch } from './query-terms.js';

/** Length of a snippet, in UTF-16 units, before its ends are moved to words. */
const SNIPPET_LENGTH = 240;
/** How far an end may move. */
const WORD_REACH = 24;

/** The part of a text with the most different terms, on one line; the beginning where there are none. */
export function findSnippet(text: string, matches: readonly TermMatch[]): string {
  const [start, end] = bestWindow(text.length, matches);
  const from = start === 0 ? 0 : wordStart(text, start);
  const to = end === text.length ? end : wordEnd(text, end);
  const line = text
    .slice(from, to)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return `${from === 0 ? '' : '… '}${line}${to === text.length ? '' : ' …'}`;
}

function bestWindow(length: number, matches: readonly TermMatch[]): readonly [number, number] {
  if (length <= SNIPPET_LENGTH) return [0, length];
  let best = { first: 0, last: -1, kinds: 0 };
  const counts = new Map<string, number>();
  for (let first = 0, last = -1; first < matches.length; first++) {
    while (last + 1 < matches.length && matches[last + 1]!.end - matches[first]!.start <= SNIPPET_LENGTH) {
      const { term } = matches[++last]!;
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    if (counts.size > best.kinds) best = { first, last, kinds: counts.size };
    const { term } = matches[first]!;
    const left = (counts.get(term) ?? 0) - 1;
    if (left > 0) counts.set(term, left);
    else counts.delete(term);
    last = Math.max(last, first);
  }
  if (best.kinds === 0) return [0, SNIPPET_LENGTH];
  const middle = (matches[best.first]!.start + matches[best.last]!.end) >> 1;
  const start = Math.max(0, Math.min(length - SNIPPET_LENGTH, middle - SNIPPET_LENGTH / 2));
  return [start, start + SNIPPET_LENGTH];
}

/** Just after the next white space, if there is some near; else between two characters. */
function wordStart(text: string, start: number): number {
  const space = text.slice(start, start + WORD_REACH).search(/\s/u);
  return space === -1 ? characterStart(text, start) : start + space + 1;
}

function wordEnd(text: string, end: number): number {
  const near = text.slice(end - WORD_REACH, end);
  const space = /\s(?=\S*$)/u.exec(near)?.index;
  return space === undefined ? characterStart(text, end) : end - WORD_REACH + space;
}

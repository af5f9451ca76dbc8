const OPENING_BRACKET = 91;
const CLOSING_BRACKET = 93;
const OPENING_PARENTHESIS = 40;
const BACKSLASH = 92;

/** Start and end of a range of text, end excluded. */
export type Range = readonly [start: number, end: number];

/**
 * The ranges of a paragraph that a cut should spare: code spans, links and images with their targets, HTML tags and
 * autolinks. Ascending and disjoint; found in linear time, so a bracket in a code span may count as one of a link.
 */
export function inlineSpans(paragraph: string): Range[] {
  if (!/[`[<]/.test(paragraph)) return [];
  return joinOverlapping([...codeSpans(paragraph), ...links(paragraph), ...tags(paragraph)]);
}

/** Whether an offset lies strictly inside of one of the ranges. */
export function isInside(spans: readonly Range[], offset: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![1] <= offset) low = middle + 1;
    else high = middle;
  }
  return low < spans.length && spans[low]![0] < offset;
}

function codeSpans(text: string): Range[] {
  if (!text.includes('`')) return [];
  const runs = [...text.matchAll(/`+/g)].map((match): Range => [match.index, match.index + match[0].length]);
  const nextOfLength = new Map<number, number>();
  const partners = new Array<number>(runs.length).fill(-1);
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]![1] - runs[i]![0];
    partners[i] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, i);
  }
  const spans: Range[] = [];
  for (let i = 0; i < runs.length; i++) {
    const partner = partners[i]!;
    if (partner === -1) continue;
    spans.push([runs[i]![0], runs[partner]![1]]);
    i = partner;
  }
  return spans;
}

function links(text: string): Range[] {
  const spans: Range[] = [];
  if (!text.includes('](') && !text.includes('][')) return spans;
  const open: number[] = [];
  const targetEnd = nextAfter(text, ')');
  const labelEnd = nextAfter(text, ']');
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPENING_BRACKET) open.push(at);
    else if (code === CLOSING_BRACKET) {
      const start = open.pop();
      const next = text.charCodeAt(at + 1);
      if (start === undefined || (next !== OPENING_PARENTHESIS && next !== OPENING_BRACKET)) continue;
      const end = next === OPENING_PARENTHESIS ? targetEnd(at + 2) : labelEnd(at + 2);
      if (end !== -1) spans.push([start, end]);
    }
  }
  return spans;
}

function tags(text: string): Range[] {
  const spans: Range[] = [];
  const tagEnd = nextAfter(text, '>');
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (!/[A-Za-z/!?]/.test(text[at + 1] ?? '')) continue;
    const end = tagEnd(at + 2);
    if (end === -1) break;
    spans.push([at, end]);
    at = end - 1;
  }
  return spans;
}

/** Finds the offset after the next `closing`, -1 without one; must be asked with ascending offsets. */
function nextAfter(text: string, closing: string): (from: number) => number {
  let found = 0;
  return (from) => {
    if (found !== -1 && found <= from) found = text.indexOf(closing, from) + 1 || -1;
    return found;
  };
}

/** Ascending and disjoint ranges that cover the same. */
export function joinOverlapping(spans: Range[]): Range[] {
  const joined: [number, number][] = [];
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

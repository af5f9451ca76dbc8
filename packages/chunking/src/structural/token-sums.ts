import type { TokenCounter } from '@topicmill/text/tokens';

/**
 * Counters whose counts add up where a text is cut at the start of a line that is not blank: no pre-token of
 * `cl100k_base` goes beyond the last line end that it contains.
 */
const ADDS_UP_AT_LINES: ReadonlySet<string> = new Set(['cl100k_base']);
const SPACE = 32;
const LINE_FEED = 10;
const RETURN = 13;

/** Whether the count of a text is the sum of the counts of what is before and from a line that is not blank. */
export function addsUpAtLines(counter: TokenCounter): boolean {
  return ADDS_UP_AT_LINES.has(counter.name);
}

/** Where the count of a piece starts: spaces before a word count with the word, as tokens do. */
export function countedFrom(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at - 1) === SPACE) at--;
  const before = text.charCodeAt(at - 1);
  return at === 0 || before === LINE_FEED || before === RETURN ? offset : at;
}

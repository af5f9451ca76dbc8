import type { TokenCounter } from '@topicmill/text/tokens';
import { singleSpaces } from '@topicmill/text/white-space';

/** Characters that markdown could read as more than text. */
const SPECIAL = /[\\`*_[\]<>&~|]/g;
const ELLIPSIS = '…';

/** `[Lead-in] Continuing from {prev}: …`, a paragraph of its own. */
export function leadIn(prev: string, summary: string): string {
  return `[Lead-in] Continuing from ${prev}: ${summary}`;
}

/** `[Lead-out] Upcoming in {next}: …`, a paragraph of its own. */
export function leadOut(next: string, summary: string): string {
  return `[Lead-out] Upcoming in ${next}: ${summary}`;
}

/** What a summary is made from. */
export interface SummaryParts {
  /** Titles of headings, outermost first. */
  readonly path: readonly string[];
  /** '' for none. */
  readonly sentence: string;
  readonly maxTokens: number;
  readonly counter: TokenCounter;
}

/**
 * What a page is about: its headings and a sentence, escaped as markdown, in at most `maxTokens` tokens. If it is too
 * long, outer headings are dropped first, then the end of the sentence.
 */
export function summaryText({ path, sentence, maxTokens, counter }: SummaryParts): string {
  const fits = (text: string) => counter.count(escaped(text)) <= maxTokens;
  for (let from = 0; from < path.length; from++) {
    const headings = path.slice(from).join(' › ');
    if (counter.count(escaped(headings)) > maxTokens / 2) continue;
    return escaped(shortened(sentence === '' ? headings : `${headings} — ${sentence}`, fits));
  }
  return escaped(shortened(sentence || path.at(-1) || '(no running text)', fits));
}

/** The longest beginning of the text that fits, cut between words if there are several, else between characters. */
function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const words = text.split(' ');
  const pieces = words.length > 1 && fits(words[0]! + ELLIPSIS) ? words : [...text];
  const joint = pieces === words ? ' ' : '';
  let kept = 0;
  let tooMany = pieces.length;
  while (kept + 1 < tooMany) {
    const middle = (kept + tooMany) >> 1;
    if (fits(pieces.slice(0, middle).join(joint) + ELLIPSIS)) kept = middle;
    else tooMany = middle;
  }
  return pieces.slice(0, kept).join(joint) + ELLIPSIS;
}

function escaped(text: string): string {
  return singleSpaces(text).replace(SPECIAL, '\\$&');
}

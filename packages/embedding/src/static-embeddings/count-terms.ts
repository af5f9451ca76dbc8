import { WORD } from '@topicmill/text/words';
import { splitWord } from './split-word.js';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 3;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6}[ \t]/;
const SYMBOL = /[^\s\p{L}\p{N}\p{M}]/gu;

/**
 * Counts the terms of a markdown text; those of ATX headings outside fenced code three times. A text without any
 * letter or digit is counted by its symbols, so that only white space has no terms.
 */
export function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plainText = text.normalize('NFKC');
  let fence = '';
  for (const line of plainText.split('\n')) {
    const marker = FENCE.exec(line)?.[1]?.charAt(0);
    if (marker !== undefined && (fence === '' || fence === marker)) fence = fence === '' ? marker : '';
    const weight = fence === '' && HEADING.test(line) ? HEADING_WEIGHT : 1;
    for (const word of line.match(WORD) ?? []) {
      for (const term of splitWord(word)) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
  }
  if (counts.size === 0) {
    for (const symbol of plainText.match(SYMBOL) ?? []) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  return counts;
}

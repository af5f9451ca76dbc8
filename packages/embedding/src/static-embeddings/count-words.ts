import type { WordNumbers } from '@topicmill/text/words';

/** A word of a heading counts as often as this many in the text. */
const HEADING_WEIGHT = 3;

/** A fence, or the beginning of an ATX heading. */
const LINE_MARK = / {0,3}(?:(`{3,}|~{3,})|#{1,6}[ \t])/y;

/**
 * Counts the words of a markdown text; those of ATX headings outside fenced code three times.
 *
 * @param count called for each occurrence, in order, with the number of the word
 */
export function countWords(text: string, numbers: WordNumbers, count: (word: number, weight: number) => void): void {
  let fence = '';
  let weight = 1;
  const countOne = (word: number): void => count(word, weight);
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    LINE_MARK.lastIndex = start;
    const mark = LINE_MARK.exec(text);
    const marker = mark?.[1]?.charAt(0);
    if (marker !== undefined && (fence === '' || fence === marker)) fence = fence === '' ? marker : '';
    weight = mark !== null && marker === undefined && fence === '' ? HEADING_WEIGHT : 1;
    numbers.read(text, start, end, countOne);
    start = end + 1;
  }
}

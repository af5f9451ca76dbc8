/** What models that reason aloud write before their answer. */
const REASONING = /^[\s\S]*<\/think(?:ing)?>/i;
/** A word or two that announce numbers. */
const ANNOUNCEMENT = /^\p{L}+(?: \p{L}+)?: ?/u;
/** The place of an item of a list, which is no candidate. */
const LIST_PLACE = /^(?:-|\d{1,3}[.)])\s+(?=\[?\d)/;
const NUMBERS_ALONE = /^[\d\s[\],;>]*\d[\s[\],;>]*\.?$/;
const NUMBER_FIRST = /^\[(\d{1,3})\]/;

/**
 * Reads an order of candidates from what a model answered: the lines that are numbers alone, or else the number in square
 * brackets that a line begins with. Other lines, numbers that no candidate has, and repeats are left out; candidates that are
 * not named follow in the order that they had.
 *
 * @param count how many candidates there are, numbered from 1
 * @returns a permutation of the places 0 to `count` − 1, the likeliest first; `undefined` where none is named
 */
export function readRanking(answer: string, count: number): readonly number[] | undefined {
  const lines = answer
    .replace(REASONING, '')
    .split(/\r\n|\n|\r/)
    .map(contentOf);
  const alone = lines.filter((line) => NUMBERS_ALONE.test(line)).flatMap((line) => line.match(/\d+/g) ?? []);
  const written = alone.length > 0 ? alone : lines.flatMap((line) => NUMBER_FIRST.exec(line)?.[1] ?? []);
  const named = new Set(written.map((digits) => Number(digits) - 1).filter((at) => at >= 0 && at < count));
  if (named.size === 0) return undefined;
  const others = Array.from({ length: count }, (_, at) => at).filter((at) => !named.has(at));
  return [...named, ...others];
}

/** A line without emphasis, announcement and place in a list. */
function contentOf(line: string): string {
  const plain = line.replace(/[*`]/g, '').trim();
  return plain.replace(ANNOUNCEMENT, '').replace(LIST_PLACE, '');
}

/** `v` before a version is not a part of its number. What begins later in a longer name is not one. */
const DOTTED_DIGITS = /(?<![\p{L}\p{N}\p{M}.])v?(\p{N}[\p{N}.]*)/giu;
/** Longer ones are data. In UTF-16 units. */
export const MAX_NUMBER_LENGTH = 64;

/**
 * The numbers of a text that have dots, each as often as it occurs: versions, addresses, sections, decimals. They are terms
 * besides the words that they consist of, since 3.14.2 has the words of 2.14.3.
 */
export function wholeNumbers(text: string): string[] {
  return Array.from(text.normalize('NFKC').matchAll(DOTTED_DIGITS), ([, digits]) =>
    digits!.split('..', 1)[0]!.replace(/\.$/, ''),
  ).filter((number) => number.includes('.') && number.length <= MAX_NUMBER_LENGTH);
}

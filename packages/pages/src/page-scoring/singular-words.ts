/** Marks are no part of a word here, as they are elsewhere: scores that are recorded depend on it. */
const WORD = /[\p{L}\p{N}]+/gu;
/** A word of four letters or more that ends with s, and what is before the s. */
const PLURAL = /^(.{3,})s$/;

/** The words of a text in lower case, without a plural s. */
export function singularWords(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(PLURAL, '$1'));
}

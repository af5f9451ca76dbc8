const WORD = /[\p{L}\p{N}]+/gu;
const PLURAL = /^(.{3,})s$/;

/** The words of a text in lower case, without a plural s. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(PLURAL, '$1'));
}

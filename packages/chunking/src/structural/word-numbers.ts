/** Runs of letters and digits; of scripts that put no spaces between words, each character. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|[\p{L}\p{N}]{2,}/gu;

/**
 * The numbers of the words in a range of text, in their order. A word that is new to `numbers` gets the next number;
 * upper and lower case are the same.
 */
export function wordNumbers(text: string, start: number, end: number, numbers: Map<string, number>): Uint32Array {
  const words = text.slice(start, end).toLowerCase().match(WORD) ?? [];
  return Uint32Array.from(words, (word) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  });
}

/** In UTF-16 units; `plainText` reads no more at once. */
const MAX_LENGTH = 4000;
const PARTS = new RegExp(`[^]{1,${MAX_LENGTH}}(?=\\s|$)|[^]{1,${MAX_LENGTH}}`, 'g');

/** A text in pieces of at most 4,000 UTF-16 units, cut before white space where there is any: patterns look no further. */
export function splitIntoParts(text: string): string[] {
  return text.match(PARTS) ?? [];
}

const BARE = /^\d{1,4}$/;
const ROMAN = /^[ivxl]{1,7}$/;
const DRESSED =
  /^(?:[-–—•|[(]\s?\d{1,4}\s?[-–—•|\])]|(?:page|p\.|pg\.?)\s?\d{1,4}(?:\s?(?:of|\/)\s?\d{1,4})?|\d{1,4}\s?of\s?\d{1,4})$/i;

/** The number of a trimmed line that contains nothing but a number; `undefined` for any other line. */
export function bareNumber(line: string): number | undefined {
  return BARE.test(line) ? Number(line) : undefined;
}

/** Whether a trimmed line that is at the edge of a page is its number. */
export function isEdgeNumber(line: string): boolean {
  return BARE.test(line) || ROMAN.test(line);
}

/** Whether a trimmed line says by its form that it is a page number: `- 12 -`, `Page 12`, `12 of 300`. */
export function isDressedPageNumber(line: string): boolean {
  return line.length < 24 && DRESSED.test(line);
}

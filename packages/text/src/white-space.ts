/** A text on one line: each run of white space, line breaks among it, is one space, and there is none at either end. */
export function oneLine(text: string): string {
  return singleSpaces(text).trim();
}

/** The same with a space at an end where there was white space, for a piece of a longer text. */
export function singleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ');
}

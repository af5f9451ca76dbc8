/** A text in which case, width and form of letters make no difference: compatibility characters are those they stand for. */
export function lowerCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

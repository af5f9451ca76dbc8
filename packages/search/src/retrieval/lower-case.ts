/** A word as words are compared whose terms do not matter: compatibility characters are those that they stand for. */
export function lowerCase(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

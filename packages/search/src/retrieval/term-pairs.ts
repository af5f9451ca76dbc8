const BETWEEN = ' ';

/** The term of two adjacent words. No word contains a space. */
export function pairTerm(first: string, second: string): string {
  return `${first}${BETWEEN}${second}`;
}

export function isPair(term: string): boolean {
  return term.includes(BETWEEN);
}

/** The pairs of adjacent words, each once. */
export function neighbourPairs(words: readonly string[]): string[] {
  return [...new Set(words.slice(1).map((word, at) => pairTerm(words[at]!, word)))];
}

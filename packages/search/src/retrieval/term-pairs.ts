const BETWEEN = ' ';

/** The term that two words make which stand side by side. No word holds a space. */
export function pairTerm(first: string, second: string): string {
  return `${first}${BETWEEN}${second}`;
}

/** The first word of a pair; any other term is itself. */
export function firstOfPair(term: string): string {
  const end = term.indexOf(BETWEEN);
  return end < 0 ? term : term.slice(0, end);
}

export function isPair(term: string): boolean {
  return term.includes(BETWEEN);
}

/** The pairs of neighbours in a row of words, each once. */
export function neighbourPairs(words: readonly string[]): string[] {
  return [...new Set(words.slice(1).map((word, at) => pairTerm(words[at]!, word)))];
}

const BETWEEN = ' ';

/** The term of two adjacent words. No word contains a space. */
export function pairTerm(first: string, second: string): string {
  return `${first}${BETWEEN}${second}`;
}

export function isPair(term: string): boolean {
  return term.includes(BETWEEN);
}

/** A term that is a number: digits, whatever the script. */
export function isNumber(term: string): boolean {
  return /^\p{N}+$/u.test(term);
}

/**
 * Whether a pair is a word with a number, as in `code 137`. Each of the two is in many texts; together they are what somebody
 * asks for, though it be in one text alone.
 */
export function isNumberPair(pair: string): boolean {
  const [first = '', second = ''] = pair.split(BETWEEN);
  return isNumber(first) !== isNumber(second);
}

/** The pairs of adjacent words, each once. */
export function neighbourPairs(words: readonly string[]): string[] {
  return [...new Set(words.slice(1).map((word, at) => pairTerm(words[at]!, word)))];
}

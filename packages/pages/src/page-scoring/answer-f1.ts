const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ARTICLES = /\b(?:a|an|the)\b/g;

/**
 * An answer as SQuAD 1.1's evaluation script compares it: in lower case, without ASCII punctuation and the words a, an
 * and the, white space collapsed.
 */
export function normalizeAnswer(answer: string): string {
  const words = answer.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ');
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ');
}

/** Whether two answers are the same when normalised. */
export function isExactMatch(answer: string, expected: string): boolean {
  return normalizeAnswer(answer) === normalizeAnswer(expected);
}

/**
 * SQuAD's F1 of two answers: the harmonic mean of precision and recall of their normalised words, with repetitions. From
 * 0 to 1; two empty answers give 1.
 */
export function answerF1(answer: string, expected: string): number {
  const words = normalizedWords(answer);
  const expectedWords = normalizedWords(expected);
  if (words.length === 0 || expectedWords.length === 0) return words.length === expectedWords.length ? 1 : 0;
  const shared = sharedCount(words, expectedWords);
  if (shared === 0) return 0;
  const precision = shared / words.length;
  const recall = shared / expectedWords.length;
  return (2 * precision * recall) / (precision + recall);
}

function normalizedWords(answer: string): string[] {
  const normalized = normalizeAnswer(answer);
  return normalized === '' ? [] : normalized.split(' ');
}

/** Number of items that two lists share: for each item, the lower of its two counts. */
export function sharedCount(items: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of items) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    shared++;
  }
  return shared;
}

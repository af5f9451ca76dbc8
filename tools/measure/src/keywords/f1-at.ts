/**
 * How far the best `limit` terms of two lists are the same: 2 × common / (found + expected), from 0 to 1; 1 for two
 * empty lists. Terms are compared as they are written.
 */
export function f1At(limit: number, found: readonly string[], expected: readonly string[]): number {
  const wanted = new Set(expected.slice(0, limit));
  const best = new Set(found.slice(0, limit));
  if (wanted.size + best.size === 0) return 1;
  let common = 0;
  for (const term of best) if (wanted.has(term)) common++;
  return (2 * common) / (best.size + wanted.size);
}

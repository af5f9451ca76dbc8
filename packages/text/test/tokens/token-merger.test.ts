import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BytePairRanks } from '../../src/tokens/byte-pair-ranks.js';
import { TokenMerger } from '../../src/tokens/token-merger.js';

const TOKENS = ['a', 'b', 'c', 'ab', 'aa', 'bc', 'abc', 'aaa', 'aab', 'ca', 'cab', 'abca'];

/** Byte pair encoding as it is defined: join the first of the lowest-ranked neighbours until none has a rank. */
function definedTokens(text: string, tokens: readonly string[]): string[] {
  if (tokens.includes(text)) return [text];
  const parts = [...text];
  for (;;) {
    const ranks = parts.slice(1).map((part, i) => tokens.indexOf(parts[i]! + part));
    const lowest = Math.min(...ranks.filter((rank) => rank >= 0));
    if (lowest === Number.POSITIVE_INFINITY) return parts;
    const at = ranks.indexOf(lowest);
    parts.splice(at, 2, parts[at]! + parts[at + 1]!);
  }
}

test('joins the neighbours that the definition joins, whatever the ranks', () => {
  const order = fc.shuffledSubarray(TOKENS.slice(3), { minLength: 1 }).map((rest) => ['a', 'b', 'c', ...rest]);
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(order, text, (tokens, word) => {
      const merger = new TokenMerger(new BytePairRanks(tokens));
      const tokenCount = merger.merge(word, 0, word.length);
      const { ends } = merger;
      const found: string[] = [];
      for (let at = 0; at < word.length; at = ends[at]!) found.push(word.slice(at, ends[at]));
      expect(found).toEqual(definedTokens(word, tokens));
      expect(tokenCount).toBe(found.length);
    }),
    { numRuns: 2000 },
  );
});

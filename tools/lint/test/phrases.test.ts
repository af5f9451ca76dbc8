import { describe, expect, it } from 'vitest';
import { findPhrases, PHRASES } from '../plain-english.mjs';

describe('a phrase to avoid', () => {
  it.each<{ found: string; fine: string }>(PHRASES)('is found, and its neighbour is not: $found', ({ found, fine }) => {
    expect(findPhrases('a.ts', `/** ${found} */`).length).toBeGreaterThan(0);
    expect(findPhrases('a.ts', `/** ${fine} */`)).toEqual([]);
  });

  it('is found across the lines of a comment, and not in code that markdown quotes', () => {
    expect(findPhrases('a.ts', '/**\n * What it hangs\n * on.\n */')).toMatchObject([{ line: 2 }]);
    expect(findPhrases('a.md', '```text\nput back a file\n```\n\nThe call `settle` returns.\n')).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { semanticStrategy } from '../src/index.js';
import { wordsCounter } from './words-counter.js';

// Takes minutes when it is more than linear, and then runs into the test's time limit.
it('a paragraph as long as the document, cut into very many chunks', () => {
  const lineCount = 150_000;
  const text = 'a b c d\n'.repeat(lineCount);
  const strategy = semanticStrategy({ minTokens: 4, maxTokens: 8, tokenCounter: wordsCounter });
  expect(strategy.chunk({ text, file: 'long.md', fileTitle: 'Long' }).chunks).toHaveLength(lineCount);
});

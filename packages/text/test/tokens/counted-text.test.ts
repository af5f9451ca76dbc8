import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTokenCounter, type TokenCounter, textTokens } from '../../src/tokens/index.js';

/** White space above all: how it is split depends on what follows it. */
const PIECES = fc.oneof(
  fc.constantFrom(' ', '  ', '   ', '\n', '\r\n', '\n\n', '\t', '\u00a0', '\u0085', '\ufeff'),
  fc.constantFrom("'", "'s", "'LL", '\u017f', '/', '.', '.\n', '!', '--', '`', '1', '12', '12345', '\0'),
  fc.constantFrom('a', 'Word', 'WORDs', 'configuration', 'internationalisation', 'é', '漢字', '😀', '\ud83d', '\ude00'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 16 }),
);
const TEXT = fc.array(PIECES, { maxLength: 20 }).map((pieces) => pieces.join(''));

describe.each(['cl100k_base', 'o200k_base', 'words'])('%s', (name) => {
  let counter: TokenCounter;

  beforeAll(async () => {
    counter = await loadTokenCounter(name);
  });

  test('each range of a text that was counted once has the tokens that it has alone', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        const tokens = textTokens(text, counter);
        for (let start = 0; start <= text.length; start++) {
          for (let end = start; end <= text.length; end += 3) {
            expect(tokens.count(start, end)).toBe(counter.count(text, start, end));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('texts of all lengths are read one after the other', () => {
    const sentence = "Tea is brewed with 12345 leaves, isn't it? Déjà vu.\n";
    for (const count of [1, 3000, 2, 1300, 0, 1]) {
      const text = sentence.repeat(count);
      expect(textTokens(text, counter).count(0, text.length)).toBe(counter.count(text));
    }
  });
});

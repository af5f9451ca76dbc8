import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PieceRows } from '../../src/static-embeddings/piece-rows.js';

const LINES = fc.uniqueArray(fc.stringMatching(/^[a-c.]{1,4}$/), { maxLength: 300 });

it('gives the row of each word, whether few or many are asked for', () => {
  fc.assert(
    fc.property(LINES, fc.array(fc.stringMatching(/^[a-c.\n]{0,4}$/), { maxLength: 20 }), (words, others) => {
      const expected = new Map(words.map((word, row) => [word, row]));
      const rows = new PieceRows(words.join('\n'));
      expect([rows.size, rows.words()]).toEqual([words.length, words]);
      // The first words are searched for, later ones looked up in a table.
      for (let round = 0; round < 15; round++) {
        for (const word of [...words, ...others]) {
          expect([word, rows.get(word), rows.has(word)]).toEqual([word, expected.get(word), expected.has(word)]);
        }
      }
    }),
    { numRuns: 50 },
  );
});

import { describe, expect, it } from 'vitest';
import { embedText } from '../../src/static-embeddings/index.js';
import { bundledNearWords, bundledWordVectors } from '../../src/static-embeddings/node.js';

describe('compareTexts', () => {
  const texts = ['Can GitHub host my pages?', 'Which CPU is it?', '', 'Can GitHub host my pages?'];

  it('gives the cosines of the vectors, in the order of the texts, whatever was asked before', () => {
    const vectors = bundledWordVectors();
    const { compareTexts } = bundledNearWords();
    for (const query of ['publish the site on GitHub', 'how fast is the CPU', '', 'publish the site on GitHub']) {
      const asked = embedText(vectors, query);
      const expected = texts.map((text) =>
        embedText(vectors, text).reduce((sum, part, at) => sum + part * asked[at]!, 0),
      );
      expect([...compareTexts(query, texts)]).toEqual(expected.map((cosine) => expect.closeTo(cosine, 6)));
    }
    expect([...compareTexts('nothing to compare', [])]).toEqual([]);
  });

  it('gives the same cosines where only those from a limit on matter, and less than the limit for others', () => {
    const asked = ['publish the site on GitHub', 'which CPU', 'Can GitHub host my pages?', ''];
    const { compareTexts } = bundledNearWords();
    for (const query of asked) {
      const all = compareTexts(query, texts);
      for (const least of [0, 0.1, 0.35, 0.9, 1]) {
        for (const [at, cosine] of compareTexts(query, texts, least).entries()) {
          if (all[at]! >= least) expect(cosine).toBe(all[at]);
          else expect(cosine).toBeLessThan(Math.max(least, Number.EPSILON));
        }
      }
    }
  });

  it('finds the text nearer that has the words and the meaning', () => {
    const [hosting, speed] = bundledNearWords().compareTexts('publish my site on GitHub', texts);
    expect(hosting).toBeGreaterThan(speed!);
  });
});

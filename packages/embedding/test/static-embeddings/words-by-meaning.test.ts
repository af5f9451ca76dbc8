import { describe, expect, it } from 'vitest';
import { wordsByMeaning } from '../../src/static-embeddings/index.js';
import { nearWordFinder } from '../../src/static-embeddings/near-words.js';
import { bundledWordVectors } from '../../src/static-embeddings/node.js';

describe('wordsByMeaning', () => {
  const vectors = bundledWordVectors();
  const among = ['banana', 'image', 'images', 'invoice', 'machine', 'money', 'quickly', 'xyzzyx', 'at'];
  const found = wordsByMeaning(vectors, among, 0.5);

  it('gives everyday words with those of the list that are near', () => {
    expect(found.get('picture')?.map(({ word }) => word)).toContain('image');
    expect(found.get('currency')?.map(({ word }) => word)).toEqual(['money']);
  });

  it('has only words that are not in the list, sorted', () => {
    const words = [...found.keys()];
    expect(words.filter((word) => among.includes(word))).toEqual([]);
    expect(words).toEqual([...words].sort());
  });

  it('finds what comparing all vectors finds, but for a few that are barely near', () => {
    const exact = nearWordFinder(vectors);
    const words = vectors.rows
      .words()
      .slice(2000, 5000)
      .filter((word) => /^\p{L}{3,}$/u.test(word));
    const near = words.flatMap((word) =>
      among.includes(word)
        ? []
        : exact(word, among)
            .slice(0, 2)
            .flatMap((each) => (each.similarity >= 0.55 ? [[word, each.word]] : [])),
    );
    const missed = near.filter(([word, other]) => found.get(word!)?.every((each) => each.word !== other) ?? true);
    expect(near.length).toBeGreaterThan(10);
    expect(missed).toEqual([]);
  });
});

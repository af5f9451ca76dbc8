import { describe, expect, it } from 'vitest';
import { nearWordFinder } from '../../src/static-embeddings/near-words.js';
import { bundledNearWords, bundledWordVectors } from '../../src/static-embeddings/node.js';

describe('nearWordFinder', () => {
  const find = nearWordFinder(bundledWordVectors());
  const among = ['banana', 'image', 'images', 'invoice', 'picture', 'xyzzyx'];

  it('gives the nearest words first, without the word itself', () => {
    const words = find('picture', among).map(({ word }) => word);
    expect(words.slice(0, 2).sort()).toEqual(['image', 'images']);
    expect(words).not.toContain('picture');
    expect(words).not.toContain('xyzzyx');
    const similarities = find('picture', among).map(({ similarity }) => similarity);
    expect(similarities).toEqual([...similarities].sort((a, b) => b - a));
    expect(similarities.every((value) => value <= 1.0001 && value >= -1.0001)).toBe(true);
  });

  it('knows nothing of a word that the table does not contain', () => {
    expect(find('xyzzyx', among)).toEqual([]);
  });

  it('answers the same from the bundled table, read when it is asked', () => {
    expect(bundledNearWords()('picture', among)).toEqual(find('picture', among));
  });
});

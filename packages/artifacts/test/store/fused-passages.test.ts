import { expect, it } from 'vitest';
import { fusedPassages } from '../../src/store/hit-list.js';

it('lets vectors of a table count less than words, and those of a model as much', () => {
  const ranking = (...keys: readonly number[]) => keys.map((key, at) => ({ key, score: -at }));
  const [byWords, byVectors] = [ranking(1, 2), ranking(2, 4, 3, 1)];
  const keys = (isTable?: true) =>
    fusedPassages(byWords, byVectors, { ...(isTable && { isTable }) }).map(({ key }) => key);
  expect(keys(true)).toEqual([1, 2, 4, 3]);
  expect(keys()).toEqual([2, 1, 4, 3]);
});

import { expect, it } from 'vitest';
import { fuseRankings } from '../../src/retrieval/parts.js';

const ranking = (...keys: readonly number[]) => keys.map((key, at) => ({ key, score: -at }));

it('lets rankings count alike where no weights are given', () => {
  const fused = fuseRankings([ranking(1, 2), ranking(2, 3)]);
  expect(fused.map(({ key }) => key)).toEqual([2, 1, 3]);
  expect(fused[0]!.score).toBeCloseTo(1 / 62 + 1 / 61, 12);
});

it('lets a ranking of less weight decide only where the other is nearly undecided', () => {
  const [words, near] = [ranking(1, 2), ranking(2, 9, 8, 1)];
  expect(fuseRankings([words, near]).map(({ key }) => key)).toEqual([2, 1, 9, 8]);
  expect(fuseRankings([words, near], [1, 0.25]).map(({ key }) => key)).toEqual([1, 2, 9, 8]);
  expect(fuseRankings([words, near], [1, 0.25])[2]!.score).toBeCloseTo(0.25 / 62, 12);
});

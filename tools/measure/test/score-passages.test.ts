import { expect, test } from 'vitest';
import { scorePassages } from '../src/passages/score-passages.js';
import { locateChunks } from '../src/passages/splitters.js';

test('recall counts what was found once, the union all that was taken', () => {
  const passages = [
    { start: 0, end: 10 },
    { start: 20, end: 30 },
  ];
  const taken = [
    { start: 5, end: 25 },
    { start: 8, end: 12 },
  ];
  expect(scorePassages(passages, taken)).toEqual({ recall: 0.5, intersectionOverUnion: 10 / (24 + 10) });
  expect(scorePassages(passages, [])).toEqual({ recall: 0, intersectionOverUnion: 0 });
});

test('chunks are found though their white space was changed, the second of two equal ones after the first', () => {
  const text = 'One two.\n\tOne two. Three';
  expect(locateChunks(text, ['One  two.', 'One\ntwo. Three', 'Four'])).toEqual([
    { start: 0, end: 8 },
    { start: 10, end: 24 },
  ]);
});

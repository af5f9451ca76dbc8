import { expect, it } from 'vitest';
import { importGraph, roomsInCircles } from '../src/imports/imports.js';

it('puts a room one layer above the highest that it imports', () => {
  const rooms = importGraph([
    {
      path: 'packages/search/src/query.ts',
      imports: ['packages/text/src/words.ts', 'packages/base/src/files.ts', 'node_modules/zod/index.js', 'fs'],
    },
    { path: 'packages/text/src/words.ts', imports: ['packages/base/src/files.ts', 'packages/text/src/lines.ts'] },
    { path: 'packages/text/src/lines.ts', imports: ['packages/base/src/files.ts'] },
    { path: 'packages/base/src/files.ts', imports: [] },
    { path: 'packages/base/test/files.test.ts', imports: ['packages/search/src/query.ts'] },
    { path: 'apps/topicmill/src/main.ts', imports: ['packages/search/src/query.ts'] },
  ]);
  expect(rooms).toEqual([
    { name: 'base', fileCount: 1, imports: [], layer: 1 },
    { name: 'text', fileCount: 2, imports: ['base'], layer: 2 },
    { name: 'search', fileCount: 1, imports: ['base', 'text'], layer: 3 },
  ]);
  expect(roomsInCircles(rooms)).toEqual([]);
});

it('gives rooms in a circle, and those above one, no layer', () => {
  const rooms = importGraph([
    { path: 'packages/base/src/a.ts', imports: [] },
    { path: 'packages/one/src/a.ts', imports: ['packages/two/src/a.ts', 'packages/base/src/a.ts'] },
    { path: 'packages/two/src/a.ts', imports: ['packages/one/src/a.ts'] },
    { path: 'packages/above/src/a.ts', imports: ['packages/one/src/a.ts'] },
  ]);
  expect(rooms.map(({ name, layer }) => [name, layer])).toEqual([
    ['base', 1],
    ['above', undefined],
    ['one', undefined],
    ['two', undefined],
  ]);
  expect(roomsInCircles(rooms)).toEqual(['one', 'two']);
});

import { describe, expect, it } from 'vitest';
import { stemWord, stemWordOfBuiltinV1 } from '../../src/words.js';

describe.each([
  ['stemWord', stemWord],
  ['stemWordOfBuiltinV1', stemWordOfBuiltinV1],
])('%s', (_, stem) => {
  it.each([
    ['serializes serialized serializing serialize', 'serializ'],
    ['caches cached cache caching', 'cach'],
    ['query queries', 'query'],
    ['running runs run', 'run'],
    ['class classes', 'class'],
    ['status', 'status'],
    ['utf16s', 'utf16s'],
    ['größen', 'größen'],
  ])('%s → %s', (words, expected) => {
    expect(words.split(' ').map((word) => stem(word))).toEqual(words.split(' ').map(() => expected));
  });
});

it('of -ied keeps the y, which the vectors of builtin-v1 do not contain', () => {
  expect(['carry', 'carries', 'carried'].map(stemWord)).toEqual(['carry', 'carry', 'carry']);
  expect(['carry', 'carries', 'carried'].map(stemWordOfBuiltinV1)).toEqual(['carry', 'carry', 'carri']);
});

import { describe, expect, it } from 'vitest';
import { stemWord } from '../../src/words.js';

describe('stemWord', () => {
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
    expect(words.split(' ').map((word) => stemWord(word))).toEqual(words.split(' ').map(() => expected));
  });
});

it('of -ied keeps the y', () => {
  expect(['carry', 'carries', 'carried'].map(stemWord)).toEqual(['carry', 'carry', 'carry']);
});

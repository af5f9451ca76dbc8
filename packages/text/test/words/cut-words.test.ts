import { describe, expect, test } from 'vitest';
import {
  characterPairs,
  compoundParts,
  splitAtUnspaced,
  WORD,
  WORD_OR_LANGUAGE,
  WORD_WITH_SIGNS,
} from '../../src/words.js';

test('words differ in the signs that they take in', () => {
  const text = 'C# notes# C++x naïve_path';
  expect(text.match(WORD)).toEqual(['C', 'notes', 'C', 'x', 'naïve', 'path']);
  expect(text.match(WORD_WITH_SIGNS)).toEqual(['C#', 'notes#', 'C++', 'x', 'naïve', 'path']);
  expect(text.match(WORD_OR_LANGUAGE)).toEqual(['C#', 'notes', 'C', 'x', 'naïve', 'path']);
});

describe('compoundParts', () => {
  test.each([
    ['JsonSerializer', ['json', 'serializer']],
    ['HTTPServer', ['http', 'server']],
    ['utf16', ['utf', '16']],
    ['x2y', []],
    ['plain', []],
  ])('of %s', (word, parts) => {
    expect(compoundParts(word)).toEqual(parts);
  });
});

test('scripts without spaces give pairs, apart from what is next to them', () => {
  expect(splitAtUnspaced('js入門app')).toEqual(['js', '入門', 'app']);
  expect(characterPairs('日本ゴム')).toEqual(['日本', '本ゴ', 'ゴム']);
  expect(characterPairs('𠀀')).toEqual(['𠀀']);
});

import { describe, expect, it } from 'vitest';
import { KnownTerms } from '../../src/static-embeddings/known-terms.js';
import { WordRows } from '../../src/static-embeddings/word-rows.js';

/** Counts of the terms of a text, of which all are listed. */
function counted(text: string, names: readonly string[]): Record<string, number> {
  const terms = new KnownTerms(new WordRows(names.join('\n'))).count(text);
  return Object.fromEntries(terms.map(({ row, count }) => [row === undefined ? 'not listed' : names[row]!, count]));
}

describe('KnownTerms', () => {
  it.each([
    ['lower-cases words', 'The Cat the', { the: 2, cat: 1 }],
    ['adds the parts of compound names', 'JsonSerializer', { jsonserializer: 1, json: 1, serializer: 1 }],
    ['keeps capitals of an abbreviation together', 'HTTPServer', { httpserver: 1, http: 1, server: 1 }],
    ['splits digits from letters and drops single characters', 'utf16 x2', { utf16: 1, utf: 1, '16': 1, x2: 1 }],
    ['counts headings three times', '## Cache\ncache', { cache: 4 }],
    ['takes no comment in a fence for a heading', '```sh\n# cache\n```\n# Key', { sh: 1, cache: 1, key: 3 }],
    ['closes a fence only by its own sign', '~~~\n```\n# a1b\n~~~\n# key', { a1b: 1, key: 3 }],
    ['pairs Chinese characters', '向量检索', { 向量: 1, 量检: 1, 检索: 1 }],
    ['keeps a lone character', '我', { 我: 1 }],
    ['pairs across Japanese scripts', '日本ゴム', { 日本: 1, 本ゴ: 1, ゴム: 1 }],
    ['parts Latin from unspaced letters', 'js入門', { js: 1, 入門: 1 }],
    ['pairs characters outside the basic plane whole', '𠀀𠀁', { 𠀀𠀁: 1 }],
    ['reads Cyrillic, Greek and Arabic words', 'Привет ΛΌΓΟΣ كتاب', { привет: 1, λόγος: 1, كتاب: 1 }],
    ['takes full-width letters for plain ones', 'ｊｓｏｎ', { json: 1 }],
    ['counts symbols where there is nothing else', '--- *', { '-': 3, '*': 1 }],
    ['finds nothing in white space', ' \n\t', {}],
  ])('%s', (_, text, expected) => {
    expect(counted(text, Object.keys(expected))).toEqual(expected);
  });
});

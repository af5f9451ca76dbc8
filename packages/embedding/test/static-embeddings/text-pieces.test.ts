import { describe, expect, it } from 'vitest';
import { PieceRows } from '../../src/static-embeddings/piece-rows.js';
import { TextPieces } from '../../src/static-embeddings/text-pieces.js';

/** Counts of the pieces of a text; those without a row are counted together as `other`. */
function counted(text: string, names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { row, count } of new TextPieces(new PieceRows(names.join('\n'))).count(text)) {
    const name = row === undefined ? 'other' : names[row]!;
    counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

describe('TextPieces', () => {
  it.each([
    ['lower-cases words', 'The Cat the', ['the', 'cat'], { the: 2, cat: 1 }],
    [
      'takes the longest pieces from the left',
      'embeddings',
      ['em', 'embed', '##ding', '##dings'],
      { embed: 1, '##dings': 1 },
    ],
    ['takes no piece of a word that has a part without one', 'embeds', ['embed', 'em'], { other: 1 }],
    ['reads the parts of a name one by one', 'JsonSerializer', ['json', 'serializer'], { json: 1, serializer: 1 }],
    ['keeps capitals of an abbreviation together', 'HTTPServer', ['http', 'server'], { http: 1, server: 1 }],
    ['splits digits from letters', 'utf16', ['utf', '16'], { utf: 1, '16': 1 }],
    ['takes accents off', 'naïve Überblick', ['naive', 'uber', '##blick'], { naive: 1, uber: 1, '##blick': 1 }],
    ['counts headings twice', '## Cache\ncache', ['cache'], { cache: 3 }],
    [
      'takes no comment in a fence for a heading',
      '```sh\n# cache\n```\n# Key',
      ['sh', 'cache', 'key'],
      { sh: 1, cache: 1, key: 2 },
    ],
    ['closes a fence only by its own sign', '~~~\n```\n# ab\n~~~\n# key', ['ab', 'key'], { ab: 1, key: 2 }],
    ['takes full-width letters for plain ones', 'ｊｓｏｎ', ['json'], { json: 1 }],
    ['has no rows for other scripts', 'Привет 向量检索', ['向', 'п'], { other: 4 }],
    ['parts Latin from unspaced letters', 'js入門', ['js'], { js: 1, other: 1 }],
    ['counts symbols where there is nothing else', '--- *', ['-'], { other: 4 }],
    ['finds nothing in white space', ' \n\t', ['a'], {}],
  ])('%s', (_, text, names, expected) => {
    expect(counted(text, names)).toEqual(expected);
  });

  it.each([
    ['xqzzv', false],
    ['the kitten', true],
    ['ab 12', false],
    ['xyKitten', true],
    ['kittens', true],
    ['Kïtten', true],
    ['Привет', false],
    ['検索', false],
    ['検索の方法を kitten で', false],
    ['how does kitten read 検索', true],
    ['***', false],
    ['', false],
  ])('says of %j whether it knows anything: %s', (text, expected) => {
    const names = [...'abcdefghijklmnopqrstuvwxyz0123456789'].flatMap((letter) => [letter, `##${letter}`]);
    expect(new TextPieces(new PieceRows(['kitten', ...names].join('\n'))).knowsOf(text)).toBe(expected);
  });
});

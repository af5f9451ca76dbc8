import { describe, expect, it } from 'vitest';
import { f1At } from '../src/keywords/keywords.js';
import { METHODS } from '../src/keywords/methods.js';
import { readExpectedTerms } from '../src/keywords/read-expected-topics.js';

describe('f1At', () => {
  it.each([
    [['a', 'b'], ['b', 'a'], 1],
    [['a', 'b'], ['c'], 0],
    [['a', 'b', 'c'], ['a'], 0.5],
    [['a'], [], 0],
    [[], [], 1],
    [['x', 'y', 'z', 'a'], ['x', 'y', 'b', 'a'], 2 / 3],
  ])('of %j and %j is %d', (found, expected, score) => {
    expect(f1At(3, found, expected)).toBeCloseTo(score, 12);
  });
});

describe('readExpectedTerms', () => {
  it('reads the first column in its order, and what the list says of shares', () => {
    const list = '# Words\n\n| Term | Count | Global Mult |\n|---|---|---|\n| b c | 2x | 1.5x |\n| a | 1 | 2.0x |\n';
    const { expected, globalMultipliers } = readExpectedTerms(list);
    expect(expected).toEqual(['b c', 'a']);
    expect([...globalMultipliers]).toEqual([
      ['b c', 1.5],
      ['a', 2],
    ]);
  });

  it('takes a list without shares, and none', () => {
    const { expected, globalMultipliers } = readExpectedTerms('| Term | Count |\n|---|---|\n| a | 1 |\n');
    expect(expected).toEqual(['a']);
    expect(globalMultipliers.size).toBe(0);
    expect(readExpectedTerms('# Words\n').expected).toEqual([]);
  });
});

describe('each method', () => {
  const texts = [
    '# Build cache\n\nThe build cache keeps files, files, files. The build cache is local.\n',
    '# Query planner\n\nThe query planner reads tables, tables, tables. A query planner is fast.\n',
  ];
  const best: Readonly<Record<string, readonly string[]>> = {
    'as built': ['build cache', 'files'],
    'TF-IDF of the same terms': ['build cache', 'files'],
    'TF-IDF of plain words': ['build', 'cache', 'files'],
  };

  it('is named here', () => expect(METHODS.map(([name]) => name)).toEqual(Object.keys(best)));

  it.each(METHODS)('%s', (name, method) => {
    const terms = method(texts)[0]!;
    expect(terms.slice(0, best[name]!.length)).toEqual(best[name]);
  });
});

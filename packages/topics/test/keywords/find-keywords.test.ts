import { keywordFinder } from '@topicmill/topics/keywords';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, generatedTopic } from './generated-topic.js';

const keywordsOf = (...terms: string[]) => terms.map((term, i) => ({ term, score: 100 - i, count: i + 2 }));
const namesIn = (text: string, ...terms: string[]) => keywordFinder(keywordsOf(...terms))(text).map(({ name }) => name);

describe('keywordFinder', () => {
  it('finds a name in capitals, and not the word that is written like it', () => {
    expect(namesIn('The WHO says so.', 'WHO')).toEqual(['WHO']);
    expect(namesIn('Ask who says so. WHO SAYS SO?', 'WHO')).toEqual([]);
    expect(namesIn('C’est l’argile de l’été.', 'argile', 'été')).toEqual(['argile', 'été']);
  });

  it('gives name, score and count, best first, ties by name', () => {
    const keywords = [
      { term: 'low', score: 1, count: 9 },
      { term: 'b', score: 5, count: 3 },
      { term: 'aa', score: 5, count: 4 },
      { term: 'absent', score: 8, count: 1 },
    ];
    expect(keywordFinder(keywords)('Low b, low AA')).toEqual([
      { name: 'aa', score: 5, count: 4 },
      { name: 'b', score: 5, count: 3 },
      { name: 'low', score: 1, count: 9 },
    ]);
  });

  it('finds whole words only, whatever their case', () => {
    expect(namesIn('Caching a CACHE', 'cache', 'cach', 'caching a')).toEqual(['cache', 'caching a']);
    expect(namesIn('caches, cached', 'cache')).toEqual([]);
  });

  it('takes a hyphen for a space, on both sides', () => {
    expect(namesIn('at compile\ntime', 'compile-time')).toEqual(['compile-time']);
    expect(namesIn('Compile-Time', 'compile time')).toEqual(['compile time']);
    expect(namesIn('compile, time', 'compile-time')).toEqual([]);
  });

  it('finds a compound inside a longer one, and a dotted name only as a whole', () => {
    expect(namesIn('native aot applications', 'native aot applications', 'native aot')).toHaveLength(2);
    expect(namesIn('System.Text.Json.Nodes', 'system.text.json', 'json')).toEqual(['json']);
    expect(namesIn('System.Text.Json', 'system.text.json')).toEqual(['system.text.json']);
    expect(namesIn('system text json', 'system.text.json')).toEqual([]);
  });

  it('finds Han terms inside a run of characters', () => {
    expect(namesIn('自动垃圾回收机制', '垃圾回收', '垃圾', '垃回')).toEqual(['垃圾回收', '垃圾']);
  });

  it('finds nothing in code', () => {
    expect(namesIn('`cache`\n\n```\ncache\n```\n', 'cache')).toEqual([]);
  });

  it('reads a chunk that starts with a line of dashes to its end', () => {
    expect(namesIn('---\ncache\n---\n', 'cache')).toEqual(['cache']);
  });

  it('passes over keywords that no text can hold', () => {
    expect(namesIn('a | b, c', '|', '', 'a | b', '`c`', 'c')).toEqual(['c']);
  });

  it('finds in each text what a search for each keyword alone finds', () => {
    const terms = ['build', 'build time', 'compile-time', 'system.text.json', 'json', 'c#', '数据', 'テスト', 'café'];
    const keywords = keywordsOf(...terms);
    const find = keywordFinder(keywords);
    fc.assert(
      fc.property(fc.oneof(generatedTopic, anyText), (text) => {
        const alone = keywords.flatMap((keyword) => keywordFinder([keyword])(text));
        expect(find(text)).toEqual(alone);
      }),
    );
  });
});

import { FaultsError } from '@topicmill/base/diagnostics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GateTopic, questionsOfLog, readQueryLog } from '../../src/gate/index.js';

const lines = (...searches: readonly object[]): string => searches.map((each) => `${JSON.stringify(each)}\n`).join('');

const topic = (id: string, url: string): GateTopic => ({
  id,
  title: id,
  description: '',
  strategy: '',
  sourceSha256: '',
  chunks: [{ title: id, text: '', sha256: '', url, isCode: false, tokenCount: 1 }],
  questions: [],
  modelQuestions: [],
  questionsSha256: '',
});

describe('a log of searches', () => {
  it('is read as queries, in whatever case, the most frequent first', () => {
    const log = lines(
      { query: 'kiln', count: 3, chosen: '/a', ms: 10 },
      { query: 'glaze', count: 0, ms: 40 },
      { query: ' Glaze ', count: 0, chosen: null },
      { query: '', count: 0 },
    );
    expect(readQueryLog(`${log}\n`, 'log')).toEqual({
      queries: [
        { query: 'glaze', searchCount: 2, emptyCount: 2, chosen: [] },
        { query: 'kiln', searchCount: 1, emptyCount: 0, chosen: ['/a'] },
      ],
      searchCount: 3,
      milliseconds: { median: 10, p95: 40 },
    });
  });

  it('names each line that is no search', () => {
    const read = () =>
      readQueryLog(`${lines({ query: 'kiln', count: 1 })}kiln\n{"query":"x","count":-1}\n`, 'log.jsonl');
    expect(read).toThrow(FaultsError);
    try {
      read();
    } catch (thrown) {
      expect((thrown as FaultsError).diagnostics).toMatchObject([
        { code: 'QUESTIONS_INVALID', file: 'log.jsonl', line: 2 },
        { code: 'QUESTIONS_INVALID', file: 'log.jsonl', line: 3 },
      ]);
    }
  });

  it('loses no search', () => {
    const search = fc.record({ query: fc.constantFrom('a', 'A', 'b c', 'B  C', 'ｄ'), count: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(search), (searches) => {
        const { queries, searchCount } = readQueryLog(lines(...searches), 'log');
        expect(queries.reduce((sum, each) => sum + each.searchCount, 0)).toBe(searches.length);
        expect(searchCount).toBe(searches.length);
        expect(queries.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe('a page that somebody went to', () => {
  const topics = [
    topic('guide/kiln', 'https://docs.example.org/guide/kiln/#firing'),
    topic('guide/glaze', 'https://docs.example.org/guide/glaze.html'),
    topic('', 'https://docs.example.org/'),
  ];
  const right = (chosen: string): string | undefined =>
    questionsOfLog(readQueryLog(lines({ query: 'q', count: 1, chosen }), 'log'), topics).asked[0]?.topic;

  it.each([
    ['https://docs.example.org/guide/kiln/', 'guide/kiln'],
    ['https://docs.example.org/guide/kiln/index.html#firing', 'guide/kiln'],
    ['https://pr-7.preview.example.org/docs/guide/glaze', 'guide/glaze'],
    ['/guide/glaze.html?q=x', 'guide/glaze'],
    ['guide/kiln', 'guide/kiln'],
    ['https://docs.example.org/', ''],
  ])('is right: %s', (address, id) => expect(right(address)).toBe(id));

  it('and several are all right, those that are gone are named', () => {
    const log = readQueryLog(
      lines(
        { query: 'kiln', count: 3, chosen: 'https://docs.example.org/guide/glaze.html' },
        { query: 'kiln', count: 3, chosen: 'https://docs.example.org/guide/kiln/' },
        { query: 'Kiln', count: 3, chosen: 'https://docs.example.org/guide/kiln/#firing' },
        { query: 'wheel', count: 3, chosen: 'https://docs.example.org/wheel/' },
      ),
      'log',
    );
    expect(questionsOfLog(log, topics)).toEqual({
      asked: [{ topic: 'guide/glaze', otherTopics: ['guide/kiln'], text: 'kiln', answer: '', kind: 'people' }],
      unknown: ['https://docs.example.org/wheel/'],
    });
  });
});

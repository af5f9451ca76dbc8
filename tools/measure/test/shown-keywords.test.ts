import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatWordsFile } from '@topicmill/topics/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJudgedKeywords } from '../src/keywords/judged-keywords.js';
import { type Candidate, readCandidates, shownKeywordTables } from '../src/keywords/shown-keywords.js';

const BUILT_INDEX = join(import.meta.dirname, '../../../docs/concepts/keywords/index.json');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shown-keywords-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function judged(yaml: string): string {
  const file = join(folder, 'judged.yaml');
  writeFileSync(file, yaml);
  return file;
}

function writeTopic(id: string, terms: readonly string[], shown: readonly string[]): void {
  mkdirSync(join(folder, id, '_keywords'), { recursive: true });
  const facts = { type: 'single', headerMultiplier: 1, typeMultiplier: 1, globalMultiplier: 2 } as const;
  const rows = terms.map((term, at) => ({ term, ...facts, count: 9 - at, score: 18 - 2 * at }));
  writeFileSync(join(folder, id, '_keywords/words.md'), formatWordsFile(id, rows));
  const index = JSON.parse(readFileSync(BUILT_INDEX, 'utf8'));
  index.keywords = shown.map((name) => ({ name, score: 2, count: 1 }));
  index._embedded.chunks = undefined;
  writeFileSync(join(folder, id, 'index.json'), JSON.stringify(index));
}

describe('readJudgedKeywords', () => {
  it('reads lists, exceptions of topics, and what nobody has judged', () => {
    const yaml = 'nothing: [run, "true"]\nsomething: [glaze]\nin: { kiln: { something: [run] } }\n';
    const judgement = readJudgedKeywords(judged(yaml));
    expect(judgement('run', 'wheel')).toBe('nothing');
    expect(judgement('true', 'wheel')).toBe('nothing');
    expect(judgement('glaze', 'wheel')).toBe('something');
    expect(judgement('clay', 'wheel')).toBeUndefined();
    expect(judgement('run', 'kiln')).toBe('something');
  });

  it('takes all others as telling if told so', () => {
    const judgement = readJudgedKeywords(judged('otherwise: something\nnothing: [run]\n'));
    expect([judgement('run', ''), judgement('clay', '')]).toEqual(['nothing', 'something']);
  });

  it.each(['nothing: [run]\nsomething: [run]\n', 'nothing: run\n', 'nothing: [', 'unknown: []\n'])(
    'refuses %j',
    (yaml) => {
      const file = judged(yaml);
      expect(() => readJudgedKeywords(file)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', file }));
    },
  );
});

it('of singular and plural one is a candidate, shown if either is', () => {
  writeTopic('clay', ['glaze', 'run', 'wheels', 'wheel'], ['glaze', 'wheel']);
  const candidates = readCandidates(folder, (term) => (term === 'run' ? 'nothing' : 'something'));
  expect(candidates.map(({ topic, term, isShown }) => [topic, term, isShown])).toEqual([
    ['clay', 'glaze', true],
    ['clay', 'run', false],
    ['clay', 'wheel', true],
  ]);
});

it('a folder without built topics is refused', () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  expect(() => readCandidates(empty, () => undefined)).toThrow(expect.objectContaining({ code: 'DOCS_ROOT_MISSING' }));
});

it('shares are of what was judged, each time and distinct', () => {
  const of = (term: string, topic: string, isShown: boolean, verdict: Candidate['verdict']): Candidate => ({
    term,
    topic,
    isShown,
    verdict,
  });
  const [shares, nothing, lost, open] = shownKeywordTables([
    of('run', 'kiln', true, 'nothing'),
    of('run', 'wheel', true, 'nothing'),
    of('run', 'clay', false, 'something'),
    of('glaze', 'kiln', true, 'something'),
    of('clay', 'clay', true, undefined),
  ]);
  expect(shares!.rows.map(({ values }) => values)).toEqual([
    [5, 2, '50.0', 1],
    [3, 1, '50.0', 1],
    [4, 2, '66.7', 1],
    [3, 1, '50.0', 1],
  ]);
  expect(shares!.notes.join(' ')).toContain('Of 2 terms that say something, 1 are not shown (50.0 %).');
  expect([nothing, lost, open].map((table) => table!.rows)).toEqual([
    [{ name: 'run', values: [2] }],
    [{ name: 'run', values: [1] }],
    [{ name: 'clay', values: [1] }],
  ]);
});

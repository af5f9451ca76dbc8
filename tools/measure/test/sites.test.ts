import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { describe, expect, it } from 'vitest';
import { readSitePages } from '../src/sites/read-site-pages.js';
import { readSites } from '../src/sites/site-files.js';
import { openIndex, orderedByReaders } from '../src/sites/site-searchers.js';
import { type AskedQuestion, siteTables } from '../src/sites/site-tables.js';
import { askUnanswered, unansweredTable } from '../src/sites/unanswered-questions.js';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sites-'));
  return new FileFolder(folder, files).root;
}

const LISTED = JSON.stringify([{ name: 'tea', repository: 'owner/tea', commit: 'a1'.repeat(20), use: 'report' }]);
const CONFIG = 'sources: pages\ndocsRoot: docs\nsite: { generator: mkdocs }\n';

describe('readSites', () => {
  it('puts the files of several writers and folders together', () => {
    const ours = folderWith({
      'sites.json': LISTED,
      'tea/topicmill.yaml': CONFIG,
      'tea/a.questions.yaml': 'questions: [{page: a.md, question: how long, kind: everyday}]\n',
      'tea/a.expansions.json': '{"a.md": ["one", "two"]}\n',
      'tea/readers.orders.json': '{"plain": {"how long": ["b.md", "a.md"]}}\n',
    });
    const outside = folderWith({
      'tea/b.questions.yaml': 'questions: [{page: [a.md, b.md], question: how hot, kind: people}]\n',
      'tea/b.expansions.json': '{"a.md": ["three"]}\n',
    });
    const [site] = readSites([ours, outside]);
    expect(site?.questions).toMatchObject([
      { pages: ['a.md'], question: 'how long', kind: 'everyday' },
      { pages: ['a.md', 'b.md'], question: 'how hot', kind: 'people' },
    ]);
    expect(site?.expansions.get('a.md')).toEqual(['one', 'two', 'three']);
    expect(site?.orders.plain.get('how long')).toEqual(['b.md', 'a.md']);
    expect(site?.orders.expanded.size).toBe(0);
  });

  it('adds the sites that another folder lists, and keeps the first of two that are called the same', () => {
    const ours = folderWith({ 'sites.json': LISTED, 'tea/topicmill.yaml': CONFIG });
    const other = JSON.parse(LISTED)[0];
    const outside = folderWith({
      'sites.json': JSON.stringify([
        { ...other, use: 'choose' },
        { ...other, name: 'coffee' },
      ]),
      'coffee/topicmill.yaml': CONFIG,
      'coffee/a.questions.yaml': 'questions: [{page: a.md, question: how strong, kind: people}]\n',
    });
    const sites = readSites([ours, outside]);
    expect(sites.map(({ name, use, questions }) => [name, use, questions.length])).toEqual([
      ['tea', 'report', 0],
      ['coffee', 'report', 1],
    ]);
  });

  it('refuses a question about a page that is not there', async () => {
    const checkout = folderWith({ 'docs/a.md': '# Tea\n\nLeaves steep in hot water.\n' });
    const [site] = readSites([folderWith({ 'sites.json': LISTED, 'tea/topicmill.yaml': CONFIG })]);
    expect((await readSitePages(checkout, site!)).idOf).toEqual(new Map([['a.md', 'a']]));
    const asking = { ...site!, expansions: new Map([['b.md', ['how hot']]]) };
    await expect(readSitePages(checkout, asking)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});

describe('askUnanswered', () => {
  it('doubts answers about another product, and of pages that are missing', async () => {
    const questions = folderWith({
      'sites.json': JSON.stringify(['tea', 'bikes'].map((name) => ({ ...JSON.parse(LISTED)[0], name }))),
      'tea/topicmill.yaml': CONFIG,
      'tea/a.questions.yaml': 'questions: [{page: water.md, question: how hot is the water, kind: terms}]\n',
      'bikes/topicmill.yaml': CONFIG,
      'bikes/a.questions.yaml': 'questions: [{page: chain.md, question: replace a rusty bicycle chain, kind: terms}]\n',
    });
    const checkout = folderWith({
      'docs/leaves.md': '# Leaves\n\nGreen leaves are dried in the shade of a roof.\n',
      'docs/water.md': '# Hot water\n\nThe water is hot: 80 degrees Celsius for green leaves.\n',
    });
    const sites = readSites([questions]);
    const pages = await readSitePages(checkout, sites[0]!);
    const asked = await askUnanswered(sites[0]!, pages, sites, (topics) => openIndex({ ...pages, topics }, new Map()));
    const doubted = (kind: 'answered' | 'withoutPages' | 'foreign') => asked[kind].map((each) => each.doubted);
    expect([doubted('answered'), doubted('withoutPages'), doubted('foreign')]).toEqual([[false], [true], [true]]);
    expect(unansweredTable([asked]).rows.map(({ name, values }) => [name, ...values])).toContainEqual([
      'tea',
      1,
      '0.0 / 0.0',
      '100.0 / 100.0',
      '100.0 / 100.0',
    ]);
  });
});

describe('the folders of questions in this repository', () => {
  it('have the format, and a page for each question', () => {
    const sites = readSites([join(import.meta.dirname, '../questions')]);
    expect(sites.length).toBeGreaterThanOrEqual(5);
    expect(new Set(sites.map(({ use }) => use))).toEqual(new Set(['choose', 'report']));
  });
});

describe('siteTables', () => {
  it('keeps kinds apart, and chooses settings of others by the sites for choosing', () => {
    const asked = (use: 'choose' | 'report', low: number, high: number): AskedQuestion => ({
      site: use,
      use,
      kind: 'people',
      question: '?',
      ranks: new Map([
        ['topicmill hybrid', 1],
        ['MiniSearch, title × 1', low],
        ['MiniSearch, title × 8', high],
      ]),
    });
    const [table, ...others] = siteTables([asked('choose', 2, 1), asked('report', 1, 4)], 'as they are');
    expect(others).toEqual([]);
    expect(table?.columns).toEqual([
      'questions',
      'topicmill hybrid',
      'MiniSearch, title × 8',
      'ahead of the best other',
    ]);
    expect(table?.rows.at(-1)).toEqual({
      name: 'all for reporting',
      values: [1, '100.0 / 100.0 / 1.000', '0.0 / 0.0 / 0.250', '+0.750 (+0.750 to +0.750)'],
    });
  });
});

describe('orderedByReaders', () => {
  const found = Array.from({ length: 25 }, (_, at) => `t${at}`);
  const searcher = { name: 'own', family: 'own', search: async () => ({ topics: found }) };

  it('puts what readers chose among the first twenty pages first, and keeps the order of the others', async () => {
    const ordered = orderedByReaders(searcher, () => ['t19', 'gone', 't2', 't20']);
    expect(ordered.name).toBe('own, ordered by readers');
    const { topics } = await ordered.search('q');
    expect(topics.slice(0, 4)).toEqual(['t19', 't2', 't0', 't1']);
    expect([...topics].sort()).toEqual([...found].sort());
  });

  it('keeps the order of the search where no reader was asked', async () => {
    expect((await orderedByReaders(searcher, () => []).search('q')).topics).toEqual(found);
  });
});

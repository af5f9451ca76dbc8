import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  memoryLoader,
  openInstantSearch,
  openSearchIndex,
  remarksOn,
  type WordKnowledge,
} from '../../src/retrieval/index.js';
import { loaderOf, publishedFiles, topicOf } from './sample-docs.js';

const topics = [
  topicOf(
    'alerts',
    'Alerts',
    '# Alerts\nAnomaly detection works on rates; it does eat memory. The process dives deep.',
  ),
  topicOf(
    'stores',
    'Stores',
    '# Stores\nStorage keeps samples. Set ssh keys for the remote write receiver, nats or http.',
  ),
];
const none: WordKnowledge = { isWord: (word) => ['dies', 'reports'].includes(word) };

async function answer(query: string, words?: WordKnowledge) {
  const response = await (await openSearchIndex(loaderOf(topics), undefined, words)).search(query);
  return { ...response, remarks: remarksOn(response) };
}

describe('words that the docs do not contain', () => {
  it.each([
    ['another first letter', 'retention', 'retention'],
    ['another first letter of a short word', 'bats http', 'bats'],
    ['an abbreviation', 'ssl', 'ssl'],
    ['part of a dotted name', 'remote.recever', 'recever'],
    ['part of a name with underscores', 'samples remote_recever', 'recever'],
    ['part of an option', '--remote-recever samples', 'recever'],
    ['part of a name next to a longer word', 'remote.recever for receverless', 'recever'],
  ])('are not in the docs rather than misspelt: %s', async (_, query, missing) => {
    const { corrections, missingWords, remarks } = await answer(query);
    expect(corrections).toEqual([]);
    expect(missingWords).toContain(missing);
    expect(remarks.join(' ')).toContain('Not in the docs: ');
  });

  it('are misspelt where nothing speaks against it, which is said', async () => {
    const { corrections, missingWords, results, remarks } = await answer('recever and storge');
    expect(corrections.map(({ spelling }) => spelling)).toEqual(['receiver', 'storage']);
    expect(missingWords).toEqual(['recever', 'storge']);
    expect(results[0]!.match.words).toEqual(['receiver', 'storage']);
    expect(remarks).toEqual(['Searched for “receiver”, “storage” instead of “recever”, “storge”.']);
  });

  it.each([
    ['two letters of eight', 'recaivir', ['receiver']],
    ['two letters of seven', 'sturege', []],
    ['the first of eight letters', 'deceiver', ['receiver']],
    ['the first of seven letters', 'ztorage', []],
  ])('are misspelt with %s wrong, or not', async (_, query, spellings) => {
    expect((await answer(query)).corrections.map(({ spelling }) => spelling)).toEqual(spellings);
  });

  it('are misspelt where a query has them in a name and by themselves', async () => {
    const { corrections } = await answer('remote.recever and a recever');
    expect(new Set(corrections.map(({ spelling }) => spelling))).toEqual(new Set(['receiver']));
  });

  it('are no mistakes where they are known to be words', async () => {
    expect((await answer('dies')).corrections).toEqual([{ word: 'dies', spelling: 'dives' }]);
    expect(await answer('dies', none)).toMatchObject({ corrections: [], missingWords: ['dies'], results: [] });
  });

  it('are no mistakes where an index says that they are words', async () => {
    const misspelt = async (everydayWords?: readonly string[]) => {
      const files = buildSearchIndex(topics, { everydayWords });
      const index = await openInstantSearch(memoryLoader(publishedFiles(files)));
      return (await index.search('dies ')).correctedQuery;
    };
    expect([await misspelt(), await misspelt(['dies', 'sells'])]).toEqual(['dives ', undefined]);
  });

  it('do not become words that carry sentences', async () => {
    expect((await answer('doest')).corrections).toEqual([]);
  });
});

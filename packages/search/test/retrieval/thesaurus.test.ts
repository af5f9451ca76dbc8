import { MAX_GROWTH, timeGrowth } from '@topicmill/test-support/time-growth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  memoryLoader,
  openInstantSearch,
  openSearchIndex,
  type SearchIndexOptions,
  type SearchOptions,
  type SearchResponse,
  type SearchTopic,
  type Thesaurus,
  type WordKnowledge,
} from '../../src/retrieval/index.js';
import { longestMatches } from '../../src/retrieval/ranking/thesaurus.js';
import { readThesaurus, thesaurusFor } from '../../src/retrieval/search-index/thesaurus.js';
import { OTHERS, publishedFiles, topicOf } from './sample-docs.js';

interface Asked extends SearchOptions {
  readonly lines?: string;
  readonly synonyms?: SearchIndexOptions['synonyms'];
}

/** Scores of the topics that are found, the best first. */
async function scores(
  topics: readonly SearchTopic[],
  query: string,
  { lines, synonyms, ...options }: Asked = {},
): Promise<readonly (readonly [topic: string, score: number])[]> {
  const files = publishedFiles(buildSearchIndex([...OTHERS, ...topics], { synonyms }));
  const words = lines === undefined ? undefined : { thesaurus: readThesaurus(lines) };
  const { results } = await (await openSearchIndex(memoryLoader(files), undefined, words)).search(query, options);
  return results.map(({ topic, score }) => [topic, score]);
}

async function found(topics: readonly SearchTopic[], query: string, asked?: Asked): Promise<string[]> {
  return (await scores(topics, query, asked)).map(([topic]) => topic);
}

describe('a thesaurus', () => {
  const deploy = topicOf('deploy', 'Deploy', 'Deploy it to a host.');
  const query = 'how do I put my site online';
  const lines = 'online\tnetwork\nput my site online\tdeploy,release';

  it('finds what docs call an everyday phrase, where it is asked in the mode hybrid', async () => {
    expect(await found([deploy], query)).toEqual([]);
    expect(await found([deploy], query, { lines })).toEqual(['deploy']);
    expect(await found([deploy], query, { lines, mode: 'bm25' })).toEqual([]);
  });

  it('goes by the longest phrase at a place', async () => {
    const network = topicOf('network', 'Network', 'The network is down.');
    expect(await found([deploy, network], query, { lines })).toEqual(['deploy']);
    expect(await found([deploy, network], 'be online', { lines })).toEqual(['network']);
  });

  it('counts less than the words themselves', async () => {
    const own = topicOf('own', 'Upload', 'Upload it to a host.');
    const other = topicOf('other', 'Deploy', 'Deploy it to a host.');
    expect(await found([other, own], 'upload', { lines: 'upload\tdeploy' })).toEqual(['own', 'other']);
  });

  it('counts the terms of an entry as one: a page with all of them is no better than one that says one as often', async () => {
    const one = topicOf('one', 'First', 'Deploy, deploy, deploy.');
    const all = topicOf('all', 'Second', 'Deploy, release, publish.');
    const asked = { lines: 'put online\tdeploy,release,publish' };
    expect((await found([all, one], 'put online', asked))[0]).toBe('one');
  });

  it('takes the terms for no rarer than the phrase', async () => {
    const rare = topicOf('rare', 'Frost', 'Quench it.');
    const cold = OTHERS.map(({ id }) => id);
    // All others say "eaten" and "cold"; one alone says "quench".
    expect((await found([rare], 'eaten cold', { lines: 'cold\tquench' })).slice(0, cold.length).sort()).toEqual(
      [...cold].sort(),
    );
  });

  it('says nothing of a phrase for which the docs have synonyms of their own', async () => {
    const upload = topicOf('upload', 'Upload', 'Upload it to a host.');
    const own = { lines: 'put online\tdeploy', synonyms: [['put online', 'upload']] };
    expect(await found([deploy, upload], 'put online', own)).toEqual(['upload']);
    expect(await found([deploy, upload], 'put online', { ...own, synonyms: [['else', 'upload']] })).toEqual(['deploy']);
  });

  it('does not count a word again that the query has', async () => {
    const asked = 'put online deploy';
    expect(await scores([deploy], asked, { lines: 'put online\tdeploy' })).toEqual(await scores([deploy], asked));
  });

  it('changes nothing about a query that has none of its phrases', async () => {
    const word = fc.constantFrom('rice', 'bread', 'eaten', 'cold', 'deploy', 'host', 'of');
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 5 }), async (words) => {
        const asked = words.join(' ');
        expect(await scores([deploy], asked, { lines })).toEqual(await scores([deploy], asked));
      }),
      { numRuns: 20 },
    );
  });
});

describe('related words', () => {
  const deploy = topicOf('deploy', 'Deploying', 'Deploy it to a host.');
  const ask = async (query: string, words: WordKnowledge): Promise<SearchResponse> => {
    const loader = memoryLoader(publishedFiles(buildSearchIndex([...OTHERS, deploy])));
    return (await openSearchIndex(loader, undefined, words)).search(query);
  };
  const thesaurus = readThesaurus('put online\tdeploy,release,web host');
  const calledDeploy = { thesaurus };

  it('a result names the words that it contains, and what of the query they stand for', async () => {
    const { results } = await ask('Put ONLINE, cold', calledDeploy);
    const matches = new Map(results.map(({ topic, match }) => [topic, match.relatedWords]));
    expect(matches.get('deploy')).toEqual([{ phrase: 'Put ONLINE', words: ['deploy', 'host'] }]);
    expect(matches.get('rice')).toEqual([]);
  });

  it('results that have no word of the query are not said to match by meaning only, but by related words', async () => {
    const { byMeaningOnly, relatedOnly, missingWords } = await ask('put my things online; put online', calledDeploy);
    expect({ byMeaningOnly, relatedOnly }).toEqual({
      byMeaningOnly: false,
      relatedOnly: [{ phrase: 'put online', words: ['deploy', 'host'] }],
    });
    expect(missingWords).toContain('online');
    expect(await ask('put online, cold', calledDeploy)).not.toHaveProperty('relatedOnly');
  });
});

describe('the thesaurus of an index', () => {
  const online = topicOf('online', 'Going live', 'Deploy it to a host.');
  const lines = 'online\tnetwork\nput online\tdeploy,release\nput it away\tarchive';
  const filesOf = (asked: SearchIndexOptions = {}) =>
    publishedFiles(buildSearchIndex([...OTHERS, online], { thesaurus: lines, ...asked }));

  /** Opens an index, and tells which of its files were read. */
  async function opened(asked?: SearchIndexOptions) {
    const memory = memoryLoader(filesOf(asked));
    const texts: string[] = [];
    const index = await openInstantSearch({
      async read(path, range) {
        const bytes = await memory.read(path, range);
        texts.push(new TextDecoder().decode(bytes));
        return bytes;
      },
    });
    return { index, loadCount: () => texts.filter((text) => text.includes('put online')).length };
  }

  it('finds while people type what the docs call a phrase, marks it and says so', async () => {
    const { index } = await opened({ withTexts: true });
    const { pages, relatedWords, missingWords } = await index.search('put online');
    expect(pages.map(({ id }) => id)).toEqual(['online']);
    const related = [{ phrase: 'put online', words: ['deploy'] }];
    expect([relatedWords, pages[0]!.sections[0]!.relatedWords]).toEqual([related, related]);
    expect(missingWords).toEqual(['put', 'online']);
    const passage = await index.passage(pages[0]!.sections[0]!, 'put online');
    expect(passage.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['Deploy']);
  });

  it('is loaded once, with the first search of the texts, and not for titles', async () => {
    const { index, loadCount } = await opened();
    await index.filters();
    await index.search('going', { titlesOnly: true });
    expect(loadCount()).toBe(0);
    await index.search('going');
    expect(loadCount()).toBe(1);
    for (const query of ['put', 'put online', 'rice']) await index.search(query);
    expect(loadCount()).toBe(1);
  });

  it('gives the same order to the first search as to later ones', async () => {
    const queries = ['put online', 'eaten cold', 'put it cold', 'put online rice'];
    for (const query of queries) {
      const { index: fresh } = await opened();
      const { index: used } = await opened();
      for (const other of queries) await used.search(other);
      expect(await fresh.search(query)).toEqual(await used.search(query));
    }
  });

  it('leaves a phrase to the synonyms of a team', async () => {
    const { index } = await opened({ synonyms: [['put online', 'plums']] });
    const { pages, relatedWords } = await index.search('put online');
    expect([pages.map(({ id }) => id), relatedWords]).toEqual([['plums'], []]);
  });

  it('is not there if the docs have none of its terms', () => {
    const manifest = (thesaurus: string) =>
      JSON.parse(new TextDecoder().decode(filesOf({ thesaurus }).get('_search/manifest.json'))) as object;
    expect(manifest('online\tnetwork')).not.toHaveProperty('thesaurus');
    expect(manifest('online\thost')).toHaveProperty('thesaurus');
  });

  it('finds the same as the whole one in the docs that it was made for', () => {
    const word = fc.constantFrom('a1', 'b1', 'c1', 'd1');
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 });
    const line = fc.record({ phrase, terms: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.subarray(['a1', 'b1', 'c1', 'd1']),
        phrase,
        phrase,
        (all, docs, one, two) => {
          const text = all.map((each) => `${each.phrase.join(' ')}\t${each.terms}`).join('\n');
          const found = (thesaurus: Thesaurus) =>
            longestMatches([...one, ...two], thesaurus).flatMap(({ entry, start, end }) => {
              const terms = entry.terms.map(({ term }) => term).filter((term) => docs.includes(term));
              return terms.length === 0 ? [] : [[start, end, ...terms.sort()]];
            });
          const restricted = thesaurusFor((term) => docs.includes(term), text);
          expect(found(readThesaurus(restricted))).toEqual(found(readThesaurus(text)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has neither terms that the docs lack, nor phrases without a term, and phrases with the same terms in one line', () => {
    const docs = ['deploy', 'host'];
    const all = 'send up\tdeploy,upload\nput online\tdeploy\nlose\tdelete\nweb place\thost,site host';
    expect(thesaurusFor((term) => docs.includes(term), all)).toBe(
      'send up,put online\tdeploy\nweb place\thost,site host',
    );
  });
});

describe('longestMatches', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(word, { maxLength: 8 });
  const phrases = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 3 }), { selector: String, maxLength: 8 });
  const thesaurusOf = (list: readonly (readonly string[])[]): Thesaurus => {
    const entries = list.map((phrase) => ({ phrase, terms: [] }));
    return (stem) => entries.filter(({ phrase }) => phrase[0] === stem);
  };

  it('finds each phrase once, where its words are, and none within a longer one', () => {
    fc.assert(
      fc.property(words, phrases, (asked, list) => {
        const matches = longestMatches(asked, thesaurusOf(list));
        expect(new Set(matches.map(({ entry }) => entry)).size).toBe(matches.length);
        for (const { entry, start, end } of matches) expect(asked.slice(start, end)).toEqual(entry.phrase);
      }),
    );
  });

  it('leaves out a phrase only if each of its places is within a longer one', () => {
    fc.assert(
      fc.property(words, phrases, (asked, list) => {
        const placesOf = (phrase: readonly string[]): number[] =>
          [...asked.keys()].filter((at) => phrase.every((each, offset) => asked[at + offset] === each));
        const spans = list.flatMap((phrase) => placesOf(phrase).map((at) => [at, at + phrase.length] as const));
        const expected = list.filter((phrase) =>
          placesOf(phrase).some(
            (at) =>
              !spans.some(([start, end]) => start <= at && at + phrase.length <= end && end - start > phrase.length),
          ),
        );
        const matched = longestMatches(asked, thesaurusOf(list)).map(({ entry }) => String(entry.phrase));
        expect(matched.sort()).toEqual(expected.map(String).sort());
      }),
    );
  });

  it('takes time in proportion to the query', async () => {
    const thesaurus = thesaurusOf([['a'], ['a', 'b'], ['b', 'c']]);
    const growth = await timeGrowth((count) => {
      const asked = Array.from({ length: count }, (_, at) => ['a', 'b', 'c'][at % 3]!);
      return () => longestMatches(asked, thesaurus);
    });
    expect(growth).toBeLessThanOrEqual(MAX_GROWTH);
  });
});

import { MAX_GROWTH, timeGrowth } from '@topicmill/test-support/time-growth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  memoryLoader,
  openSearchIndex,
  type SearchIndexOptions,
  type SearchOptions,
  type SearchTopic,
  type Thesaurus,
} from '../../src/retrieval/index.js';
import { longestMatches } from '../../src/retrieval/ranking/thesaurus.js';
import { readThesaurus } from '../../src/thesaurus/read-thesaurus.js';
import { publishedFiles, topicOf } from './sample-docs.js';

const OTHERS = ['rice', 'bread', 'soup', 'salt', 'beans', 'plums'].map((food) =>
  topicOf(food, food, `Of ${food}: it is eaten cold.`),
);

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
  const nearWords = lines === undefined ? undefined : Object.assign(() => [], { thesaurus: readThesaurus(lines) });
  const { results } = await (await openSearchIndex(memoryLoader(files), undefined, nearWords)).search(query, options);
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

  it('says that what it finds has no word of the query', async () => {
    const loader = memoryLoader(publishedFiles(buildSearchIndex([...OTHERS, deploy])));
    const nearWords = Object.assign(() => [], { thesaurus: readThesaurus(lines) });
    const answer = await (await openSearchIndex(loader, undefined, nearWords)).search(query);
    expect(answer.byMeaningOnly).toBe(true);
    expect(answer.missingWords).toContain('online');
    expect(answer.results[0]!.match.words).toEqual([]);
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

describe('longestMatches', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const words = fc.array(word, { maxLength: 8 });
  const phrases = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 3 }), { selector: String, maxLength: 8 });
  const thesaurusOf = (list: readonly (readonly string[])[]): Thesaurus => {
    const entries = list.map((phrase) => ({ phrase, terms: ['x'] }));
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

  it('takes time in proportion to the query', () => {
    const thesaurus = thesaurusOf([['a'], ['a', 'b'], ['b', 'c']]);
    const growth = timeGrowth((count) => {
      const asked = Array.from({ length: count }, (_, at) => ['a', 'b', 'c'][at % 3]!);
      return () => longestMatches(asked, thesaurus);
    });
    expect(growth).toBeLessThanOrEqual(MAX_GROWTH);
  });
});

import { describe, expect, it } from 'vitest';
import {
  analyzeText,
  buildSearchIndex,
  memoryLoader,
  openSearchIndex,
  readTermDescriptions,
  type SearchOptions,
  type SearchResult,
  type SearchTopic,
} from '../../src/retrieval/index.js';
import { chunkOf, OTHERS, publishedFiles, questionOf, topicOf } from './sample-docs.js';

const REDIRECT = topicOf('redirect', 'Redirect', 'A redirect leads visitors on.');
const QUERY = 'old links should still work after a rename';

const described = (description: string, names: string): string => `${analyzeText(description).join(' ')}\t${names}`;

async function search(
  topics: readonly SearchTopic[],
  lines: string | undefined,
  { query = QUERY, ...options }: SearchOptions & { readonly query?: string } = {},
): Promise<readonly SearchResult[]> {
  const files = publishedFiles(buildSearchIndex([...OTHERS, ...topics]));
  const known = lines === undefined ? {} : { descriptions: readTermDescriptions(lines) };
  const index = await openSearchIndex(
    memoryLoader(files),
    undefined,
    Object.assign(() => [], known),
  );
  return (await index.search(query, options)).results;
}

describe('terms that a query describes', () => {
  const lines = described('old links work', 'redirect');

  it('find what the query has no word of, and say by which of its words', async () => {
    expect(await search([REDIRECT], undefined)).toEqual([]);
    const [first] = await search([REDIRECT], lines);
    expect(first).toMatchObject({
      topic: 'redirect',
      match: { relatedWords: [{ phrase: 'old links work', words: ['redirect'] }] },
    });
  });

  it('are found by descriptions of which the query has a part', async () => {
    expect((await search([REDIRECT], described('old links not found', 'redirect')))[0]?.topic).toBe('redirect');
    expect(await search([REDIRECT], described('links elsewhere', 'redirect'))).toEqual([]);
  });

  it('count nothing where a chunk has all words of the query', async () => {
    const whole = topicOf('rename', 'Names', 'Old links should still work after a rename.');
    const scores = async (own: string | undefined): Promise<number[]> =>
      (await search([whole, REDIRECT], own)).map(({ score }) => score);
    expect(await scores(lines)).toEqual(await scores(undefined));
  });

  it('count more, the fewer words of the query a chunk has', async () => {
    const scoreOf = async (text: string): Promise<number> =>
      (await search([topicOf('names', 'Names', text), REDIRECT], lines)).find(({ topic }) => topic === 'redirect')!
        .score;
    const [some, most] = [await scoreOf('Old links.'), await scoreOf('Old links still work after it.')];
    expect(some).toBeGreaterThan(most);
  });

  it('count in a hybrid search alone', async () => {
    expect(await search([REDIRECT], lines, { mode: 'bm25' })).toEqual([]);
  });

  it('do not count in written questions, which have the words of people', async () => {
    const questions = [questionOf('What is a redirect?')];
    const asked = topicOf('asked', 'Asked', chunkOf('Nothing of it.', { questions }));
    expect((await search([asked], undefined, { query: 'redirect' }))[0]?.topic).toBe('asked');
    expect(await search([asked], lines)).toEqual([]);
  });
});

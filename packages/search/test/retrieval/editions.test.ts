import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  type CurrentEditions,
  memoryLoader,
  openInstantSearch,
  openSearchIndex,
  remarksOn,
  type SearchOptions,
  type SearchTopic,
} from '../../src/retrieval/index.js';
import { publishedFiles, topicOf } from './sample-docs.js';

function page(root: string, path: string, version?: string, locale?: string): SearchTopic {
  const topic = topicOf(`${root}/${path}`, 'Firing', '# Firing\nThe kiln gets hot, by steps.');
  return { ...topic, edition: { root, version, locale } };
}

const topics = [
  page('docs', 'guide/firing', '2', 'en'),
  page('docs-1', 'guide/firing', '1', 'en'),
  page('docs-fr', 'guide/firing', '2', 'fr'),
  page('tools', 'use/firing', undefined, 'en'),
  topicOf('about', 'About', 'Who has the kiln.'),
];
const current: CurrentEditions = { versions: ['2'], locale: 'en' };
const loader = memoryLoader(publishedFiles(buildSearchIndex(topics, { current })));

async function found(options: SearchOptions = {}): Promise<string[]> {
  const { results } = await (await openSearchIndex(loader)).search('kiln', options);
  return results.map(({ topic }) => topic).sort();
}

async function foundWhileTyping(options = {}): Promise<string[]> {
  const { pages } = await (await openInstantSearch(loader)).search('kil', options);
  return pages.map(({ id }) => id).sort();
}

describe('docs in several versions and languages', () => {
  it.each([
    [{}, ['about', 'docs/guide/firing', 'tools/use/firing']],
    [{ version: '1' }, ['about', 'docs-1/guide/firing', 'tools/use/firing']],
    [{ version: 'all' }, ['about', 'docs-1/guide/firing', 'docs/guide/firing', 'tools/use/firing']],
    [{ locale: 'fr' }, ['about', 'docs-fr/guide/firing']],
    [{ locale: 'all' }, ['about', 'docs-fr/guide/firing', 'docs/guide/firing', 'tools/use/firing']],
    [{ version: 'all', locale: 'all' }, topics.map(({ id }) => id).sort()],
  ])('are searched as far as %j asks', async (options, expected) => {
    expect(await found(options)).toEqual(expected);
    expect(await found({ ...options, mode: 'bm25' })).toEqual(expected);
    expect(await foundWhileTyping(options)).toEqual(expected);
  });

  it('are named where a query may be in a language that was not searched', async () => {
    const index = await openSearchIndex(loader);
    const others = async (query: string, options: SearchOptions = {}) =>
      (await index.search(query, options)).otherLocales;
    expect(await others('température du kiln maximale')).toEqual(['fr']);
    expect(await others('窯の温度')).toEqual(['fr']);
    expect(await others('kiln steps')).toBeUndefined();
    expect(await others('température maximale', { locale: 'en' })).toBeUndefined();
    expect(remarksOn(await index.search('窯の温度'))).toContain('Not searched: the docs in the locale fr.');
  });

  it('are left out when the vectors are compared, too', async () => {
    const vector = Float32Array.of(1, 0);
    const embedded = topics.map((topic) => ({ ...topic, chunks: topic.chunks.map((chunk) => ({ ...chunk, vector })) }));
    const files = publishedFiles(buildSearchIndex(embedded, { model: 'm', current }));
    const index = await openSearchIndex(memoryLoader(files), async () => vector);
    for (const mode of ['vectors', 'hybrid'] as const) {
      const { results } = await index.search('furnace', { mode, version: '1' });
      expect(results.map(({ topic }) => topic).sort()).toEqual(['about', 'docs-1/guide/firing', 'tools/use/firing']);
    }
  });

  it('are found where the topic is named, whatever is current; and a version next to it counts', async () => {
    expect(await found({ topic: 'docs-1/guide/firing' })).toEqual(['docs-1/guide/firing']);
    expect(await found({ topic: 'docs-1/guide/firing', version: '2' })).toEqual([]);
  });

  it('are named by each result', async () => {
    const { results } = await (await openSearchIndex(loader)).search('kiln', { version: '1' });
    const firing = results.find(({ topic }) => topic === 'docs-1/guide/firing');
    expect(firing).toMatchObject({ version: '1', locale: 'en' });
    const { pages } = await (await openInstantSearch(loader)).search('kiln', { version: '1' });
    expect(pages.find(({ id }) => id === 'docs-1/guide/firing')).toMatchObject({ version: '1', locale: 'en' });
  });

  it('are refused where they do not exist, alone or together, with those that do', async () => {
    await expect(found({ version: '9' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: 'There is no version "9".',
      remedy: 'Ask for one of 1, 2, or for all.',
    });
    await expect(found({ locale: 'de' })).rejects.toMatchObject({ message: 'There is no locale "de".' });
    const only = buildSearchIndex([page('a', 'x', '2', 'en'), page('b', 'x', '1', 'fr')], { current });
    const index = await openSearchIndex(memoryLoader(publishedFiles(only)));
    await expect(index.search('kiln', { locale: 'fr' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: 'No page has version 2 in locale fr.',
      remedy: 'Ask for one of 2 in en, 1 in fr, or for all.',
    });
    const without = await openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex([topics[4]!]))));
    await expect(without.search('kiln', { version: '1' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect((await without.search('kiln', { version: 'all' })).results).toHaveLength(1);
  });

  it('can be chosen from, with folders that are those of every version', async () => {
    const index = await openInstantSearch(loader);
    expect(await index.filters()).toEqual({
      versions: ['1', '2'],
      locales: ['en', 'fr'],
      sections: ['guide', 'use'],
      current,
    });
    expect(await foundWhileTyping({ section: 'guide', version: '1' })).toEqual(['docs-1/guide/firing']);
    expect(await foundWhileTyping({ section: 'docs/guide' })).toEqual(['docs/guide/firing']);
  });
});

describe('the description of a topic', () => {
  const described = [
    { ...topicOf('a', 'Clay', 'Stoneware, for plates.'), description: 'Which earthenware for which pot' },
    topicOf('b', 'Firing', 'Two times, for most earthenware that we know of and sell.'),
    topicOf('c', 'Glaze', 'Shiny.'),
  ];
  const index = openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex(described))));

  it('is searched, and says which words it has', async () => {
    const { results, missingWords } = await (await index).search('which pot');
    expect(missingWords).toEqual([]);
    expect(results.map(({ topic, match }) => [topic, match.descriptionWords, match.words])).toEqual([
      ['a', ['pot'], []],
    ]);
  });

  it('counts less than the text', async () => {
    const { results } = await (await index).search('earthenware');
    expect(results.map(({ topic }) => topic)).toEqual(['b', 'a']);
  });

  it('is searched as people type', async () => {
    const { pages } = await (await openInstantSearch(memoryLoader(publishedFiles(buildSearchIndex(described))))).search(
      'earthenw',
    );
    expect(pages.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InstantSearch, openInstantSearch } from '../../src/retrieval/index.js';
import type { WordScores } from '../../src/retrieval/ranking/score-words.js';
import { addTitleMatches, matchTitles } from '../../src/retrieval/ranking/title-matches.js';
import { chunkOf, loaderOf, topicOf } from './sample-docs.js';

const TITLES = ['While you write', 'outDir', 'Line endings', 'Reference', 'Speed and size', 'Größe'];
/** Pages that say all these words more often than the page with the title. */
const topics = [
  ...TITLES.map((title, at) => topicOf(`titles/${at}`, title, `# ${title}\nSomething else.`)),
  ...Array.from({ length: 6 }, (_, at) =>
    topicOf(
      `texts/${at}`,
      `Line ${at}`,
      `# Line ${at}\nReferences and reference, ending and endings, speeds and sizes, written lines, whole dirs out of ${at}.`,
    ),
  ),
];

const first = async (index: InstantSearch, query: string): Promise<string | undefined> =>
  (await index.search(query)).pages[0]?.title;

/** A title with one letter left out, doubled, replaced or swapped with the next, after its first one. */
const mistyped = fc
  .record({
    title: fc.constantFrom(...TITLES),
    place: fc.nat(),
    edit: fc.constantFrom('drop', 'double', 'other', 'swap'),
  })
  .map(({ title, place, edit }) => {
    const at = 1 + (place % (title.length - 2));
    const [before, letter, after] = [title.slice(0, at), title[at]!, title.slice(at + 1)];
    const typed = {
      drop: before + after,
      double: before + letter + letter + after,
      other: `${before}q${after}`,
      swap: before + after[0]! + letter + after.slice(1),
    }[edit];
    return { title, typed };
  });

describe('a title', () => {
  it('is found with any one mistake, whatever its words are', async () => {
    const index = await openInstantSearch(loaderOf(topics));
    await fc.assert(
      fc.asyncProperty(mistyped, async ({ title, typed }) => {
        expect(await first(index, typed)).toBe(title);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['While you wr', 'Line endi', 'Refer', 'Speed and s'])(
    'is found by %s, the more the more is typed',
    async (typed) => {
      const index = await openInstantSearch(loaderOf(topics));
      expect((await first(index, typed))?.startsWith(typed)).toBe(true);
    },
  );

  it('of a section that begins as was typed counts more than the best words of a text', () => {
    const scores = { chunks: Float32Array.of(5, 0, 0), titles: Float32Array.of(0, 0) } as WordScores;
    const titles = {
      pages: ['kilns', 'viewer'],
      sections: ['kilns', 'viewer', 'reference'],
      topicOfSection: [0, 1, 1],
    };
    addTitleMatches(scores, titles, matchTitles(titles, 'refe'));
    expect(scores.chunks[2]).toBeGreaterThan(1.5 * scores.chunks[0]!);
    expect(scores.chunks[1]).toBe(0);
  });

  it('puts the page first that has most of those that begin so, unless another is typed to its end', async () => {
    const many = topicOf(
      'many',
      'Options',
      chunkOf('# Options\nA text.'),
      chunkOf('# Container\nA text.', { title: 'Container' }),
      chunkOf('# Context\nA text.', { title: 'Context' }),
      chunkOf('# Console\nA text.', { title: 'Console' }),
    );
    const others = ['Con', 'Contents', 'Contests'].map((title) =>
      topicOf(title.toLowerCase(), title, `# ${title}\n${title}, again ${title}.`),
    );
    const index = await openInstantSearch(loaderOf([many, ...others]));
    expect((await index.search('cont')).pages[0]?.id).toBe('many');
    expect((await index.search('con')).pages[0]?.id).toBe('con');
    expect((await index.search('contests')).pages[0]?.id).toBe('contests');
  });

  it('with a mistake does not come before one that has the query as it is', async () => {
    const index = await openInstantSearch(
      loaderOf([topicOf('a', 'Content', '# Content\nA text.'), topicOf('b', 'Contest', '# Contest\nA text.')]),
    );
    expect(await first(index, 'contes')).toBe('Contest');
    expect((await index.search('contest')).pages.map(({ id }) => id)).toEqual(['b']);
  });

  it('that has nothing in common with a query is not found', async () => {
    const index = await openInstantSearch(loaderOf(topics));
    expect((await index.search('zzqxv')).pages).toEqual([]);
    expect((await index.search('ab')).pages).toEqual([]);
  });
});

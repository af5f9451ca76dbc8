import { describe, expect, it, test } from 'vitest';
import { MANIFEST_FILE, openSearchIndex, SEARCH_DIRECTORY } from '../../src/retrieval/index.js';
import { asksForChanges } from '../../src/retrieval/ranking/change-pages.js';
import { tellsOfChanges } from '../../src/retrieval/search-index/change-pages.js';
import { loaderOf, topicOf } from './sample-docs.js';

const isChangePage = (id: string, title = 'Title', headings: readonly string[] = []) =>
  tellsOfChanges({ id, title, chunks: headings.map((heading) => ({ title: heading })) });

describe('pages that tell what changed', () => {
  it.each([
    'release-notes',
    'about/release_notes',
    'reference/changelog-2',
    'releases/2-1',
    'blog/announcing-seven',
    'guide/migrate-to-9.0.0',
    'UpgradingToJest30',
  ])('%s is one', (id) => expect(isChangePage(id)).toBe(true));

  it.each([
    'guides/blog',
    'releasing',
    'guides/migration/pip-to-project',
    'database/migrations',
    'news',
    'changelogger',
  ])('%s is not', (id) => expect(isChangePage(id)).toBe(false));

  it.each([
    [['History', '1.4.0 - 2022-07-03', '[1.3.1]', 'v1.3.0', 'Fixed', 'Added'], true],
    [['Version 1.2 (2014-10-27)', 'Version 1.1.1 – October 3rd, 2014', '2.0.0-rc.1'], true],
    [['1.4.0', '1.3.0', 'How to install', 'Options'], false],
    [['4.2 Packets', '4.2.1 Long header', '4.2.2 Short header'], false],
    [['2024', '2023', '2022'], false],
  ])('is one by headings %j: %s', (headings, expected) => {
    expect(isChangePage('history', 'History', headings)).toBe(expected);
  });

  it('a guide is one by the version in its title', () => {
    expect(isChangePage('guide/migration', 'Migration from v7')).toBe(true);
    expect(isChangePage('guide/migration', 'Migration from other tools')).toBe(false);
  });
});

describe('a search', () => {
  const explains = topicOf('guide/server', 'Server', '# Server\n\n## Upload limit\n\nWhat may be sent at most.\n');
  const changed = topicOf(
    'release-notes',
    'Release notes',
    '# Upload limit\n\nThe upload limit is new: an upload limit.\n',
  );

  const first = async (query: string, topics = [explains, changed]): Promise<string> => {
    const index = await openSearchIndex(loaderOf(topics));
    return (await index.search(query)).results[0]!.topic;
  };

  it('prefers the page that explains, even if release notes say it more often', async () => {
    const asNotes = { ...changed, id: 'notes' };
    expect(await first('upload limit', [explains, asNotes])).toBe('notes');
    expect(await first('upload limit')).toBe('guide/server');
  });

  it.each(['upload limit changed', 'upload limit in version 2', 'upgrade upload limit'])(
    'finds what changed if it is asked for: %s',
    async (query) => {
      expect(asksForChanges(query)).toBe(true);
      expect(await first(query)).toBe('release-notes');
    },
  );

  it('notes such pages in the manifest, where there are any', async () => {
    const manifest = async (topics: Parameters<typeof loaderOf>[0]) =>
      JSON.parse(new TextDecoder().decode(await loaderOf(topics).read(`${SEARCH_DIRECTORY}/${MANIFEST_FILE}`)));
    expect((await manifest([explains, changed])).changePages).toEqual([1]);
    expect(await manifest([explains])).not.toHaveProperty('changePages');
  });
});

test.each([
  ['one month after the other', `1.0 ${'jan'.repeat(60)} x`],
  ['one number after the other', `1${'.0'.repeat(50_000)} x`],
  ['digits', `1.${'0'.repeat(100_000)} x`],
])('a heading of %s is read in bounded time', { timeout: 10_000 }, (_, title) => {
  expect(tellsOfChanges({ id: 'guide', title: 'Guide', chunks: Array(3).fill({ title }) })).toBe(false);
});

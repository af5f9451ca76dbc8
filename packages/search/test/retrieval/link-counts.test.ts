import { describe, expect, it, test } from 'vitest';
import { memoryLoader } from '../../src/retrieval/docs-loader.js';
import { buildSearchIndex, openSearchIndex, type SearchTopic } from '../../src/retrieval/index.js';
import { openSegments, PageNumberer, Segment, writeSegment } from '../../src/retrieval/node.js';
import { IndexReader } from '../../src/retrieval/search-index/index-reader.js';
import { countLinks, linkKeys } from '../../src/retrieval/search-index/link-counts.js';
import { keptPages } from './kept-pages.js';
import { publishedFiles, topicOf } from './sample-docs.js';

function page(id: string, text: string): SearchTopic {
  return topicOf(id, id, text);
}

function counted(pages: readonly SearchTopic[]): Record<string, number> {
  const counts = countLinks(
    pages.map(({ id }) => id),
    (topic) => linkKeys(pages[topic]!),
  );
  return Object.fromEntries(pages.map(({ id }, topic) => [id, counts[topic]!]));
}

describe('links to a page', () => {
  test.each([
    ['from its folder', 'guide/kiln', '[a](install.md)'],
    ['from the page of its folder', 'guide', '[a](./install)'],
    ['from another folder', 'reference/glaze', '[a](../guide/install.md#steps)'],
    ['from a page that is a folder to its site', 'guide/kiln', '[a](../install/)'],
    ['by the address of the site', 'home', '[a](/en-US/docs/Guide/Install/index.html?x=1)'],
    ['by a definition', 'guide/kiln', '[a][b]\n\n[b]: install.mdx'],
    ['by a tag', 'guide/kiln', '<a href="install.html">a</a>'],
  ])('are counted %s', (_, id, text) => {
    expect(counted([page('guide/install', ''), page(id, text)])['guide/install']).toBe(1);
  });

  test.each([
    ['to another site', '[a](https://example.org/guide/install)'],
    ['in code', '`[a](install.md)`\n\n```\n[a](install.md)\n```'],
    ['to a page of its name elsewhere', '[a](../other/install.md)'],
  ])('are not those %s', (_, text) => {
    expect(counted([page('guide/install', ''), page('guide/kiln', text)])['guide/install']).toBe(0);
  });

  it('count once a page, and not from itself', () => {
    const pages = [page('guide/install', '[a](install.md)'), page('guide/kiln', '[a](install.md) [b](./install)')];
    expect(counted(pages)).toEqual({ 'guide/install': 1, 'guide/kiln': 0 });
  });

  it('are the same in files, in pages apart and in segments', async () => {
    const pages = ['a', 'b', 'c/d', 'c/e'].map((id) => page(id, '[x](/b) [y](/c/d) [z](d.md)'));
    const files = await IndexReader.open(memoryLoader(publishedFiles(buildSearchIndex(pages))));
    const apart = keptPages(pages, { model: 'm', synonyms: [], current: { versions: [] } }, 0).head.columns;
    const segments = [pages.slice(0, 2), pages.slice(2)].map((some) => {
      const numberer = new PageNumberer();
      for (const each of some) numberer.add(each, { key: each.id, source: `${each.id}.md` });
      const bytes = writeSegment(numberer);
      return {
        segment: Segment.open((start, end) => bytes.subarray(start, end)),
        edition: undefined,
        deleted: new Set<number>(),
      };
    });
    const { index, reads } = openSegments(segments, { synonyms: [], current: { versions: [] } });
    expect([...files.core.linkCounts]).toEqual([0, 3, 3, 0]);
    expect(apart.core.linkCounts).toEqual(files.core.linkCounts);
    expect(index.tables(reads).core.linkCounts).toEqual(files.core.linkCounts);
  });
});

test('of many pages with the same words the one that others link to comes first', async () => {
  const words = 'The lamp of the harbour burns at night.';
  const pages = Array.from({ length: 400 }, (_, at) => page(`lamps/l${at}`, `${words}\n\n[see](l250.md)`));
  const index = await openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex(pages))));
  const { results } = await index.search('lamp at night', { mode: 'bm25', limit: 2 });
  expect(results.map(({ topic }) => topic)).toEqual(['lamps/l250', 'lamps/l0']);
});

import { parseConfig } from '@topicmill/pipeline/config';
import { pageTreeOfFiles } from '@topicmill/pipeline/workspace';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FolderGroup, groupFolders } from '../src/folder-groups.js';

const CONFIG = parseConfig('sources: pages\nsite: { generator: none }\n', 'topicmill.yaml');

async function groupsOf(pages: readonly string[]): Promise<FolderGroup[]> {
  const files = { paths: pages, readText: async () => '# Title\n\nText.\n' };
  return groupFolders(await pageTreeOfFiles(CONFIG, files, new Date(0)));
}

function nameOf({ owner, part }: FolderGroup): string {
  return `${owner.id === '' ? 'docs' : owner.id}${part === '' ? '' : `/${part}`}`;
}

/** What a group builds, on a line. */
function lineOf(group: FolderGroup): string {
  return `${nameOf(group)}: ${group.folders.map(({ id }) => id).join(' ')}`;
}

function numbered(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `docs/${folder}page-${at}.md`);
}

it('a folder is built with its pages, the docs root and folders below others by themselves', async () => {
  const groups = await groupsOf(['docs/intro.md', 'docs/guide/clay.md', 'docs/guide/fire/slow.md', 'docs/fire.md']);
  expect(groups.map(lineOf)).toEqual([
    'guide/fire: guide/fire/slow guide/fire',
    'guide: guide/clay guide',
    'docs/.pages: fire intro',
    'docs: ',
  ]);
});

it('64 pages are built with their folder, more are halved', async () => {
  const sizes = async (count: number): Promise<unknown> =>
    (await groupsOf(numbered('guide/', count))).map((group) => `${nameOf(group)} ${group.folders.length}`);
  expect(await sizes(64)).toEqual(['guide 65', 'docs 1']);
  expect(await sizes(65)).toEqual(['guide/.pages-0 26', 'guide/.pages-1 39', 'guide 1', 'docs 1']);
});

const anyPages = fc
  .uniqueArray(fc.tuple(fc.constantFrom('', 'a/', 'a/b/'), fc.nat(900)), { minLength: 1, maxLength: 400 })
  .map((pages) => pages.map(([folder, number]) => `docs/${folder}page-${number}.md`));

it('every folder is in one group, below no other of it but the folder that contains its pages, and no group is large', async () => {
  await fc.assert(
    fc.asyncProperty(anyPages, async (pages) => {
      const groups = await groupsOf(pages);
      const ids = groups.flatMap(({ folders }) => folders.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(pages.map((path) => path.slice('docs/'.length, -'.md'.length))));
      for (const { folders, owner } of groups) {
        expect(folders.length).toBeLessThanOrEqual(65);
        for (const { id, parentId } of folders) if (id !== owner.id) expect(parentId).toBe(owner.id);
      }
    }),
    { numRuns: 30 },
  );
});

it('a page that comes or goes changes one group at most next to those of the folders, or splits or joins it', async () => {
  await fc.assert(
    fc.asyncProperty(anyPages, async ([page, ...others]) => {
      const ofPages = (groups: readonly FolderGroup[]): string[] =>
        groups.filter(({ folders, owner }) => !folders.includes(owner)).map(lineOf);
      const without = ofPages(await groupsOf(others.length === 0 ? ['docs/other.md'] : others));
      const present = new Set(ofPages(await groupsOf([page!, ...others])));
      const changed = without.filter((line) => !present.has(line));
      expect(changed.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 30 },
  );
});

import { expect, it } from 'vitest';
import { DocsRepo } from '../steps/docs-repo.js';

const CONFIG = 'docsRoot: site\nsources: pages\n';
const PAGES = {
  'topicmill.yaml': CONFIG,
  'site/tea.md': '# Tea\n\nLeaves steep in hot water.\n',
  'site/milk.md': '# Milk\n\nMilk comes from cows.\n',
};

/** The results of a first build of the same sources. */
async function builtAnew(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const anew = new DocsRepo(files);
  await anew.build();
  return anew.files('topics');
}

it.each([
  ['empty', ''],
  ['front matter that is not YAML, and no text', '---\ntitle: [\n---\n'],
])('a page that is %s after an edit leaves what a first build makes, after one build', async (_, text) => {
  const repo = new DocsRepo(PAGES);
  await repo.build();
  repo.write('site/tea.md', text);
  await repo.build();
  expect(repo.files('topics')).toEqual(await builtAnew({ ...PAGES, 'site/tea.md': text }));
});

it('a folder named like a page stops no build, and leaves nothing when a page has its name', async () => {
  const repo = new DocsRepo({ ...PAGES, 'site/bread.md/rye.md': '# Rye\n\nRye is dark.\n' });
  const { failed } = await repo.build();
  expect(failed).toEqual([]);
  expect(Object.keys(repo.files('topics'))).toContain('bread.md/rye/index.json');
  repo.remove('site/bread.md');
  repo.write('site/bread.md', '# Bread\n\nBread is baked.\n');
  await repo.build();
  expect(repo.files('topics')).toEqual(await builtAnew({ ...PAGES, 'site/bread.md': '# Bread\n\nBread is baked.\n' }));
});

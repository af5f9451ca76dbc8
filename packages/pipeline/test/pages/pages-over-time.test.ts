import { joinChunks, readChunksManifest } from '@topicmill/topics/formats';
import { expect, it, onTestFinished } from 'vitest';
import { commitSnapshot, cutTopics, diffChunks } from '../../src/gate/index.js';
import { type WatchEvent, watchDocs } from '../../src/watch/index.js';
import { GitRepo } from '../gate/git-repo.js';
import { DocsRepo } from '../steps/docs-repo.js';

const CONFIG = 'docsRoot: site\nsources: pages\nsite: { generator: mkdocs }\n';
const TEA = '---\ntitle: Tea\n---\n\nLeaves steep in hot water.\n';

it('the chunks of pages are compared between commits, with moved and left-out pages', async () => {
  const repo = new GitRepo();
  repo.write('topicmill.yaml', CONFIG);
  repo.write('site/guide/tea.md', TEA);
  repo.write('site/index.md', '# Home\n\nSee [tea](guide/tea.md).\n');
  repo.commit();
  repo.write('site/guide/tea.md', `${TEA}\nNever boiling.\n`);
  repo.write('site/coffee.md', '# Coffee\n\nGround beans.\n');
  repo.remove('site/index.md');
  repo.commit();
  const cut = async (revision: string) =>
    (await cutTopics(await commitSnapshot(repo.root, revision, undefined))).topics;
  expect(diffChunks(await cut('HEAD~1'), await cut('HEAD')).map(({ id, kind }) => [id, kind])).toEqual([
    ['coffee', 'added'],
    ['guide/tea', 'changed'],
    ['index', 'removed'],
  ]);
});

it('pages are built as they are saved, added and removed, and so are their questions', async () => {
  const repo = new DocsRepo({ 'topicmill.yaml': CONFIG, 'site/guide/tea.md': TEA });
  const events: WatchEvent[] = [];
  const servedAsSaved: string[] = [];
  const joined = (path: string): string => {
    const manifest = readChunksManifest(repo.read(`topics/${path}`), path);
    return joinChunks(manifest, [repo.read('topics/guide/tea/_chunks/tea-0.md')]) ?? '';
  };
  const watched = await watchDocs(repo.root, {
    env: {},
    onEvent: (event) => {
      events.push(event);
      if (event.kind === 'saved') servedAsSaved.push(...event.paths.map(joined));
    },
  });
  onTestFinished(() => watched.close());
  const until = async (isThere: () => boolean): Promise<void> => {
    for (let attempt = 0; !isThere(); attempt++) {
      if (attempt > 400) throw new Error(`It never came: ${JSON.stringify(events, null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const read = (path: string): string => (path in repo.files() ? repo.read(path) : '');
  await until(() => events.some(({ kind }) => kind === 'ready'));
  repo.write('site/guide/tea.md', TEA.replace('title: Tea', 'title: Green tea'));
  await until(() => events.some(({ kind }) => kind === 'topic'));
  expect(servedAsSaved).toEqual([TEA.replace('title: Tea', 'title: Green tea')]);
  expect(events.map(({ kind }) => kind).indexOf('saved')).toBeLessThan(events.map(({ kind }) => kind).indexOf('topic'));
  expect(read('topics/guide/index.json')).toContain('Green tea');
  expect(events.find((event) => event.kind === 'topic')).toMatchObject({ id: 'guide/tea', outcome: 'built' });
  repo.write('topicmill/guide/tea.qa.md', '## Q: How hot?\n\nA: Not boiling.\n');
  await until(() => read('topics/guide/tea/qa-pairs.md').includes('How hot?'));
  repo.write('site/coffee.md', '# Coffee\n\nGround beans.\n');
  await until(() => read('topics/coffee/index.json') !== '');
  repo.remove('site/coffee.md');
  await until(() => read('topics/coffee/index.json') === '');
  expect(events.filter(({ kind }) => kind === 'failed')).toEqual([]);
  expect(events.flatMap((event) => (event.kind === 'reopened' ? [event.goneIds] : []))).toEqual([[], ['coffee']]);
});

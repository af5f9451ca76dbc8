import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SUPPORTED_NX } from '@topicmill/pipeline/init';
import { beforeAll, describe, expect, test } from 'vitest';
import { ScratchProject } from '../packed/scratch-project.js';
import { useLoopback } from '../packed/use-loopback.js';

const PAGES: Readonly<Record<string, string>> = {
  'book.toml': '[book]\ntitle = "Kilns"\n',
  'src/SUMMARY.md': '- [Intro](intro.md)\n- [Firing](guide/firing.md)\n- [Clay](guide/clay.md)\n',
  'src/intro.md': '# Intro\n\nKilns are hot. Read about [firing](guide/firing.md).\n',
  'src/guide/firing.md': '# Firing\n\nSlowly at first.\n\n## Faster\n\nTo 1250 degrees.\n',
  'src/guide/clay.md': '# Clay\n\nStoneware and earthenware.\n',
};
/** Releases to try: `TOPICMILL_NX_VERSIONS=21.6.4,24`, or the newest of each supported major version. */
const VERSIONS = (process.env['TOPICMILL_NX_VERSIONS'] ?? SUPPORTED_NX.join(',')).split(',');

const { scratch, published } = useLoopback('nx-versions');

describe.each(VERSIONS)('with Nx %s', (version) => {
  let project: ScratchProject;

  beforeAll(async () => {
    project = new ScratchProject(join(scratch, `nx-${version}`), published().address);
    for (const [path, text] of Object.entries(PAGES)) project.write(path, text);
    project.write('package.json', JSON.stringify({ private: true }));
    await npm('install', '--save-dev', '--save-exact', `nx@${version}`, 'topicmill');
    await git('init', '--quiet', '--initial-branch=main');
    await project.run('npx', 'topicmill', 'init', '--yes');
    await npm('install');
    await git('add', '--all');
    await git('commit', '--quiet', '--message=All');
  });

  test('the Nx of the workspace is kept', () => {
    const { devDependencies } = JSON.parse(project.read('package.json')) as { devDependencies: Record<string, string> };
    expect(devDependencies['nx']!.split('.')[0]).toBe(version.split('.')[0]);
    expect(devDependencies).toHaveProperty('@topicmill/nx');
  });

  test('all pages are built, and the second run takes them from the cache', async () => {
    await project.run('npx', 'nx', 'run-many', '-t', 'index');
    for (const id of ['intro', 'guide/firing', 'guide/clay', 'guide']) {
      expect(project.has(`topics/${id}/index.json`), id).toBe(true);
    }
    const out = await project.run('npx', 'nx', 'run-many', '-t', 'index');
    expect(out).toMatch(/for 4 out of 4 tasks|4\/4 hit/);
    expect(await project.run('npx', 'topicmill', 'verify')).not.toContain('error');
  });

  test('a fresh clone that has the cache alone builds a folder after an edit in it', async () => {
    const clone = new ScratchProject(join(scratch, `nx-${version}-clone`), published().address, {
      NX_CACHE_DIRECTORY: join(project.root, '.nx/cache'),
      NX_WORKSPACE_DATA_DIRECTORY: join(project.root, '.nx/workspace-data'),
    });
    await clone.run('git', 'clone', '--quiet', project.root, '.');
    symlinkSync(join(project.root, 'node_modules'), join(clone.root, 'node_modules'), 'junction');
    expect(clone.has('topics')).toBe(false);
    clone.write('src/intro.md', '# Intro\n\nKilns are very hot.\n');
    await clone.run('npx', 'nx', 'run', 'src:index');
    for (const id of ['', 'intro/', 'guide/', 'guide/clay/'])
      expect(clone.has(`topics/${id}index.json`), id).toBe(true);
  });

  test('an edited page is affected, and its folder alone is built again, with what depends on it', async () => {
    project.write('src/guide/clay.md', '# Clay\n\nPorcelain.\n');
    const out = await project.run('npx', 'nx', 'affected', '-t', 'index', '--base=HEAD', '--outputStyle=static');
    expect(project.read('topics/guide/clay/clay.md')).toContain('Porcelain');
    expect(out).not.toMatch(/nx run src\/\.pages:index(?!\s+\[)/);
  });

  async function npm(...args: readonly string[]): Promise<void> {
    await project.run('npm', ...args, '--no-audit', '--no-fund');
  }

  async function git(...args: readonly string[]): Promise<void> {
    await project.run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args);
  }
});

test('an Nx that is not supported is refused before anything is written', async () => {
  const project = new ScratchProject(join(scratch, 'refused'), published().address);
  for (const [path, text] of Object.entries(PAGES)) project.write(path, text);
  project.write('package.json', JSON.stringify({ private: true, devDependencies: { nx: '20.8.2' } }));
  await project.run('npm', 'install', '--save-dev', '--no-audit', '--no-fund', 'topicmill');
  const before = project.read('package.json');
  const { exitCode, stderr } = await project.attempt('npx', 'topicmill', 'init', '--yes');
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('NX_UNSUPPORTED') });
  expect(project.read('package.json')).toBe(before);
  expect(project.has('topicmill.yaml')).toBe(false);
});

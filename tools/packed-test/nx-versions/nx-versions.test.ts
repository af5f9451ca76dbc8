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
/** Folders of topics: `cli` has two below it. */
const TOPICS: Readonly<Record<string, string>> = {
  'topicmill.yaml': 'docsRoot: docs\n',
  'nx.json': JSON.stringify({ analytics: false, plugins: ['@topicmill/nx'] }),
  'package.json': JSON.stringify({ private: true }),
  '.gitignore': 'node_modules\n.nx\n.topicmill\n.embedding-cache\n_*\nindex.json\nrelated.json\ntopic-spec.md\n',
  'docs/cli/golden-reference.md': '# Commands\n\nThe commands of a kiln controller.\n',
  'docs/cli/fire/golden-reference.md': '# Fire\n\nFires the kiln by a schedule.\n\n## Ramps\n\nA ramp has a rate.\n',
  'docs/cli/cool/golden-reference.md': '# Cool\n\nCools the kiln, slowly.\n',
  'docs/clay/golden-reference.md': '# Clay\n\nStoneware and earthenware.\n',
};

/** What somebody calls who has cloned the repository, has the shared cache and has edited one topic. */
const COMMANDS = [
  { args: ['run-many', '-t', 'index'], made: 'docs' },
  { args: ['affected', '-t', 'index', '--base=HEAD'], made: 'docs' },
  { args: ['run', 'cli:index'], made: 'docs/cli' },
];
const VARIANTS = COMMANDS.flatMap((command) => [command, { ...command, args: [...command.args, '--batch=false'] }]).map(
  (variant) => ({ ...variant, name: variant.args.join(' ') }),
);

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

  describe('topics whose results are not committed', () => {
    let first: ScratchProject;

    beforeAll(async () => {
      first = new ScratchProject(join(scratch, `nx-${version}-topics`), published().address);
      for (const [path, text] of Object.entries(TOPICS)) first.write(path, text);
      symlinkSync(join(project.root, 'node_modules'), join(first.root, 'node_modules'), 'junction');
      await first.run('git', 'init', '--quiet', '--initial-branch=main');
      await first.run('git', 'add', '--all');
      await first.run(
        'git',
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.org',
        'commit',
        '--quiet',
        '--message=All',
      );
      await first.run('npx', 'nx', 'run-many', '-t', 'index');
    });

    /** A clone in which one topic has been edited, with the cache of the first checkout or without any. */
    async function edited(name: string, text: string, hasCache: boolean): Promise<ScratchProject> {
      const variables = {
        NX_CACHE_DIRECTORY: join(first.root, '.nx/cache'),
        NX_WORKSPACE_DATA_DIRECTORY: join(first.root, '.nx/workspace-data'),
      };
      const clone = new ScratchProject(join(scratch, name), published().address, hasCache ? variables : {});
      await clone.run('git', 'clone', '--quiet', first.root, '.');
      symlinkSync(join(project.root, 'node_modules'), join(clone.root, 'node_modules'), 'junction');
      clone.write('docs/cli/fire/golden-reference.md', `${TOPICS['docs/cli/fire/golden-reference.md']}\n${text}\n`);
      return clone;
    }

    /** How many of the tasks of the last run were answered from the cache, and how many were not. */
    function lastRun(): { readonly cached: number; readonly ran: number } {
      const { tasks } = JSON.parse(first.read('.nx/cache/run.json')) as { tasks: { cacheStatus: string }[] };
      const cached = tasks.filter(({ cacheStatus }) => cacheStatus !== 'cache-miss').length;
      return { cached, ran: tasks.length - cached };
    }

    test.each(VARIANTS)(
      'a fresh clone, edited, is built right by nx $name, and again from the cache',
      async (variant) => {
        const name = `nx-${version}-${VARIANTS.indexOf(variant)}`;
        const text = `This is read by ${variant.name}.`;
        const clone = await edited(name, text, true);
        await clone.run('npx', 'nx', ...variant.args);
        expect(lastRun().ran).toBeGreaterThan(0);
        const clean = await edited(`${name}-clean`, text, false);
        await clean.run('npx', 'topicmill', 'build');
        expect(clone.files(variant.made)).toEqual(clean.files(variant.made));
        await clone.run('npx', 'nx', ...variant.args);
        expect(lastRun().ran).toBe(0);
        expect(clone.files(variant.made)).toEqual(clean.files(variant.made));
      },
    );
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

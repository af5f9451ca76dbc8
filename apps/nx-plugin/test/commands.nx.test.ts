import { execFileSync } from 'node:child_process';
import { planInit } from '@topicmill/pipeline/init';
import { loadCl100kBase } from '@topicmill/text/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const ESPRESSO = 'docs/brewing/espresso';
const COMPOST = 'docs/garden/compost';

let built: NxWorkspace;

beforeAll(async () => {
  built = NxWorkspace.create();
  git(built, 'init', '-b', 'main');
  expect((await built.build()).status).toBe(0);
  git(built, 'add', '-A');
  git(built, 'commit', '-m', 'All');
}, 180_000);

afterAll(() => built.remove('.'));

function git(repo: NxWorkspace, ...args: readonly string[]): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', ['-C', repo.root, ...author, ...args], { stdio: 'ignore' });
}

interface Graph {
  readonly graph: {
    readonly nodes: Record<string, { data: { root: string; targets: Record<string, Record<string, unknown>> } }>;
    readonly dependencies: Record<string, { target: string }[]>;
  };
}

it('`nx graph` shows a project for the docs root, each category and each topic', async () => {
  const repo = built.copy();
  expect((await repo.nx(['graph', '--file=graph.json'])).status).toBe(0);
  const { nodes, dependencies } = (JSON.parse(repo.read('graph.json')) as Graph).graph;
  const roots = Object.fromEntries(Object.entries(nodes).map(([name, { data }]) => [name, data.root]));
  expect(roots).toEqual({
    brewing: 'docs/brewing',
    'brewing/espresso': ESPRESSO,
    'brewing/pour-over': 'docs/brewing/pour-over',
    docs: 'docs',
    garden: 'docs/garden',
    'garden/compost': COMPOST,
    'garden/seeds': 'docs/garden/seeds',
  });
  expect(dependencies['garden']!.map(({ target }) => target).sort()).toEqual(['garden/compost', 'garden/seeds']);
  expect(Object.keys(nodes['docs']!.data.targets).sort()).toEqual(['authority', 'index']);
  expect(nodes['garden/compost']!.data.targets['index']).toMatchObject({
    cache: true,
    outputs: ['{workspaceRoot}/.topicmill/index/docs/garden/compost/state.br'],
  });
});

describe('`nx affected -t index`', () => {
  it.each([
    ['a reference', `${COMPOST}/golden-reference.md`, ['docs', 'garden', 'garden/compost']],
    ['questions', `${ESPRESSO}/qa-pairs.md`, ['brewing', 'brewing/espresso', 'docs']],
  ])('after an edit of %s', async (_name, path, projects) => {
    const repo = built.copy();
    repo.edit(path, (text) => `${text}\n## More\n\nSomething more.\n`);
    const shown = await repo.nx(['show', 'projects', '--affected', '--json']);
    expect(JSON.parse(shown.output)).toEqual(expect.arrayContaining(projects));
    expect(JSON.parse(shown.output)).toHaveLength(projects.length);
    const run = await repo.nx(['affected', '-t', 'index']);
    expect(run.status).toBe(0);
    expect(run.ran).toEqual(expect.arrayContaining(projects.map((project) => `${project}:index`)));
    expect((await repo.build()).ran).toEqual([]);
  });

  it('after a hand edit of topic-spec.md, with the nx.json that `topicmill init` writes', async () => {
    const repo = built.copy();
    const view = { readText: (path: string) => (path === 'nx.json' ? repo.read(path) : undefined), list: () => [] };
    const { changes } = planInit(view, { counter: await loadCl100kBase(), now: new Date() });
    repo.write('nx.json', changes.find(({ path }) => path === 'nx.json')!.text);
    await repo.build();
    git(repo, 'commit', '-am', 'Affected goes by projects');
    repo.edit(`${COMPOST}/topic-spec.md`, (text) => `${text}\n## More\n\nSomething more.\n`);
    const run = await repo.nx(['affected', '-t', 'index']);
    expect(run).toMatchObject({ status: 0, ran: ['docs:index', 'garden/compost:index', 'garden:index'] });
    repo.write('docs/keyword-shares.md', repo.read('docs/_keywords/authority.md'));
    const shown = await repo.nx(['show', 'projects', '--affected', '--json']);
    expect(JSON.parse(shown.output)).toEqual(
      expect.arrayContaining(['brewing', 'brewing/espresso', 'brewing/pour-over', 'garden/compost', 'garden/seeds']),
    );
  });

  it('after an edit of topicmill.yaml names every topic', async () => {
    const repo = built.copy();
    repo.edit('topicmill.yaml', (text) => `${text}stripes: { rounding: nearest }\n`);
    const shown = await repo.nx(['show', 'projects', '--affected', '--json']);
    expect(JSON.parse(shown.output)).toEqual(expect.arrayContaining(['garden/compost', 'brewing/espresso', 'docs']));
  });

  it('when nothing has changed builds nothing', async () => {
    const repo = built.copy();
    const run = await repo.nx(['affected', '-t', 'index']);
    expect(run).toMatchObject({ status: 0, ran: [], cached: [] });
  });
});

describe('`nx affected` of single steps, by the files that a target reads', () => {
  const TOPICS = ['brewing/espresso', 'brewing/pour-over', 'brewing', 'garden/compost', 'garden/seeds'];
  it.each([
    ['a reference', `${COMPOST}/golden-reference.md`, 'chunk', ['garden/compost']],
    ['questions that it does not read', `${ESPRESSO}/qa-pairs.md`, 'chunk', []],
    ['questions', `${ESPRESSO}/qa-pairs.md`, 'topic-spec', ['brewing/espresso']],
    ['the configuration', 'topicmill.yaml', 'keywords', TOPICS],
  ])('after an edit of %s', async (_name, path, step, topics) => {
    const repo = built.copy();
    repo.edit(path, (text) => `${text}\n# More\n`);
    const run = await repo.nx(['affected', '-t', step]);
    expect(run.status).toBe(0);
    expect(run.ran!.filter((task) => task.endsWith(`:${step}`))).toEqual(topics.map((topic) => `${topic}:${step}`));
  });
});

describe('with the daemon', () => {
  it('hand edits, tampering and deleted topics are seen at once', async () => {
    const repo = built.copy();
    const daemon = { useDaemon: true } as const;
    try {
      expect(await repo.build(daemon)).toMatchObject({ status: 0, ran: [] });
      const before = repo.docs();
      const spec = `${ESPRESSO}/topic-spec.md`;
      const original = repo.read(spec);
      repo.edit(spec, (text) => text.replace('| Complexity |  |', '| Complexity | 0.7 |'));
      const edited = await repo.build(daemon);
      expect(edited).toMatchObject({
        status: 0,
        ran: ['brewing/espresso:index', 'brewing:index', 'docs:index'],
      });
      expect(repo.read(`${ESPRESSO}/index.json`)).toContain('"complexity": 0.7');
      repo.write(spec, original);
      repo.remove(`${COMPOST}/_chunks`);
      repo.write('docs/garden/index.json', '{}');
      expect(await repo.build(daemon)).toMatchObject({ status: 0, ran: [] });
      expect(repo.docs()).toEqual(before);
      repo.remove('docs/garden/seeds');
      expect(await repo.build(daemon)).toMatchObject({
        status: 0,
        ran: ['docs:authority', 'docs:index', 'garden:index'],
      });
      expect(repo.read('docs/garden/index.json')).not.toContain('seeds');
    } finally {
      await repo.nx(['daemon', '--stop'], daemon);
    }
  });

  it('files that cannot be restored make the command fail', async () => {
    const repo = built.copy();
    const daemon = { useDaemon: true } as const;
    try {
      repo.remove(`${COMPOST}/index.json`);
      repo.write(`${COMPOST}/index.json/in-the-way`, '');
      const run = await repo.build(daemon);
      expect(run.status).not.toBe(0);
      expect(run.output).toContain(`${COMPOST}/index.json error FILE_FOREIGN`);
    } finally {
      await repo.nx(['daemon', '--stop'], daemon);
    }
  });
});

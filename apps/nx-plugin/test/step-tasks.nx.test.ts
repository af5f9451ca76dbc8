import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const ESPRESSO = 'docs/brewing/espresso';
const COMPOST = 'docs/garden/compost';
const TOPICS = ['brewing', 'brewing/espresso', 'brewing/pour-over', 'garden/compost', 'garden/seeds'];
const tasksOf = (topic: string): string[] =>
  ['chunk', 'index', 'keywords', 'topic-spec'].map((step) => `${topic}:${step}`);

/** Built with one task for each folder. */
let folded: NxWorkspace;
/** The same, built with a task for each step. */
let chain: NxWorkspace;
let allTasks: string[];

beforeAll(async () => {
  ({ built: folded } = await NxWorkspace.built());
  chain = NxWorkspace.create();
  chain.edit('topicmill.yaml', (text) => `${text}nx: { tasks: step }\n`);
  const run = await chain.build();
  allTasks = run.ran as string[];
  expect(run.status).toBe(0);
}, 180_000);

afterAll(() => chain.remove('.'));

const readTopics = (): string[] =>
  TOPICS.filter((topic) => existsSync(folded.path(`docs/${topic}/golden-reference.md`)));

describe('a task for each step', () => {
  it('gives the same files as one task for all steps, byte for byte', () => {
    expect(allTasks).toEqual(
      ['docs:authority', 'docs:index', 'garden:index', ...readTopics().flatMap(tasksOf)]
        .concat(readTopics().includes('brewing') ? [] : ['brewing:index'])
        .sort(),
    );
    expect(chain.docs()).toEqual(folded.docs());
  });

  it('runs them in order', async () => {
    const repo = chain.copy();
    const { tasks } = JSON.parse((await repo.nx(['run', 'garden/compost:index', '--graph=stdout'])).output) as {
      tasks: { dependencies: Record<string, ({ id: string } | string)[]> };
    };
    const before = (task: string): string[] =>
      tasks.dependencies[task]!.map((each) => (typeof each === 'string' ? each : each.id));
    expect(before('garden/compost:index')).toEqual(['garden/compost:topic-spec']);
    expect(before('garden/compost:topic-spec')).toEqual(['garden/compost:keywords']);
    expect(before('garden/compost:keywords')).toEqual(['garden/compost:chunk']);
  });

  it('answers each from the cache, and an edit of questions leaves chunk and keywords there', async () => {
    const repo = chain.copy();
    expect(await repo.build()).toMatchObject({ status: 0, ran: [], cached: allTasks });
    repo.edit(`${ESPRESSO}/qa-pairs.md`, (text) => `${text}\n## Q: How do I steam milk?\n\nA: Hot.\n`);
    expect(await repo.build()).toMatchObject({
      status: 0,
      ran: ['brewing/espresso:index', 'brewing/espresso:topic-spec', 'brewing:index', 'docs:index'],
    });
  });

  it('without results and states puts everything back from the cache, what people wrote included', async () => {
    const repo = chain.copy();
    const outputs = Object.keys(chain.docs()).filter((path) => /(?:^|\/)(?:_chunks|_keywords)\/|\.json$/.test(path));
    for (const path of ['.topicmill', ...outputs.map((output) => `docs/${output}`)]) repo.remove(path);
    repo.edit(`${ESPRESSO}/qa-pairs.md`, (text) => `${text}\n## Q: How do I steam milk?\n\nA: Hot.\n`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0 });
    expect(run.ran).toContain('brewing/espresso:topic-spec');
    expect(run.ran).not.toContain('brewing/espresso:chunk');
    repo.edit(`${ESPRESSO}/qa-pairs.md`, (text) => text.replace(/\n## Q: How do I steam[\s\S]*$/, ''));
    await repo.build();
    expect(repo.docs()).toEqual(folded.docs());
  });

  it('stops at a step that fails, and builds the other topics', async () => {
    const repo = chain.copy();
    repo.write(`${COMPOST}/golden-reference.md`, '---\ntitle: Compost\n---\n');
    repo.write(`${ESPRESSO}/qa-pairs.md`, '\0');
    repo.edit('docs/brewing/pour-over/golden-reference.md', (text) => `${text}\nMore water.\n`);
    const run = await repo.build();
    expect(run.status).toBe(1);
    expect(run.output).toContain(`${COMPOST}/golden-reference.md:4 error EMPTY_DOCUMENT`);
    expect(run.output).toContain(`${ESPRESSO}/qa-pairs.md:1 error NOT_TEXT`);
    expect(run.output).toMatch(/Failed tasks:\s+- garden\/compost:chunk\s+- brewing\/espresso:topic-spec\s*\n\n/);
    expect(run.ran).toEqual(expect.arrayContaining(tasksOf('brewing/pour-over')));
    expect(run.output).toContain('4 topics (1 changed), 2 folders not built');
    const chunks = Object.entries(repo.docs()).filter(([path]) => path.startsWith('brewing/pour-over/_chunks/'));
    expect(chunks.some(([, text]) => text.includes('More water.'))).toBe(true);
  });

  it('a topic that becomes a category loses what its steps made', async () => {
    const repo = chain.copy();
    repo.write(`${COMPOST}/heap/golden-reference.md`, '# Heap\n\nA heap of leaves.\n');
    expect((await repo.build()).status).toBe(0);
    repo.remove(`${COMPOST}/golden-reference.md`);
    expect((await repo.build()).status).toBe(0);
    const left = Object.keys(repo.docs()).filter((path) => /^garden\/compost\/(?:_|[^/]+$)/.test(path));
    expect(left).toEqual(['garden/compost/index.json', 'garden/compost/topic-spec.md']);
    expect(repo.read(`${COMPOST}/topic-spec.md`)).not.toContain('## Chunks');
  });
});

describe('a single step where `index` is one task', () => {
  it('runs with what it needs, each cached by itself, and publishes its files', async () => {
    const repo = folded.copy();
    for (const path of ['_chunks', '_keywords']) repo.remove(`${COMPOST}/${path}`);
    const chunk = await repo.nx(['run', 'garden/compost:chunk']);
    expect(chunk).toMatchObject({ status: 0, ran: ['garden/compost:chunk'] });
    expect(existsSync(repo.path(`${COMPOST}/_chunks/golden-reference-0.md`))).toBe(true);
    expect(existsSync(repo.path(`${COMPOST}/_keywords`))).toBe(false);
    const spec = await repo.nx(['run', 'garden/compost:topic-spec']);
    expect(spec).toMatchObject({
      status: 0,
      ran: ['garden/compost:keywords', 'garden/compost:topic-spec'],
      cached: ['garden/compost:chunk'],
    });
    expect(repo.docs()).toEqual(folded.docs());
    repo.remove(`${COMPOST}/_chunks`);
    expect(await repo.nx(['run', 'garden/compost:chunk'])).toMatchObject({ ran: [], cached: ['garden/compost:chunk'] });
    expect(repo.docs()).toEqual(folded.docs());
    expect(await repo.build()).toMatchObject({ status: 0, ran: [] });
  });

  it('exists for topics only', async () => {
    const repo = folded.copy();
    expect((await repo.nx(['run', 'garden:chunk'])).status).not.toBe(0);
  });
});

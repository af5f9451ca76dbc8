import { describe, expect, it } from 'vitest';
import { HANDBOOK_TASKS, NxWorkspace } from './nx-workspace.js';

const ESPRESSO = 'docs/brewing/espresso';
const COMPOST = 'docs/garden/compost';
/** What runs when the reference of the compost is edited. */
const COMPOST_TASKS = ['docs:authority', 'docs:index', 'garden/compost:index', 'garden:index'];

const { built, run: first, files } = await NxWorkspace.built();

describe('a second build', () => {
  it('answers every task from the cache, after a first that ran them all', async () => {
    expect(first).toMatchObject({ status: 0, ran: HANDBOOK_TASKS, cached: [] });
    const repo = built.copy();
    const second = await repo.build();
    expect(second).toMatchObject({ status: 0, ran: [], cached: HANDBOOK_TASKS });
    expect(second.output).toContain('8/8 hit');
    expect(repo.docs()).toEqual(files);
  });

  it('restores what was deleted or altered, though every task is answered from the cache', async () => {
    const repo = built.copy();
    repo.remove(`${ESPRESSO}/_chunks`);
    repo.remove('docs/index.json');
    repo.write(`${COMPOST}/_keywords/words.md`, 'altered\n');
    repo.remove('docs/_keywords/authority.md');
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: [], cached: HANDBOOK_TASKS });
    expect(repo.docs()).toEqual(files);
    expect(run.output).toContain(`topicmill: restored ${COMPOST}/_keywords/words.md`);
  });
});

describe('what runs after an edit', () => {
  it('of a reference: its topic, its category, and the docs root', async () => {
    const repo = built.copy();
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nLeaves of oak rot slowly.\n`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: COMPOST_TASKS });
    expect(run.output).toContain('embedded 1 text');
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => text.replace('\nLeaves of oak rot slowly.\n', ''));
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(files);
  });
});

describe('topics that come and go', () => {
  it('an added topic runs with its category and the docs root; deleted again, it leaves nothing', async () => {
    const repo = built.copy();
    repo.write('docs/garden/pests/golden-reference.md', '# Pests\n\nSlugs eat seedlings at night.\n');
    expect(await repo.build()).toMatchObject({
      status: 0,
      ran: ['docs:authority', 'docs:index', 'garden/pests:index', 'garden:index'],
    });
    expect(repo.read('docs/garden/index.json')).toContain('garden/pests');
    repo.remove('docs/garden/pests/golden-reference.md');
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: [] });
    expect(run.output).toContain('topicmill: removed 6 files in docs/garden/pests');
    expect(repo.docs()).toEqual(files);
  });
});

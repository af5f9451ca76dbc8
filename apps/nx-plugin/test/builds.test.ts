import { describe, expect, it } from 'vitest';
import { HANDBOOK_TASKS, NxWorkspace } from './nx-workspace.js';

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
});

describe('what runs after an edit', () => {
  it('of a reference: its topic, its category, and the docs root', async () => {
    const repo = built.copy();
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nLeaves of oak rot slowly.\n`);
    const run = await repo.build();
    expect(run).toMatchObject({ status: 0, ran: COMPOST_TASKS });
    expect(run.output).toContain('embedded 2 texts');
    repo.edit(`${COMPOST}/golden-reference.md`, (text) => text.replace('\nLeaves of oak rot slowly.\n', ''));
    expect(await repo.build()).toMatchObject({ ran: [] });
    expect(repo.docs()).toEqual(files);
  });
});

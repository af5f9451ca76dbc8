import { readFileSync } from 'node:fs';
import { memoryLoader, openSearchIndex } from '@topicmill/search/retrieval';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const COMPOST = 'docs/garden/compost';
const SEARCH = ['run-many', '-t', 'search'];

let built: NxWorkspace;

beforeAll(async () => {
  built = NxWorkspace.create();
  built.edit('topicmill.yaml', (text) => `${text}search: { enabled: true }\n`);
  expect(await built.nx(SEARCH)).toMatchObject({ status: 0, cached: [] });
}, 180_000);

afterAll(() => built.remove('.'));

/** The files of the search index, as Latin-1. */
function indexOf(repo: NxWorkspace): Record<string, string> {
  return Object.fromEntries(Object.entries(repo.docs()).filter(([path]) => path.startsWith('_search/')));
}

async function topicsFor(query: string, repo: NxWorkspace): Promise<string[]> {
  const files = Object.keys(indexOf(repo)).map((path) => [path, readFileSync(repo.path(`docs/${path}`))] as const);
  const index = await openSearchIndex(memoryLoader(new Map(files)));
  return (await index.search(query, { limit: 3 })).results.map(({ topic }) => topic);
}

it('publishes an index that finds what the topics say, and a second run does nothing', async () => {
  expect((await topicsFor('espresso', built))[0]).toBe('brewing/espresso');
  const repo = built.copy();
  expect(await repo.nx(SEARCH)).toMatchObject({ status: 0, ran: [] });
  expect(indexOf(repo)).toEqual(indexOf(built));
});

it('after an edit of one topic writes only the files that changed, and removes those that are stale', async () => {
  const repo = built.copy();
  const before = indexOf(repo);
  repo.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nLeaves of oak rot slowly.\n`);
  const run = await repo.nx(SEARCH);
  expect(run).toMatchObject({
    status: 0,
    ran: ['docs:authority', 'docs:index', 'docs:search', 'garden/compost:index', 'garden:index'],
  });
  const after = indexOf(repo);
  expect(await topicsFor('oak', repo)).toEqual(['garden/compost']);
  const kept = Object.keys(before).filter((path) => path in after);
  expect(kept.length).toBeGreaterThan(1);
  const [, written] = /search: written (\d+) files; removed /.exec(run.output) ?? [];
  expect(Number(written)).toBe(Object.keys(after).length - kept.length + 1);
  const clean = built.copy();
  clean.edit(`${COMPOST}/golden-reference.md`, (text) => `${text}\nLeaves of oak rot slowly.\n`);
  clean.remove('docs/_search');
  clean.remove('.topicmill');
  await clean.nx(SEARCH);
  expect(indexOf(clean)).toEqual(after);
});

it('reads what is published, though topics come from the cache and their files were tampered with', async () => {
  const repo = built.copy();
  const before = indexOf(repo);
  repo.remove('.topicmill');
  repo.remove(`${COMPOST}/_chunks`);
  repo.remove('docs/_search');
  repo.edit('topicmill.yaml', (text) => text.replace('enabled: true', 'enabled: true, vectors: false'));
  expect(await repo.nx(SEARCH)).toMatchObject({ status: 0 });
  expect(await topicsFor('compost', repo)).toContain('garden/compost');
  expect(Object.keys(indexOf(repo)).length).toBeLessThan(Object.keys(before).length);
  repo.edit('topicmill.yaml', (text) => text.replace(', vectors: false', ''));
  repo.remove(`${COMPOST}/_chunks`);
  expect(await repo.nx(SEARCH)).toMatchObject({ status: 0, ran: [] });
  expect(indexOf(repo)).toEqual(before);
});

it('switched off, leaves no file; a build without it has no such target', async () => {
  const repo = built.copy();
  repo.edit('topicmill.yaml', (text) => text.replace('enabled: true', 'enabled: false'));
  expect((await repo.build()).status).toBe(0);
  expect(indexOf(repo)).toEqual({});
  const run = await repo.nx(['run', 'docs:search']);
  expect(run.status).not.toBe(0);
});

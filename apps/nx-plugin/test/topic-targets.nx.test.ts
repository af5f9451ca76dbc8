import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NxRun, NxWorkspace } from './nx-workspace.js';

const COMPOST = 'docs/garden/compost';
const CONFIG = `
records: { enabled: true, topics: ['garden/**'], folders: ['notes/**', 'docs/garden'] }
pages: { enabled: true, topics: ['**', '!brewing'], baseUrl: https://example.com/handbook, context: 700, buffer: 100, html: true }
`;

const LONG = Array.from(
  { length: 30 },
  (_, at) => `\n## Heap ${at}\n\n${'Leaves of oak rot slowly in a heap. '.repeat(8)}\n`,
).join('');

let built: NxWorkspace;
let first: NxRun;

const build = (repo: NxWorkspace): Promise<NxRun> => repo.nx(['run-many', '-t', 'records', 'pages']);

beforeAll(async () => {
  built = NxWorkspace.create();
  built.edit('topicmill.yaml', (text) => text + CONFIG);
  built.edit(`${COMPOST}/golden-reference.md`, (text) => text + LONG);
  built.write('notes/2026/meeting.md', '# Meeting\n\nWe spoke about heaps of leaves.\n');
  built.write('notes/2026/idea.md', '# Idea\n\nTurn them in autumn.\n');
  built.write('notes/_drafts/later.md', '# Later\n');
  built.write('docs/garden/overview.md', '# All about the garden\n\nBeds and heaps.\n');
  first = await build(built);
}, 180_000);

afterAll(() => built.remove('.'));

describe('the targets of topics next to index', () => {
  it('exist for what the configuration chooses, and a second run does nothing', async () => {
    expect(first).toMatchObject({
      status: 0,
      ran: [
        'brewing/espresso:pages',
        'brewing/pour-over:pages',
        'garden/compost:pages',
        'garden/compost:records',
        'garden/seeds:pages',
        'garden/seeds:records',
        'garden:records',
        'notes/2026:records',
      ],
    });
    expect(await build(built.copy())).toMatchObject({ status: 0, ran: [], cached: first.ran });
  });

  it('write records of the reference, and of every document of a folder without one', () => {
    const records = JSON.parse(built.read(`${COMPOST}/_records/golden-reference.records.json`));
    expect(records.length).toBeGreaterThan(1);
    expect(records[0]).toMatchObject({ source: { filePath: `${COMPOST}/golden-reference.md` }, prevId: null });
    expect(built.read('notes/2026/_records/meeting.records.json')).toContain('heaps of leaves');
    expect(built.read('notes/2026/_records/idea.records.json')).toContain('in autumn');
    expect(built.read('docs/garden/_records/overview.records.json')).toContain('Beds and heaps');
  });

  it('write pages that name each other', () => {
    const manifest = JSON.parse(built.read(`${COMPOST}/_pages/chunks.json`));
    expect(manifest.chunks.length).toBeGreaterThan(1);
    const [{ ct, file, html }] = manifest.chunks;
    expect(built.read(`${COMPOST}/_pages/${file}`)).toContain(ct.next);
    expect(built.read(`${COMPOST}/_pages/${html.file}`)).toContain('https://example.com/handbook/garden/compost');
  });
});

it('after an edit only what belongs to it runs, and what is stale goes', async () => {
  const repo = built.copy();
  repo.write(`${COMPOST}/golden-reference.md`, '# Compost\n\nLeaves rot slowly.\n');
  repo.remove('notes/2026/idea.md');
  const run = await build(repo);
  expect(run).toMatchObject({
    status: 0,
    ran: ['garden/compost:pages', 'garden/compost:records', 'notes/2026:records'],
  });
  expect(JSON.parse(repo.read(`${COMPOST}/_pages/chunks.json`)).chunks).toHaveLength(1);
  const pages = Object.keys(repo.docs()).filter((path) => path.startsWith('garden/compost/_pages/'));
  expect(pages.map((path) => path.split('/').pop())).toEqual([
    'chunk-001.html',
    'chunk-001.md',
    'chunks.json',
    'chunks.json.sha256',
  ]);
  expect(() => repo.read('notes/2026/_records/idea.records.json')).toThrow('ENOENT');
});

it('what was altered is restored though all is answered from the cache; switched off, nothing is left', async () => {
  const repo = built.copy();
  repo.write(`${COMPOST}/_pages/chunks.json`, '{}');
  repo.remove('notes/2026/_records');
  expect(await build(repo)).toMatchObject({ status: 0, ran: [] });
  expect(repo.docs()).toEqual(built.docs());
  expect(repo.read('notes/2026/_records/idea.records.json')).toContain('in autumn');
  repo.edit('topicmill.yaml', (text) => text.replace(CONFIG, ''));
  expect((await repo.build()).status).toBe(0);
  expect(Object.keys(repo.docs()).filter((path) => /_pages|_records/.test(path))).toEqual([]);
  expect(() => repo.read('notes/2026/_records/idea.records.json')).toThrow('ENOENT');
});

it('one topic at fault is named, and the others are built', async () => {
  const repo = built.copy();
  repo.write(`${COMPOST}/golden-reference.md`, '---\ntitle: Compost\n---\n');
  repo.edit('docs/garden/seeds/golden-reference.md', (text) => `${text}\r\nMore about seeds.\r\n`);
  const run = await build(repo);
  expect(run.status).toBe(1);
  expect(run.output).toMatch(/docs\/garden\/compost\/golden-reference\.md error EMPTY_DOCUMENT: .+ Remedy: .+/);
  expect(repo.read('docs/garden/seeds/_records/golden-reference.records.json')).toContain('More about seeds');
});

it('two-tier gives sections and snippets as JSON lines', async () => {
  const repo = built.copy();
  repo.edit('topicmill.yaml', (text) =>
    text.replace('chunking:\n', "chunking:\n  byPath: [{ paths: ['docs/garden/**'], strategy: two-tier }]\n"),
  );
  expect((await repo.nx(['run', 'garden/compost:records'])).status).toBe(0);
  const lines = repo.read(`${COMPOST}/_records/golden-reference.sections.jsonl`).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).title).length).toBeGreaterThan(0);
  expect(repo.read(`${COMPOST}/_records/golden-reference.snippets.jsonl`)).toContain('compost');
  expect(() => repo.read(`${COMPOST}/_records/golden-reference.records.json`)).toThrow('ENOENT');
});

import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NxWorkspace } from './nx-workspace.js';

const COMPOST = 'docs/garden/compost';
const CONFIG = `
pages: { enabled: true, topics: ['garden/**'], baseUrl: https://example.com/handbook, context: 700, buffer: 100 }
score: { enabled: true }
`;

const heap = (at: number): string => `Heap ${at} was turned by gardener ${String.fromCharCode(65 + at)}owan.`;
const LONG = Array.from(
  { length: 12 },
  (_, at) => `\n## Heap ${at}\n\n${heap(at)}\n\n${'Leaves of oak rot slowly in the rain. '.repeat(30)}\n`,
).join('');
const QUERIES = [2, 5, 8]
  .map(
    (at) => `- question: Which gardener turned heap ${at}, and which one turned heap ${at + 3}?
  answer: ${heap(at)} ${heap(at + 3)}
  required: [${heap(at)}, ${heap(at + 3)}]
`,
  )
  .join('');

let built: NxWorkspace;

beforeAll(async () => {
  built = NxWorkspace.create();
  built.edit('topicmill.yaml', (text) => text + CONFIG);
  built.edit(`${COMPOST}/golden-reference.md`, (text) => text + LONG);
  built.write(`${COMPOST}/page-queries.yaml`, QUERIES);
  git('init', '-b', 'main');
  const { ran, status } = await built.nx(['run-many', '-t', 'score']);
  expect({ ran, status }).toEqual({ ran: ['garden/compost:pages', 'garden/compost:score'], status: 0 });
  git('add', '-A');
  git('commit', '-m', 'All');
}, 180_000);

afterAll(() => built.remove('.'));

function git(...args: readonly string[]): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', ['-C', built.root, ...author, ...args], { stdio: 'ignore' });
}

it('is a target of the topics that have pages and questions, and writes down what was found', () => {
  const scores = JSON.parse(built.read(`${COMPOST}/_pages/scores.json`));
  expect(scores).toMatchObject({
    model: 'extractive',
    metrics: [
      { metric: 'f1', threshold: 0.92, is_met: true },
      { metric: 'recall', value: 1, is_met: true },
      { metric: 'pis', value: 100, is_met: true },
    ],
  });
  expect(scores.set).toBe(JSON.parse(built.read(`${COMPOST}/_pages/chunks.json`)).set);
  expect(scores.questions).toHaveLength(3);
});

it('is answered from the cache while nothing changed, its files restored', async () => {
  const repo = built.copy();
  repo.remove(`${COMPOST}/_pages`);
  repo.remove('.topicmill');
  const run = await repo.nx(['run-many', '-t', 'score']);
  expect(run).toMatchObject({ status: 0, ran: [], cached: ['garden/compost:pages', 'garden/compost:score'] });
  expect(repo.docs()).toEqual(built.docs());
});

it('reads pages of which only the state is there', async () => {
  const repo = built.copy();
  repo.remove(`${COMPOST}/_pages`);
  repo.edit(`${COMPOST}/page-queries.yaml`, (text) => text.slice(text.indexOf('- question', 5)));
  const run = await repo.nx(['run', 'garden/compost:score', '--exclude-task-dependencies']);
  expect(run).toMatchObject({ status: 0, ran: ['garden/compost:score'] });
  expect(JSON.parse(repo.read(`${COMPOST}/_pages/scores.json`)).questions).toHaveLength(2);
});

it('`nx affected -t score` fails an edit that loses an answer, naming threshold and question, and passes others', async () => {
  const repo = built.copy();
  repo.edit('docs/garden/seeds/golden-reference.md', (text) => `${text}\nMore.\n`);
  const elsewhere = await repo.nx(['affected', '-t', 'score']);
  expect(elsewhere).toMatchObject({ status: 0, ran: [] });
  repo.edit(`${COMPOST}/page-queries.yaml`, (text) =>
    text.replace(`answer: ${heap(2)} ${heap(5)}`, 'answer: nobody at all'),
  );
  const run = await repo.nx(['affected', '-t', 'score']);
  expect(run.status).toBe(1);
  expect(run.ran).toContain('garden/compost:score');
  expect(run.output).toMatch(/page-queries\.yaml error PAGE_SCORE_LOW: Answer F1 is 0\.\d{4}, and must be ≥ 0\.92\./);
  expect(run.output).toMatch(/page-queries\.yaml:1 error PAGE_SCORE_LOW: F1 0\.\d{4}: Which gardener turned heap 2/);
  expect((await repo.nx(['affected', '-t', 'score'])).status, 'a failure is not kept').toBe(1);
});

it('a passage that the text no longer contains is named with its line', async () => {
  const repo = built.copy();
  repo.edit(`${COMPOST}/golden-reference.md`, (text) => text.replace(heap(5), 'Nobody turned it.'));
  const run = await repo.nx(['affected', '-t', 'score']);
  expect(run).toMatchObject({ status: 1, ran: ['garden/compost:pages', 'garden/compost:score'] });
  expect(run.output).toMatch(/page-queries\.yaml:\d+ error QUERIES_INVALID: The document does not contain/);
});

it('without its questions a topic has no such target, and what it wrote goes', async () => {
  const repo = built.copy();
  repo.remove(`${COMPOST}/page-queries.yaml`);
  const { status, ran } = await repo.nx(['run-many', '-t', 'score', 'pages']);
  expect(status).toBe(0);
  expect(ran.filter((task) => task.endsWith(':score'))).toEqual([]);
  expect(() => repo.read(`${COMPOST}/_pages/scores.json`)).toThrow('ENOENT');
  expect(JSON.parse(repo.read(`${COMPOST}/_pages/chunks.json`)).chunks.length).toBeGreaterThan(1);
});

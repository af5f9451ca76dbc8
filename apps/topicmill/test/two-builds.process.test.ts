import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
const PAGE = 'docs/tea/golden-reference.md';
const SECTIONS = 60;
const QUERY = ['query', 'how are leaves steeped', '-k', `${SECTIONS}`, '--json'];
const CONTEXT = ['context', 'how are leaves steeped', '--tokens', '6000'];
const EXPORT = ['export', 'jsonl', '--no-vectors', '--out', 'export'];
const READERS = [
  QUERY,
  CONTEXT,
  [...QUERY, '--from', '.'],
  [...QUERY, '--topic', 'tea', '--stripe', 'conceptual'],
  EXPORT,
];

const database = await openTestDatabase();
afterAll(() => database?.close());

/** A document each of whose chunks says which edition it is of. */
function page(edition: string): string {
  const section = (_: unknown, at: number): string =>
    `## Step ${at}\n\n${`Leaves are steeped in ${edition} of step ${at}, as long as it takes.\n`.repeat(40)}\n`;
  return `# Tea\n\nSteeping of ${edition}.\n\n${Array.from({ length: SECTIONS }, section).join('')}`;
}

function repoOf(edition: string): DocsRepo {
  return new DocsRepo({ 'topicmill.yaml': 'docsRoot: docs\n', [PAGE]: page(edition) });
}

function build(cwd: string): Promise<number | null> {
  const child = spawn(process.execPath, [COMMAND, 'build'], { cwd, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', resolve));
}

async function editionsIn(repo: DocsRepo, command: readonly string[]): Promise<string[]> {
  const { out } = await repo.run(...command);
  const text = command === EXPORT ? repo.read('export/chunks.jsonl') : out;
  return [...new Set(text.match(/\bedition\d+/g))];
}

it('while two builds run, with an edit between their starts, an answer is of one edition of a topic', async () => {
  const repo = repoOf('edition0');
  expect(await build(repo.root)).toBe(0);
  const mixed: string[][] = [];
  for (let edition = 2; edition <= 6; edition += 2) {
    const edited = async (waitMs: number, to: number): Promise<number | null> => {
      await delay(waitMs);
      repo.write(PAGE, page(`edition${to}`));
      return build(repo.root);
    };
    let isBuilding = true;
    const builds = Promise.all([edited(0, edition - 1), edited(100 * edition, edition)]);
    const ended = builds.finally(() => {
      isBuilding = false;
    });
    while (isBuilding) {
      for (const command of READERS) {
        const editions = await editionsIn(repo, command);
        if (editions.length > 1) mixed.push(editions);
      }
      await delay(1);
    }
    expect(await ended).toEqual([0, 0]);
    for (const command of READERS) expect(await editionsIn(repo, command)).toEqual([`edition${edition}`]);
  }
  expect(mixed).toEqual([]);
});

/** Docs of which half of the chunk files are of other docs, as while another process replaces them. */
async function halfReplaced(): Promise<DocsRepo> {
  const [repo, other] = [repoOf('porcelain'), repoOf('bamboo')];
  for (const each of [repo, other]) expect((await each.run('build')).exitCode).toBe(0);
  const chunk = (at: number): string => `docs/tea/_chunks/golden-reference-${at}.md`;
  for (let at = 0; at < SECTIONS / 2; at++) repo.write(chunk(at), other.read(chunk(at)));
  return repo;
}

it('a topic half of whose files another process has replaced is indexed as its state has it', async () => {
  const repo = await halfReplaced();
  repo.remove('.topicmill/search');
  await updateSearchStore(openWorkspace(repo.root, { env: {} }));
  for (const from of [[], ['--from', '.']]) {
    const { out } = await repo.run(
      'query',
      'porcelain bamboo',
      '--mode',
      'bm25',
      '-k',
      `${SECTIONS}`,
      '--json',
      ...from,
    );
    const { results } = JSON.parse(out) as { results: { match: { words: string[] }; passage?: string }[] };
    expect([...new Set(results.flatMap(({ match }) => match.words))]).toEqual(['porcelain']);
    expect(results.some(({ passage }) => passage !== undefined)).toBe(true);
    expect(results.some(({ passage }) => passage?.includes('bamboo'))).toBe(false);
  }
});

it('a topic half of whose files another process has replaced is exported as its state has it', async () => {
  const repo = await halfReplaced();
  expect((await repo.run(...EXPORT)).exitCode).toBe(0);
  const lines = repo.read('export/chunks.jsonl').trim().split('\n');
  expect(lines.map((line) => /porcelain|bamboo/.exec(line)?.[0])).toEqual(lines.map(() => 'porcelain'));
});

it.skipIf(database === undefined)('and is published as its state has it, and as it is built then', async () => {
  const repo = await halfReplaced();
  const address = database!.newAddress();
  const published = async (): Promise<string> => {
    expect((await repo.run('publish', address)).exitCode).toBe(0);
    return (await repo.run('query', 'leaves', '--mode', 'bm25', '--json', '--from', address)).out;
  };
  expect(await published()).toMatch(/^(?!.*bamboo).*porcelain/s);
  repo.write(PAGE, page('bamboo'));
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(await published()).toMatch(/^(?!.*porcelain).*bamboo/s);
});

import { beforeEach, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const CONFIG = 'sources: pages\nsite: { generator: none }\n';
const CLAY = '# Clay\n\nStoneware for plates.\n';

let repo: DocsRepo;

beforeEach(() => {
  repo = new DocsRepo({
    'topicmill.yaml': CONFIG,
    'docs/clay.md': CLAY,
    'docs/guide/firing.md': '# Firing\n\nTwo firings make a pot.\n',
  });
});

it.each([
  ['is not a topic', undefined],
  ['is a page', '# Pots\n\nFrom clay to glaze.\n'],
])('builds keep what `export llms` wrote where the docs root %s', async (_, home) => {
  if (home !== undefined) repo.write('docs/index.md', home);
  await repo.run('build');
  expect((await repo.run('export', 'llms')).exitCode).toBe(0);
  const [list, full] = ['llms.txt', 'llms-full.txt'].map((name) => repo.read(`topics/${name}`));
  repo.write('docs/clay.md', `${CLAY}\nKeep it damp.\n`);
  expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
  expect(await repo.run('clean')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
  expect([repo.read('topics/llms.txt'), repo.read('topics/llms-full.txt')]).toEqual([list, full]);
});

it('builds keep files written by hand in a category of pages, and remove those of the page that it was', async () => {
  repo.write('docs/guide/index.md', '# Guide\n\nAll of it.\n');
  await repo.run('build');
  repo.remove('docs/guide/index.md');
  repo.write('topics/guide/notes.md', 'Ours.\n');
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(Object.keys(repo.files('topics/guide')).filter((path) => !path.startsWith('firing/'))).toEqual([
    'index.json',
    'notes.md',
  ]);
});

it('a dry run compares topics that were never embedded with embedded ones, and says what it would embed', async () => {
  await repo.run('build');
  repo.write(
    'topicmill.yaml',
    'sources: pages\nroots:\n  - { name: blog, docsRoot: blog, site: { generator: none } }\n  - { name: docs, docsRoot: docs, site: { generator: none } }\n',
  );
  repo.write('blog/kiln.md', '# Kiln\n\nA new kiln has come.\n');
  const { exitCode, out, err } = await repo.run('build', '--dry-run');
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/\b\d+ texts? to embed\b/);
  expect(out).not.toContain('embedded');
});

const SPEC = 'topics/clay/topic-spec.md';
const NOTE = 'topicmill/clay.topic-spec.md';

function editedByHand(text: string): string {
  return text.replace('| Priority |  |', '| Priority | 2 |').replace('## Keywords', 'Ask Ida first.\n\n## Keywords');
}

it.each([['build'], ['restore']])(
  'what people write into the generated topic-spec.md of a page is named by verify, and moved to its note by %s',
  async (command) => {
    await repo.run('build');
    expect(repo.has(NOTE)).toBe(false);
    repo.write(SPEC, editedByHand(repo.read(SPEC)));
    const verified = await repo.run('verify');
    expect([verified.exitCode, verified.err]).toEqual([
      1,
      expect.stringMatching(/^topics\/clay\/topic-spec\.md error OUTPUT_OUTDATED/m),
    ]);
    expect(verified.err).toContain(NOTE);
    const { exitCode, out, err } = await repo.run(command);
    expect([exitCode, out + err]).toEqual([0, expect.stringContaining('TOPIC_SPEC_TEXT_MOVED')]);
    expect(repo.read(NOTE)).toContain('Ask Ida first.');
    expect((await repo.run('verify')).err).toContain('OUTPUT_OUTDATED');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    expect(repo.read(SPEC)).toContain('Ask Ida first.');
    expect(repo.read('topics/clay/index.json')).toContain('"priority": 2');
    expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
  },
);

it('a dry run says what would be moved, and moves nothing', async () => {
  await repo.run('build');
  repo.write(SPEC, editedByHand(repo.read(SPEC)));
  const before = repo.files();
  expect((await repo.run('build', '--dry-run')).out).toContain('TOPIC_SPEC_TEXT_MOVED');
  expect(repo.files()).toEqual(before);
});

it('what people wrote into the generated file of a page that is gone stays', async () => {
  await repo.run('build');
  repo.write(SPEC, editedByHand(repo.read(SPEC)));
  repo.remove('docs/clay.md');
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.read(SPEC)).toContain('Ask Ida first.');
  expect(Object.keys(repo.files('topics/clay'))).toEqual(['topic-spec.md']);
});

it('an export describes a page as its index does, never by markup that only its generator reads', async () => {
  repo.write('topicmill.yaml', 'sources: pages\nsite: { generator: hugo }\n');
  repo.write('docs/glaze.md', '---\ntitle: Glaze\n---\n\n## Tin\n\n{{< kiln-table >}} of glazes.\n');
  await repo.run('build');
  expect(JSON.parse(repo.read('topics/glaze/index.json'))).not.toHaveProperty('description');
  expect((await repo.run('export', 'jsonl', '--no-vectors', '--out', 'out')).exitCode).toBe(0);
  expect(repo.read('out/chunks.jsonl')).not.toContain('kiln-table');
});

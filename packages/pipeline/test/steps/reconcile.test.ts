import { cpSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sealCompressedJson, unseal } from '@topicmill/base/files';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const NOTHING = { written: [], removed: [], rebuilt: [], warnedBeforeCount: 0, diagnostics: [] };
const LATER_MS = 60_000;

/** The handbook, built, and its files noted some time after they were written. */
async function settledHandbook(): Promise<DocsRepo> {
  const repo = await DocsRepo.builtHandbook();
  expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual(NOTHING);
  expect(unseal(repo.bytes('.topicmill/record.br'))).toContain('golden-reference-0.md');
  return repo;
}

const COMPOST = 'docs/garden/compost/golden-reference.md';
const WORDS = 'docs/brewing/espresso/_keywords/words.md';
const CHUNK = 'docs/brewing/espresso/_chunks/golden-reference-2.md';

const TAMPERING: readonly (readonly [string, (repo: DocsRepo) => void, Partial<typeof NOTHING> | object])[] = [
  ['an output that is gone', (repo) => repo.remove(CHUNK), { written: [CHUNK] }],
  [
    'a folder of outputs that is gone',
    (repo) => repo.remove('docs/garden/compost/_keywords'),
    {
      written: ['docs/garden/compost/_keywords/terms.md', 'docs/garden/compost/_keywords/words.md'],
    },
  ],
  ['an output that is altered', (repo) => repo.edit(WORDS, (text) => `${text}more\n`), { written: [WORDS] }],
  ['an output that is emptied', (repo) => repo.write(WORDS, ''), { written: [WORDS] }],
  ['an output that is binary now', (repo) => repo.write(WORDS, Uint8Array.from([0, 255])), { written: [WORDS] }],
  [
    'an output of another line end',
    (repo) => repo.edit(WORDS, (text) => text.replaceAll('\n', '\r\n')),
    { written: [WORDS] },
  ],
  [
    'a damaged index',
    (repo) => repo.write('docs/brewing/index.json', 'x'),
    {
      written: ['docs/brewing/index.json'],
    },
  ],
  [
    'the index of a category',
    (repo) => repo.write('docs/garden/index.json', '{}'),
    { written: ['docs/garden/index.json'] },
  ],
  ['the authority', (repo) => repo.remove('docs/_keywords/authority.md'), { written: ['docs/_keywords/authority.md'] }],
  ['related.json', (repo) => repo.write('docs/related.json', '{}'), { written: ['docs/related.json'] }],
  [
    'a section of the tool in topic-spec.md',
    (repo) => repo.edit('docs/garden/compost/topic-spec.md', (text) => text.replace(/^\| 0 \| .*green waste.*\n/m, '')),
    {
      written: ['docs/garden/compost/topic-spec.md'],
    },
  ],
];

describe('what was tampered with is restored, and told', () => {
  it.each(TAMPERING)('%s', async (_name, tamper, report) => {
    const repo = await settledHandbook();
    const before = repo.files();
    tamper(repo);
    expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual({ ...NOTHING, ...report });
    expect(repo.files()).toEqual(before);
    expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual(NOTHING);
  });

  it('an output of the same size with its old time set again', async () => {
    const repo = await settledHandbook();
    const before = repo.files();
    const { atime, mtime, size } = statSync(repo.path(WORDS));
    repo.edit(WORDS, (text) => text.replace('shot', 'shut'));
    utimesSync(repo.path(WORDS), atime, mtime);
    expect(statSync(repo.path(WORDS)).size).toBe(size);
    expect((await repo.reconcile(Date.now() + LATER_MS)).written).toEqual([WORDS]);
    expect(repo.files()).toEqual(before);
  });

  it('an output that changes within the clock’s tick after it was noted', async () => {
    const repo = await DocsRepo.builtHandbook();
    const before = repo.files();
    await repo.reconcile(Date.now());
    repo.edit(WORDS, (text) => text.replace('shot', 'shut'));
    expect((await repo.reconcile(Date.now())).written).toEqual([WORDS]);
    expect(repo.files()).toEqual(before);
  });

  it('everything at once, with the record gone', async () => {
    const repo = await settledHandbook();
    const before = repo.files();
    repo.remove('.topicmill/record.br');
    for (const path of Object.keys(before)) if (/index\.json$|_chunks|_keywords/.test(path)) repo.remove(path);
    expect((await repo.reconcile()).written.length).toBe(38);
    expect(repo.files()).toEqual(before);
  });

  it('a record that is damaged is as none', async () => {
    const repo = await settledHandbook();
    for (const damaged of ['', '{', '[]', '{"format":1,"folders":{"index/docs":{"a":["x"]}}}']) {
      repo.write('.topicmill/record.br', damaged);
      repo.remove(CHUNK);
      expect(await repo.reconcile(Date.now() + LATER_MS)).toMatchObject({ written: [CHUNK], removed: [] });
    }
  });
});

it('what people wrote in topic-spec.md since the last build stays', async () => {
  const repo = await settledHandbook();
  const spec = 'docs/brewing/espresso/topic-spec.md';
  repo.edit(spec, (text) => text.replace('## Keywords', '## By hand\n\nStays.\n\n## Keywords'));
  const edited = repo.read(spec);
  expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual({ ...NOTHING, rebuilt: ['docs/brewing/espresso'] });
  expect(repo.read(spec)).toBe(edited);
});

it('topics with warnings are counted, whether their files are as they were noted or not', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(COMPOST, (text) => `${text}\n\`\`\`js\nleft open\n`);
  await repo.build();
  await repo.reconcile(Date.now() + LATER_MS);
  expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual({ ...NOTHING, warnedBeforeCount: 1 });
  repo.remove('.topicmill/record.br');
  expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual({ ...NOTHING, warnedBeforeCount: 1 });
});

it('topics whose estimate of tokens is off are not among those with warnings', async () => {
  const repo = await DocsRepo.builtHandbook();
  repo.edit(COMPOST, (text) => `${text}\n${'https://example.org/a/b/c/d?e=f&g=h#i-j-k '.repeat(60)}\n`);
  const { diagnostics } = await repo.build();
  expect(diagnostics).toMatchObject([{ code: 'TOKEN_ESTIMATE_OFF' }]);
  await repo.reconcile(Date.now() + LATER_MS);
  expect(await repo.reconcile(Date.now() + LATER_MS)).toEqual(NOTHING);
});

it('what a killed writer left is swept, a person’s copies are not', async () => {
  const repo = await settledHandbook();
  const before = repo.files();
  const own = ['docs/brewing/espresso/index.json.bak', `${WORDS}.1234567890`, 'docs/brewing/espresso/notes.tmp'];
  const left = [
    `${CHUNK}.1234567890.topicmill-tmp`,
    `${WORDS}.1234567890.topicmill-tmp`,
    'docs/brewing/espresso/topic-spec.md.1234567890.topicmill-tmp',
    'docs/garden/index.json.1234567890.topicmill-tmp',
    'docs/_keywords/authority.md.1234567890.topicmill-tmp',
    'docs/related.json.1234567890.topicmill-tmp',
  ];
  for (const path of [...own, ...left]) repo.write(path, 'half');
  repo.write('.topicmill/record.br.1234567890.topicmill-tmp', 'half');
  repo.write('.topicmill/index/docs/garden/state.br.1234567890.topicmill-tmp', 'half');
  await repo.reconcile();
  expect(repo.files()).toEqual({ ...before, ...Object.fromEntries(own.map((path) => [path, 'half'])) });
  expect(Object.keys(repo.files('.topicmill')).filter((path) => path.endsWith('-tmp'))).toEqual([]);
});

it('a state without a topic, from another branch for instance, takes its outputs along', async () => {
  const repo = await settledHandbook();
  const foreign = DocsRepo.handbook();
  foreign.write('docs/tools/scale/golden-reference.md', '# Scale\n\nWeigh the dose.\n');
  await foreign.build();
  for (const path of Object.keys(foreign.files('docs/tools'))) {
    if (!path.endsWith('golden-reference.md')) repo.write(`docs/tools/${path}`, foreign.read(`docs/tools/${path}`));
  }
  for (const path of ['tools/state.br', 'tools/scale/state.br']) {
    const state = `.topicmill/index/docs/${path}`;
    mkdirSync(dirname(join(repo.root, state)), { recursive: true });
    cpSync(join(foreign.root, state), join(repo.root, state));
  }
  expect((await repo.reconcile()).removed).toHaveLength(7);
  expect(Object.keys(repo.files()).filter((path) => path.includes('tools'))).toEqual([]);
  expect(Object.keys(repo.files('.topicmill/index')).filter((path) => path.includes('tools'))).toEqual([]);
});

it('a state that was restored over a newer one decides, and what was built from the newer one is built again', async () => {
  const repo = await settledHandbook();
  const before = repo.files();
  const state = '.topicmill/index/docs/brewing/espresso/state.br';
  const stored = repo.bytes(state);
  const reference = repo.read('docs/brewing/espresso/golden-reference.md');
  repo.edit(
    'docs/brewing/espresso/golden-reference.md',
    (text) => `${text}\n## More\n\n${'More of the shot. '.repeat(30)}\n`,
  );
  await repo.build();
  repo.write('docs/brewing/espresso/golden-reference.md', reference);
  repo.write(state, stored);
  expect(await repo.reconcile()).toMatchObject({
    removed: ['docs/brewing/espresso/_chunks/golden-reference-10.md'],
    rebuilt: ['docs', 'docs/brewing'],
    diagnostics: [],
  });
  expect(repo.files()).toEqual(before);
});

it('a state of other results for the same inputs, from another machine for instance, decides', async () => {
  const repo = await settledHandbook();
  const state = '.topicmill/index/docs/brewing/espresso/state.br';
  const stored = repo.bytes(state);
  const altered = { written: ['docs/brewing/espresso/index.json'], removed: [], diagnostics: [] };
  const content = JSON.stringify(unseal(stored)).replace('"index.json":"{', '"index.json":"{ ');
  repo.write(state, sealCompressedJson(JSON.parse(content) as object));
  expect(await repo.reconcile()).toMatchObject(altered);
  repo.write(state, stored);
  expect(await repo.reconcile()).toMatchObject(altered);
});

it('a category whose state was restored from before it was a topic loses what a topic has', async () => {
  const repo = await settledHandbook();
  const state = '.topicmill/index/docs/garden/state.br';
  const asCategory = { state: repo.bytes(state), files: repo.files() };
  repo.write('docs/garden/golden-reference.md', '# The garden\n\nA garden needs time.\n');
  await repo.build();
  repo.remove('docs/garden/golden-reference.md');
  repo.write(state, asCategory.state);
  await repo.reconcile();
  expect(Object.keys(repo.files())).toEqual(Object.keys(asCategory.files));
});

it('a folder with files in the place of an output is an error that names it', async () => {
  const repo = await settledHandbook();
  repo.remove(WORDS);
  repo.write(`${WORDS}/mine.md`, 'Mine.\n');
  expect((await repo.reconcile()).diagnostics).toEqual([
    expect.objectContaining({ severity: 'error', code: 'FILE_FOREIGN', file: WORDS }),
  ]);
});

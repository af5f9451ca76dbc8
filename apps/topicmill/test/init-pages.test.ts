import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';

const SITE = {
  'docusaurus.config.js':
    "const { writeFileSync } = require('node:fs');\nwriteFileSync('ran', '');\nmodule.exports = { url: 'https://k.example.org', baseUrl: ['', 'base', ''].join('/'), presets: [['classic', { docs: {} }]] };\n",
  'docs/intro.md': '# Intro\n\nText.\n',
};

test('--yes runs a configuration that cannot be read, once, and writes its values', async () => {
  const repo = new DocsRepo(SITE);
  const { exitCode, out } = await repo.run('init', '--yes');
  expect(exitCode).toBe(0);
  expect(out).toContain('docusaurus.config.js was run once');
  expect(repo.read('topicmill.yaml')).toContain('url: https://k.example.org/base/\n');
  expect(repo.has('ran')).toBe(true);
  expect((await repo.run('init')).out).toContain('Everything is in place.');
});

test.each([
  ['--no-evaluate', ['--yes', '--no-evaluate'], '(--no-evaluate)'],
  ['nobody to ask', ['--dry-run'], 'there is nobody to ask; --yes agrees to run it'],
  ['JSON', ['--dry-run', '--json'], 'there is nobody to ask; --yes agrees to run it'],
])('with %s it is not run, and what was not read is said', async (_case, flags, reason) => {
  const repo = new DocsRepo(SITE);
  const { exitCode, out } = await repo.run('init', ...flags);
  expect({ exitCode, ran: repo.has('ran') }).toEqual({ exitCode: 0, ran: false });
  expect(out).toContain('Not read from docusaurus.config.js: ');
  expect(out).toContain(reason);
});

test('a file that is called as the folder of a configuration is no obstacle', async () => {
  const repo = new DocsRepo({
    'mkdocs.yml': 'site_name: Kilns\n',
    'docs/index.md': '# Kilns\n',
    'test/config': 'a: 1\n',
  });
  expect(await repo.run('init', '--yes')).toMatchObject({ exitCode: 0, err: '' });
  expect(repo.read('topicmill.yaml')).toContain('generator: mkdocs');
});

test('pages that git ignores are not counted, and are among what is left out', async () => {
  const page = '# Page\n\nText.\n';
  const repo = new DocsRepo({
    'mkdocs.yml': '',
    'docs/a.md': page,
    'docs/.gitignore': 'api\ndraft.md\n',
    'docs/api/b.md': page,
    'docs/draft.md': page,
    'docs/sub/.gitignore': '!api\n',
    'docs/sub/api/c.md': page,
  });
  const { out } = await repo.run('init', '--dry-run');
  expect(out).toMatch(/docs {2}2 pages/);
  expect(out).toContain('2 files: ignored by git or Nx (docs/api/, docs/draft.md)');
});

test('markdown outside of the docs root is named, and so is how to add it', async () => {
  const page = '# Page\n\nText.\n';
  const repo = new DocsRepo({
    'mkdocs.yml': '',
    'docs/a.md': page,
    'README.md': page,
    'parts/kiln/README.md': page,
    '.github/CONTRIBUTING.md': page,
    'node_modules/x/README.md': page,
    'made/notes.md': page,
    '.gitignore': 'made\n',
  });
  const { out } = await repo.run('init', '--yes');
  expect(out).toContain(
    'Not indexed, outside of the docs root: 2 markdown files (README.md, parts/kiln/README.md)\n' +
      "  To add some, write a further root in `roots` of topicmill.yaml, such as { name: repository, docsRoot: ., include: ['README.md'] }\n",
  );
  const yaml = repo.read('topicmill.yaml');
  const roots =
    "roots:\n  - { name: docs, docsRoot: docs }\n  - { name: repository, docsRoot: ., include: ['README.md'] }\n";
  repo.write('topicmill.yaml', yaml.replace(/^docsRoot: docs\n/m, roots).replace(/^site:\n(?: .*\n)+/m, ''));
  expect((await repo.run('build')).exitCode).toBe(0);
  expect(repo.read('topics/repository/index.json')).toContain('Page');
});

test('where a site is published is asked for, unless its configuration says so', async () => {
  const json = JSON.stringify({ $schema: 'https://mintlify.com/docs.json', navigation: { pages: ['index'] } });
  const mintlify = new DocsRepo({ 'docs.json': json, 'index.mdx': '# Page\n\nText.\n' });
  const asked = '  Nothing says where the site is published: set site.url in topicmill.yaml to its address.\n';
  expect((await mintlify.run('init', '--dry-run')).out).toContain(asked);
  const mkdocs = new DocsRepo({ 'mkdocs.yml': 'site_url: https://x.org\n', 'docs/index.md': '# Page\n\nText.\n' });
  expect((await mkdocs.run('init', '--dry-run')).out).not.toContain('Nothing says where');
  const translated = new DocsRepo({
    'docs/en/mkdocs.yml': 'site_url: https://x.org\n',
    ...Object.fromEntries(
      ['en', 'de'].flatMap((each) => ['a', 'b'].map((name) => [`docs/${each}/docs/${name}.md`, '# Page\n\nText.\n'])),
    ),
  });
  expect((await translated.run('init', '--dry-run')).out).toContain(
    '  Nothing says where docs/de/docs is published: set its url in topicmill.yaml.\n',
  );
});

test('a configuration that fails is named, and what can be read is used', async () => {
  const repo = new DocsRepo({
    ...SITE,
    'docusaurus.config.js': `throw new Error('no key');\n${SITE['docusaurus.config.js']}`,
  });
  const { exitCode, out } = await repo.run('init', '--yes');
  expect(exitCode).toBe(0);
  expect(out).toContain('no key');
  expect(repo.read('topicmill.yaml')).toContain('generator: docusaurus');
});

describe('at a terminal', () => {
  test.each([
    ['n', false],
    ['y', true],
  ])('the answer %s decides whether it is run: %s', async (answer, isRun) => {
    const repo = new DocsRepo(SITE);
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    let asked = '';
    const terminal = { isTTY: true, write: (text: string) => (asked += text) };
    stdin.end(`${answer}\n`);
    const io = { stdout: { write: () => true }, stderr: terminal, stdin, cwd: repo.root, env: {} };
    await main(['init', '--dry-run'], io);
    expect(asked).toContain('docusaurus.config.js is code');
    expect(repo.has('ran')).toBe(isRun);
  });
});

test('--undo takes everything back, and --dry-run only says so', async () => {
  const repo = new DocsRepo({ ...SITE, 'package.json': '{}\n' });
  await repo.run('init', '--yes', '--no-evaluate');
  const shown = await repo.run('init', '--undo', '--dry-run');
  expect(shown.out).toMatch(/ {2}remove {3}topicmill\.yaml\n/);
  expect(repo.has('topicmill.yaml')).toBe(true);
  expect((await repo.run('init', '--undo')).exitCode).toBe(2);
  const { exitCode, out } = await repo.run('init', '--undo', '--yes', '--json');
  expect({ exitCode, ...JSON.parse(out) }).toMatchObject({ exitCode: 0, isUndone: true });
  expect(repo.has('topicmill.yaml') || repo.has('nx.json') || repo.has('.gitignore')).toBe(false);
  expect(repo.has('topicmill')).toBe(false);
  expect(repo.read('package.json')).toBe('{}\n');
  expect((await repo.run('init', '--undo', '--yes')).err).toContain('INIT_RECORD_MISSING');
});

test('init says how many pages become topics, and why the others do not', async () => {
  const repo = new DocsRepo({
    'docs/guide/index.md': '---\ntitle: Guide\n---\n',
    'docs/guide/tea.md': '# Tea\n\nGreen.\n',
  });
  const { out } = await repo.run('init', '--dry-run');
  expect(out).toContain('docs  2 pages in 1 section\n');
  expect(out).toContain('1 topic: 1 page has no text of its own and gives its section title and description\n');
});

test('after --undo git sees nothing that builds have left', async () => {
  const repo = new DocsRepo({ ...SITE, 'package.json': '{}\n' });
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: repo.root, encoding: 'utf8' });
  git('init', '-q');
  git('add', '-A');
  await repo.run('init', '--yes', '--no-evaluate');
  await repo.build();
  const { out } = await repo.run('init', '--undo', '--yes');
  expect(out).toMatch(/\nDone\. .*\.topicmill.*Delete them, then their lines/);
  expect(git('status', '--porcelain', '--untracked-files=all').match(/^\?\? .*/gm)).toEqual(['?? .gitignore']);
});

test('an Nx that the plugin does not support is refused before anything is written', async () => {
  const repo = new DocsRepo({ ...SITE, 'package.json': '{ "devDependencies": { "nx": "19.8.0" } }\n' });
  const { exitCode, err } = await repo.run('init', '--yes');
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringContaining('NX_UNSUPPORTED') });
  expect(repo.has('topicmill.yaml') || repo.has('ran')).toBe(false);
});

describe('after init a page changes no results of others, but for links to it', () => {
  const SUBJECTS = 'kiln glaze clay wheel slip oxide cone bisque engobe grog'.split(' ');
  // Each is in two of ten pages, so that one page more or less moves it across a limit.
  const pages = SUBJECTS.map((own, at) => {
    const next = SUBJECTS[(at + 1) % SUBJECTS.length];
    return [`docs/${own}.md`, `# The ${own}\n\nA ${own} needs a ${next}, a ${next} a ${own}, a ${own} a ${next}.\n`];
  });
  const FILES: Record<string, string> = Object.fromEntries([
    ['mkdocs.yml', 'site_url: https://k.example.org/\n'],
    ...pages,
  ]);
  const ADDED = '# More\n\nA kiln, a kiln and a kiln; a wheel, a wheel and a wheel.\n';

  async function changedTopics(edit: (repo: DocsRepo) => void): Promise<string[]> {
    const repo = new DocsRepo(FILES);
    await repo.run('init', '--yes');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    const before = repo.files('topics');
    edit(repo);
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    const after = repo.files('topics');
    const paths = Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
    return [...new Set(paths.flatMap((path) => /^[a-z]+(?=\/)/.exec(path) ?? []))];
  }

  test.each([
    ['added', ['more'], (repo: DocsRepo) => repo.write('docs/more.md', ADDED)],
    ['removed', ['clay'], (repo: DocsRepo) => repo.remove('docs/clay.md')],
    ['renamed', ['clay', 'mud'], (repo: DocsRepo) => repo.move('docs/clay.md', 'docs/mud.md')],
    ['edited', ['clay'], (repo: DocsRepo) => repo.write('docs/clay.md', ADDED)],
  ])('one that is %s', async (_case, expected, edit) => {
    expect(await changedTopics(edit)).toEqual(expected);
  });
});

test('what init pins are the shares that the pages have, and a second init leaves them to people', async () => {
  const repo = new DocsRepo({ ...SITE, 'docs/more.md': '# More\n\nText, text and text of kilns, kilns and kilns.\n' });
  await repo.run('init', '--yes', '--no-evaluate');
  const { out } = await repo.run('pin-keywords', '--json');
  expect(JSON.parse(out)).toMatchObject({ path: 'topicmill/keyword-shares.md', isChanged: false });
  repo.remove('topicmill/keyword-shares.md');
  expect((await repo.run('init')).out).toContain('Everything is in place.');
});

test('of a page that is gone, a build says in one line what it removed', async () => {
  const repo = new DocsRepo({ ...SITE, 'docs/more.md': '# More\n\nText.\n' });
  await repo.run('init', '--yes', '--no-evaluate');
  await repo.run('build');
  repo.remove('docs/more.md');
  const { out } = await repo.run('build');
  expect(out.match(/^removed .*$/gm)).toEqual(['removed 5 files in topics/more']);
});

test('a folder that topicmill.yaml does not name is refused, and nothing is written', async () => {
  const config = 'sources: pages\ndocsRoot: guide\n';
  const repo = new DocsRepo({
    'topicmill.yaml': config,
    'guide/a.md': '# A\n\nText.\n',
    'docs/b.md': '# B\n\nText.\n',
  });
  const { exitCode, err } = await repo.run('init', '--docs', 'docs', '--yes');
  expect({ exitCode, err }).toEqual({
    exitCode: 2,
    err: expect.stringContaining('INVALID_OPTION: topicmill.yaml names "guide" as docs root, not "docs".'),
  });
  expect(repo.has('.gitignore')).toBe(false);
  expect((await repo.run('init', '--docs', 'guide/', '--yes')).exitCode).toBe(0);
  expect(repo.read('topicmill.yaml')).toBe(config);
});

test('init says which version is the current one, since nothing may say that the newest is a preview', async () => {
  const content = ['8.1', '8.2'].map((version) => ({ src: version, files: ['**/*.md'], group: version }));
  const groups = { '8.1': { moniker_range: 'kiln-8.1' }, '8.2': { moniker_range: 'kiln-8.2' } };
  const repo = new DocsRepo({
    'docfx.json': JSON.stringify({ build: { content, groups } }),
    '8.1/kiln.md': '# Kiln\n\nOld.\n',
    '8.2/kiln.md': '# Kiln\n\nNew.\n',
  });
  const { exitCode, out } = await repo.run('init', '--dry-run');
  expect(exitCode).toBe(0);
  expect(out).toContain('version kiln-8.2 (current)\n');
  expect(out).toContain('version kiln-8.1\n');
});

import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { OPTIONAL_TARGETS } from '../../src/optional-targets/index.js';
import { runTargets } from '../../src/runner/index.js';
import { importBuiltSites, openDocsConfig, openWorkspace } from '../../src/workspace/index.js';
import { DocsRepo } from './docs-repo.js';

const SECRET = 'xyzzy-plugh';
const TEXT = '# Tea\n\nGreen leaves and hot water.\n';

function outside(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'secret.md');
  writeFileSync(file, `# ${SECRET}\n\n## Q: ${SECRET}?\n\nA: ${SECRET}.\n`);
  return file;
}

function repoWith(config = 'docsRoot: docs\n'): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': config,
    'docs/tea/golden-reference.md': TEXT,
    'docs/milk/golden-reference.md': TEXT.replaceAll('Tea', 'Milk'),
    'notes/inside.md': `# ${SECRET}\n\n## Q: ${SECRET}?\n\nA: ${SECRET}.\n`,
  });
}

async function findings(repo: DocsRepo): Promise<string[]> {
  const workspace = repo.open();
  const reports = [...(await buildDocs(workspace, {})).folders];
  for await (const report of runTargets(OPTIONAL_TARGETS, workspace)) reports.push(report);
  const found = reports.flatMap(({ steps }) => steps.flatMap(({ diagnostics }) => diagnostics));
  return found.map(({ code, file }) => `${code} ${file}`);
}

/** Files that contain the linked text, the place of the link aside. */
const published = (repo: DocsRepo) =>
  Object.entries(repo.files()).flatMap(([path, text]) =>
    !path.startsWith('notes/') && text.includes(SECRET) ? [path] : [],
  );

const SOURCES: readonly (readonly [path: string, named: string, config?: string])[] = [
  ['docs/coffee/golden-reference.md', 'docs/coffee'],
  ['docs/tea/qa-pairs.md', 'docs/tea/qa-pairs.md'],
  ['docs/tea/topic-spec.md', 'docs/tea/topic-spec.md'],
  [
    'docs/tea/page-queries.yaml',
    'docs/tea/page-queries.yaml',
    'docsRoot: docs\npages: { enabled: true, baseUrl: https://example.org }\nscore: { enabled: true }\n',
  ],
  ['docs/keyword-shares.md', 'docs/keyword-shares.md'],
  [
    'handbook/linked.md',
    'handbook/linked.md',
    'docsRoot: docs\nrecords: { enabled: true, topics: [], folders: [handbook] }\n',
  ],
];

it.each(
  SOURCES.flatMap(([path, named, config]) =>
    (['outside', 'inside'] as const).map((place) => [path, place, named, config] as const),
  ),
)(
  '%s that is a link to a file %s of the repository is named, and nothing of it is published',
  async (path, place, named, config) => {
    const repo = repoWith(config);
    repo.write('handbook/own.md', '# Own\n\nText.\n');
    repo.write(`${path}.x`, '');
    symlinkSync(place === 'outside' ? outside() : repo.path('notes/inside.md'), repo.path(path));
    const found = await findings(repo);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([`LINK_NOT_FOLLOWED ${named}`]));
    repo.remove(path);
    expect(published(repo)).toEqual([]);
  },
);

it('a page that is a link is left out, with the reason', async () => {
  const repo = repoWith('sources: pages\ndocsRoot: docs\n');
  symlinkSync(outside(), repo.path('docs/linked.md'));
  expect(repo.open().leftOut).toContainEqual({ path: 'docs/linked.md', reason: 'a symbolic link' });
  expect(await findings(repo)).toEqual([]);
  repo.remove('docs/linked.md');
  expect(published(repo)).toEqual([]);
});

it('a link to a folder is not entered', async () => {
  const repo = repoWith();
  repo.write('elsewhere/topic/golden-reference.md', `# ${SECRET}\n\nText.\n`);
  symlinkSync(repo.path('elsewhere'), repo.path('docs/linked'));
  expect(await findings(repo)).toEqual([]);
  expect([...repo.open().tree.keys()]).toEqual(['milk', 'tea', '']);
});

it.each([
  ['the docs root', 'docs', 'docsRoot: docs\n', 'docs'],
  ['a folder above it', 'site', 'docsRoot: site/docs\n', 'site'],
  ['the folder of results', 'topics', 'sources: pages\ndocsRoot: docs\n', 'topics'],
  ['a folder above results', 'out', 'sources: pages\noutDir: out/hooks\n', 'out'],
])('%s that is a link is refused with its name', (_, link, config, named) => {
  const repo = new DocsRepo({
    'topicmill.yaml': config,
    'real/docs/tea/golden-reference.md': TEXT,
    'real/tea/golden-reference.md': TEXT,
  });
  if (link !== 'docs') repo.write('docs/tea.md', TEXT);
  symlinkSync(repo.path('real'), repo.path(link));
  expect(() => repo.open()).toThrowError(expect.objectContaining({ code: 'LINK_NOT_FOLLOWED', file: named }));
});

describe('a cache that is a link', () => {
  const CACHES = ['.topicmill', '.embedding-cache'];

  it.each(
    CACHES.flatMap((cache) =>
      ['.git', '.git/hooks', '.husky', 'deep/node_modules/any', '.GIT/hooks', '.github'].map((place) => [cache, place]),
    ),
  )('%s is refused where it leads into %s, by builds, reports and queries', async (cache, place) => {
    const repo = repoWith();
    repo.write(`${place}/index`, 'of git');
    symlinkSync(repo.path(place!), repo.path(cache!));
    const refused = expect.objectContaining({ code: 'LINK_NOT_FOLLOWED', file: cache });
    expect(() => repo.open()).toThrowError(refused);
    await expect(openDocsConfig(repo.root, { env: {} })).rejects.toThrowError(refused);
    await expect(importBuiltSites(repo.root)).rejects.toThrowError(refused);
    expect(Object.keys(repo.files(place))).toEqual(['index']);
  });

  it.each(CACHES)('%s may be elsewhere, also in another checkout below .claude', async (cache) => {
    const repo = repoWith();
    const elsewhere = dirname(outside());
    for (const place of [join(elsewhere, 'caches'), repo.path('caches')]) {
      mkdirSync(place);
      symlinkSync(place, repo.path(cache));
      expect(await findings(repo)).toEqual([]);
      rmSync(repo.path(cache));
    }
    const worktree = new DocsRepo({ 'docs/tea/golden-reference.md': TEXT });
    const checkout = join(worktree.root, '.claude/worktrees/one');
    mkdirSync(join(worktree.root, cache));
    mkdirSync(checkout, { recursive: true });
    writeFileSync(join(checkout, 'topicmill.yaml'), 'docsRoot: docs\n');
    mkdirSync(join(checkout, 'docs'));
    symlinkSync(join(worktree.root, cache), join(checkout, cache));
    expect(openWorkspace(checkout, { env: {} }).root).toBe(checkout);
  });

  it('below it is replaced where something is in the way: what it leads to stays', async () => {
    const repo = repoWith();
    repo.write('.git/docs', 'ref');
    mkdirSync(repo.path('.topicmill'));
    symlinkSync(repo.path('.git'), repo.path('.topicmill/index'));
    expect(await findings(repo)).toEqual([]);
    expect(repo.files('.git')).toEqual({ docs: 'ref' });
    expect(lstatSync(repo.path('.topicmill/index')).isDirectory()).toBe(true);
  });
});

it('the folder of the workspace may be reached by a link', async () => {
  const repo = repoWith();
  const link = `${repo.root}-link`;
  symlinkSync(repo.root, link);
  onTestFinished(() => rmSync(link));
  expect(openWorkspace(link, { env: {} }).tree.size).toBe(3);
});

it('chunks are not written through a link', async () => {
  const repo = repoWith();
  repo.write('elsewhere/keep.txt', '');
  symlinkSync(repo.path('elsewhere'), repo.path('docs/tea/_chunks'));
  const found = await findings(repo);
  expect(new Set(found)).toEqual(new Set(['LINK_NOT_FOLLOWED docs/tea/_chunks']));
  expect(Object.keys(repo.files()).filter((path) => path.startsWith('elsewhere/'))).toEqual(['elsewhere/keep.txt']);
});

it.each(['sub', 'sub/deeper', 'sub/deeper/herbs'])('results are not written through a link at %s', async (linked) => {
  const repo = repoWith('sources: pages\ndocsRoot: docs\n');
  repo.write('docs/sub/deeper/herbs.md', TEXT);
  repo.write('.git/hooks/keep.txt', '');
  mkdirSync(dirname(repo.path(`topics/${linked}`)), { recursive: true });
  symlinkSync(repo.path('.git/hooks'), repo.path(`topics/${linked}`));
  expect(new Set(await findings(repo))).toEqual(new Set([`LINK_NOT_FOLLOWED topics/${linked}`]));
  expect(Object.keys(repo.files('.git'))).toEqual(['hooks/keep.txt']);
});

describe('the topic-spec.md of a page that is a link', () => {
  const spec = 'topics/herbs/topic-spec.md';

  async function linkedSpec(target: string): Promise<DocsRepo> {
    const repo = repoWith('sources: pages\ndocsRoot: docs\n');
    repo.write('docs/herbs.md', TEXT);
    await findings(repo);
    repo.remove(spec);
    symlinkSync(target, repo.path(spec));
    return repo;
  }

  it.each(['outside', 'dangling'])('fails its page, and what it leads to (%s) is in no file', async (kind) => {
    const repo = await linkedSpec(kind === 'outside' ? outside() : '/nowhere/file.md');
    repo.write('docs/herbs.md', `${TEXT}\nMore.\n`);
    expect(new Set(await findings(repo))).toEqual(new Set([`LINK_NOT_FOLLOWED ${spec}`]));
    repo.remove(spec);
    expect(published(repo)).toEqual([]);
    expect(await findings(repo)).toEqual([]);
  });

  it('stays, and is not read, when its page is gone', async () => {
    const repo = await linkedSpec(outside());
    repo.remove('docs/herbs.md');
    expect(await findings(repo)).toEqual([]);
    expect(lstatSync(repo.path(spec)).isSymbolicLink()).toBe(true);
    repo.remove(spec);
    expect(published(repo)).toEqual([]);
  });
});

it.runIf(process.platform !== 'win32').each([
  ['golden-reference.md', 'docsRoot: docs\n', 'docs/coffee/golden-reference.md'],
  ['qa-pairs.md', 'docsRoot: docs\n', 'docs/tea/qa-pairs.md'],
  ['topic-spec.md', 'docsRoot: docs\n', 'docs/tea/topic-spec.md'],
  ['a page', 'sources: pages\ndocsRoot: docs\n', 'docs/coffee.md'],
  ['the topic-spec.md of a page', 'sources: pages\ndocsRoot: docs\n', 'topics/tea/topic-spec.md'],
])('%s that is a named pipe is not waited for', async (_, config, path) => {
  const repo = repoWith(config);
  if (config.includes('pages')) repo.write('docs/tea.md', TEXT);
  repo.write(`${path}.x`, '');
  execFileSync('mkfifo', [repo.path(path)]);
  const found = await findings(repo);
  repo.remove(path);
  expect(new Set(found)).toEqual(new Set([`FILE_UNREADABLE ${path}`]));
});

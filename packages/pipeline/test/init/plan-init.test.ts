import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PIPELINE_VERSION } from '@topicmill/pipeline/workspace';
import { loadCl100kBase } from '@topicmill/text/tokens';
import { describe, expect, test } from 'vitest';
import { type FolderView, type InitOptions, type InitPlan, NX_VERSION, planInit } from '../../src/init/index.js';
import { memoryView } from './memory-view.js';

const CL100K = await loadCl100kBase();
const NOW = new Date('2026-01-01T00:00:00Z');
const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url));
const ROOT_PACKAGE = fileURLToPath(new URL('../../../../package.json', import.meta.url));

function plan(view: FolderView, options: Partial<InitOptions> = {}): InitPlan {
  return planInit(view, { counter: CL100K, now: NOW, ...options });
}

/** Files of a folder by path; `<release>` and `<nx>` stand for the versions of this release. */
function filesOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const)
      .map(([path, text]) => [path, text.replaceAll('<release>', PIPELINE_VERSION).replaceAll('<nx>', NX_VERSION)]),
  );
}

function apply(files: ReadonlyMap<string, string>): Map<string, string> {
  const { changes } = plan(memoryView(files));
  const result = new Map(files);
  for (const { path, text, kind } of changes) {
    expect(kind).toBe(files.has(path) ? 'update' : 'create');
    result.set(path, text);
  }
  return new Map([...result].sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each(readdirSync(FIXTURES).sort())('%s', (name) => {
  const input = filesOf(join(FIXTURES, name, 'input'));

  test('becomes the folder "output"', () => {
    expect(apply(input)).toEqual(
      new Map([...filesOf(join(FIXTURES, name, 'output'))].sort(([a], [b]) => (a < b ? -1 : 1))),
    );
  });

  test('is left alone by a second run', () => {
    expect(plan(memoryView(apply(input))).changes).toEqual([]);
  });
});

test('the release of Nx is the one that this repository is built with', () => {
  const { devDependencies } = JSON.parse(readFileSync(ROOT_PACKAGE, 'utf8')) as { devDependencies: { nx: string } };
  expect(NX_VERSION).toBe(devDependencies.nx);
});

test('markdown outside of topic folders is named with the path at which it would be a topic', () => {
  const paths = [
    'docs/README.md',
    'docs/guide/README.md',
    'docs/guide/Set Up.md',
    'docs/guide/api.md',
    'docs/guide/api/golden-reference.md',
    'docs/guide/api/notes.md',
    'docs/_drafts/later.md',
    'docs/logo.svg',
    'README.md',
  ];
  const { topicIds, looseMarkdown } = plan(memoryView(new Map(paths.map((path) => [path, '']))));
  expect(topicIds).toEqual(['guide/api']);
  expect(looseMarkdown).toEqual([
    { path: 'docs/README.md', suggestedPath: 'docs/overview/golden-reference.md' },
    { path: 'docs/guide/README.md', suggestedPath: 'docs/guide/golden-reference.md' },
    { path: 'docs/guide/Set Up.md', suggestedPath: 'docs/guide/set-up/golden-reference.md' },
    { path: 'docs/guide/api.md', suggestedPath: 'docs/guide/api-2/golden-reference.md' },
  ]);
});

test.each([
  ['{"affected":{"legacy":true},"plugins":[]}', '{"affected":{"legacy":true},"plugins":["@topicmill/nx"]}'],
  [
    '{ "affected": { "legacy": true }, "plugins": ["a"] }',
    '{ "affected": { "legacy": true }, "plugins": ["a", "@topicmill/nx"] }',
  ],
  [
    '{ "affected": { "legacy": true }, "plugins": [\n  "a"\n] }',
    '{ "affected": { "legacy": true }, "plugins": [\n  "a",\n  "@topicmill/nx"\n] }',
  ],
  [
    '\uFEFF{ "affected": { "legacy": true }, "plugins": [\n  "a", // b\n] }',
    '\uFEFF{ "affected": { "legacy": true }, "plugins": [\n  "a", // b\n  "@topicmill/nx",\n] }',
  ],
])('the plugin joins the list as it is formatted: %j', (present, expected) => {
  const { changes } = plan(memoryView(new Map([['nx.json', present]])));
  const nxJson = changes.find(({ path }) => path === 'nx.json')!.text;
  expect(nxJson.replace(/\[\n {4}"@topicmill\/nx"\n {2}\]/, '["@topicmill/nx"]')).toBe(expected);
});

test.each([
  ['{ "plugins": ["@topicmill/nx"] }', true],
  ['{ "affected": { "defaultBase": "main" }, "plugins": ["@topicmill/nx"] }', true],
  ['{ "affected": { "legacy": false }, "plugins": ["@topicmill/nx"] }', false],
])('affected goes by projects unless %j says something else', (present, legacy) => {
  const { changes } = plan(memoryView(new Map([['nx.json', present]])));
  const text = changes.find(({ path }) => path === 'nx.json')?.text ?? present;
  expect(JSON.parse(text)).toMatchObject({ ...JSON.parse(present), affected: { legacy } });
});

describe('the docs root', () => {
  const topicIn = (folder: string): [string, string] => [`${folder}/golden-reference.md`, '# T\n'];

  test('is docs where there is no topic and no page', () => {
    expect(plan(memoryView(new Map([['README.md', '']]))).docsRoot).toBe('docs');
  });

  test('is the only folder that contains topics', () => {
    expect(plan(memoryView(new Map([topicIn('content/a'), topicIn('content/b')]))).docsRoot).toBe('content');
  });

  test('is docs where docs contains topics too', () => {
    expect(plan(memoryView(new Map([topicIn('content/a'), topicIn('docs/b')]))).docsRoot).toBe('docs');
  });

  test('is the folder that is asked for, however it is spelled', () => {
    expect(plan(memoryView(new Map()), { docs: './site/docs/' }).docsRoot).toBe('site/docs');
  });

  test.each([
    ['topics in several folders', new Map([topicIn('a/x'), topicIn('b/y')]), undefined],
    ['a topic at the root', new Map([topicIn('a')]), undefined],
    ['the root itself', new Map(), '.'],
    ['a folder outside', new Map(), '../docs'],
    ['an absolute path', new Map(), '/docs'],
    ['another folder than topicmill.yaml names', new Map([['topicmill.yaml', 'docsRoot: docs\n']]), 'content'],
  ])('cannot be chosen: %s', (_case, files: Map<string, string>, docs) => {
    expect(() => plan(memoryView(files), { docs })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});

test.each([
  ['nx.json', '{ "plugins": [', 1],
  ['nx.json', '{\n  "plugins": {}\n}', undefined],
  ['nx.json', '[]', 1],
  ['nx.json', '{\n  "affected": 1\n}', undefined],
  ['package.json', '{\n  "name": "x"\n  "private": true\n}', 3],
  ['package.json', '{ "devDependencies": [] }', undefined],
])('a broken %s is refused: %j', (path, text, line) => {
  const fault = { code: 'WORKSPACE_FILE_INVALID', file: path, line };
  expect(() => plan(memoryView(new Map([[path, text]])))).toThrow(expect.objectContaining(fault));
});

test.each([
  ['nothing', {}, 'npm install', 'npx nx run-many -t index'],
  ['a lock file of npm', { 'package-lock.json': '{}' }, 'npm install', 'npx nx run-many -t index'],
  ['a lock file of pnpm', { 'pnpm-lock.yaml': '' }, 'pnpm install', 'pnpm exec nx run-many -t index'],
  ['a lock file of yarn', { 'yarn.lock': '' }, 'yarn install', 'yarn nx run-many -t index'],
  ['a lock file of bun', { 'bun.lock': '' }, 'bun install', 'bunx nx run-many -t index'],
  [
    'a package manager in package.json, whatever lock file is left over',
    { 'package.json': '{ "packageManager": "pnpm@10.0.0" }', 'yarn.lock': '' },
    'pnpm install',
    'pnpm exec nx run-many -t index',
  ],
  [
    'an unknown one',
    { 'package.json': '{ "packageManager": "toString@1" }' },
    'npm install',
    'npx nx run-many -t index',
  ],
] as const)('with %s the next commands are those of the package manager', (_case, files, install, build) => {
  expect(plan(memoryView(new Map(Object.entries(files)))).next).toEqual({ install, build });
});

test.each([
  [
    'a branch called main',
    { '.git/HEAD': 'ref: refs/heads/topic\n', '.git/refs/heads/main': '', '.git/refs/heads/master': '' },
    undefined,
  ],
  [
    'a packed main',
    { '.git/packed-refs': '# pack-refs with: peeled\n1a2b refs/heads/main\n1a2b refs/heads/master\n' },
    undefined,
  ],
  [
    'master alone',
    { '.git/HEAD': 'ref: refs/heads/topic\n', '.git/refs/heads/master': '', '.git/refs/heads/topic': '' },
    'master',
  ],
  ['a packed master', { '.git/packed-refs': '1a2b refs/heads/master\n1a2b refs/remotes/origin/main\n' }, 'master'],
  ['neither of them', { '.git/HEAD': 'ref: refs/heads/trunk\n', '.git/refs/heads/trunk': '' }, undefined],
  ['no commit yet', { '.git/HEAD': 'ref: refs/heads/master\n' }, 'master'],
  ['no commit yet, on main', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
  ['a worktree', { '.git': 'gitdir: /elsewhere\n' }, undefined],
  ['other files of git', { '.git/HEAD': 'ref: refs/heads/.invalid\n', '.git/refs/heads': 'reftable\n' }, undefined],
  ['no git', {}, undefined],
])('nx affected compares with a branch that is there: %s', (_, files: Record<string, string>, base) => {
  for (const nxJson of [undefined, '{ "plugins": [] }', '{ "defaultBase": "develop" }']) {
    const all = new Map(Object.entries({ ...files, ...(nxJson === undefined ? {} : { 'nx.json': nxJson }) }));
    const after = apply(all);
    const { defaultBase } = JSON.parse(after.get('nx.json')!) as { defaultBase?: string };
    expect(defaultBase).toBe(nxJson?.includes('develop') ? 'develop' : base);
    expect(plan(memoryView(after)).changes).toEqual([]);
  }
});

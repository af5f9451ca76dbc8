import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { main } from '../src/main.js';
import { DocsRepo } from './docs-repo.js';

const WRITTEN = ['topicmill.yaml', 'nx.json', 'package.json', '.env', '.gitignore', '.gitattributes'];
const TOPIC = { 'docs/a/golden-reference.md': '# A\n\nText.\n' };

test('--yes writes the files and says what comes next; a second run changes nothing', async () => {
  const repo = new DocsRepo({ ...TOPIC, 'docs/notes.md': '# Notes\n' });
  const { exitCode, out } = await repo.run('init', '--yes');
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^Docs root: docs \(1 topic\)\n {2}create {2}topicmill\.yaml /);
  expect(out).toContain('docs/notes.md → docs/notes/golden-reference.md');
  expect(out).toMatch(/Next:\n {2}npm install\n {2}npx nx run-many -t index\n$/);
  const texts = WRITTEN.map((path) => repo.read(path));
  const again = await repo.run('init');
  expect(again).toMatchObject({ exitCode: 0, out: expect.stringContaining('Everything is in place.') });
  expect(WRITTEN.map((path) => repo.read(path))).toEqual(texts);
});

test('--dry-run shows the same and writes nothing', async () => {
  const repo = new DocsRepo(TOPIC);
  const { exitCode, out } = await repo.run('init', '--dry-run');
  expect(exitCode).toBe(0);
  for (const path of WRITTEN)
    expect([path, out.includes(`create  ${path}`), repo.has(path)]).toEqual([path, true, false]);
});

test('--json is one object', async () => {
  const repo = new DocsRepo({ ...TOPIC, 'docs/notes.md': '', '.env': 'A=1\n' });
  const { out } = await repo.run('init', '--yes', '--json', '--docs', './docs/');
  expect(JSON.parse(out)).toEqual({
    docsRoot: 'docs',
    topicCount: 1,
    isWritten: true,
    changes: WRITTEN.map((path) => ({
      path,
      kind: path === '.env' ? 'update' : 'create',
      summary: expect.stringMatching(/./),
    })),
    looseMarkdown: [{ path: 'docs/notes.md', suggestedPath: 'docs/notes/golden-reference.md' }],
    usesNx: true,
    nextCommands: ['npm install', 'npx nx run-many -t index'],
  });
});

test.each([[[]], [['--json']]])('with nobody to ask, %j is wrong usage and writes nothing', async (flags) => {
  const repo = new DocsRepo(TOPIC);
  const { exitCode, err } = await repo.run('init', ...flags);
  expect(exitCode).toBe(2);
  expect(err).toMatch(/^error INVALID_OPTION: .* Remedy: Add --yes/m);
  expect(repo.has('nx.json')).toBe(false);
});

test('a broken nx.json is named with its line, and nothing is written', async () => {
  const repo = new DocsRepo({ ...TOPIC, 'nx.json': '{\n  oops\n}\n' });
  const { exitCode, err } = await repo.run('init', '--yes');
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: expect.stringMatching(/^nx\.json:2 error WORKSPACE_FILE_INVALID: /),
  });
  expect(repo.has('topicmill.yaml')).toBe(false);
});

describe('at a terminal', () => {
  test.each([
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['\n', false],
    [undefined, false],
  ])('the answer %j writes: %s', async (answer, isWritten) => {
    const repo = new DocsRepo(TOPIC);
    let asked = '';
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const terminal = { isTTY: true, write: (text: string) => (asked += text) };
    if (answer !== undefined) stdin.write(answer);
    stdin.end();
    const exitCode = await main(['init'], {
      stdout: { write: () => true },
      stderr: terminal,
      stdin,
      cwd: repo.root,
      env: {},
    });
    expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: '\nWrite 6 files? (y/N) ' });
    expect(repo.has('nx.json')).toBe(isWritten);
  });
});

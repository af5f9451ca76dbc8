import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '@topicmill/base/files';
import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
/** Who waits for a pipe waits forever. */
const FOREVER_MS = 90_000;
const TEXT = '# Tea\n\nGreen leaves and hot water.\n\n## Steps\n\nWait for three minutes.\n';

const KINDS: Readonly<Record<string, (path: string) => void>> = {
  'a named pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a named pipe': (path) => {
    execFileSync('mkfifo', [`${path}.pipe`]);
    symlinkSync(`${basename(path)}.pipe`, path);
  },
  'a link to itself': (path) => symlinkSync(basename(path), path),
  'a link to a device without an end': (path) => symlinkSync('/dev/zero', path),
  'a folder with a file': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'file'), 'file');
  },
};

function repoOfTwo(): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\npages: { enabled: true, baseUrl: https://example.org }\n',
    'docs/tea/golden-reference.md': TEXT,
    'docs/tea/qa-pairs.md': '# Questions\n\n## Q: How long?\n\nA: Three minutes.\n',
    'docs/drinks/milk/golden-reference.md': TEXT.replaceAll('Tea', 'Milk'),
  });
}

interface Built {
  /** `undefined` when it had not ended. */
  readonly code: number | undefined;
  readonly text: string;
}

const build = (root: string): Promise<Built> => run(root, ['build']);

function run(root: string, command: readonly string[]): Promise<Built> {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: FOREVER_MS, killSignal: 'SIGKILL' } as const;
    const child = execFile(process.execPath, [COMMAND, ...command], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? undefined, text: stdout + stderr }),
    );
  });
}

function replaceAll(folder: string, put: (path: string) => void, isMeant = (_: string) => true): void {
  for (const name of filesBelow(folder).filter(isMeant)) {
    rmSync(join(folder, name));
    put(join(folder, name));
  }
}

const built = (repo: DocsRepo) => filesBelow(repo.path('docs')).map((name) => [name, repo.read(`docs/${name}`)]);

it.runIf(process.platform !== 'win32').each(Object.entries(KINDS))(
  'a build ends, and makes what a clean one makes, with %s in the place of each file of the caches',
  async (_, put) => {
    const repo = repoOfTwo();
    expect(await build(repo.root)).toMatchObject({ code: 0 });
    const clean = built(repo);
    replaceAll(repo.path('.topicmill'), put);
    expect(await build(repo.root)).toMatchObject({ code: 0 });
    expect(built(repo)).toEqual(clean);
  },
  3 * FOREVER_MS,
);

it.runIf(process.platform !== 'win32').each(Object.entries(KINDS))(
  'a build ends with %s in the place of each output',
  async (_, put) => {
    const repo = repoOfTwo();
    expect(await build(repo.root)).toMatchObject({ code: 0 });
    replaceAll(repo.path('docs'), put, (name) => !/golden-reference\.md$|qa-pairs\.md$/.test(name));
    const { code, text } = await build(repo.root);
    expect(code).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/^ +at /m);
  },
  3 * FOREVER_MS,
);

it
  .runIf(process.platform !== 'win32')
  .each(
    ['a named pipe', 'a link to a device without an end'].flatMap((kind) =>
      ['docs/tea/golden-reference.md', 'docs/tea/qa-pairs.md', '.gitignore', '.nxignore'].map(
        (path) => [kind, path, KINDS[kind]!] as const,
      ),
    ),
  )(
  'a first build ends with %s as %s',
  async (_, path, put) => {
    const repo = repoOfTwo();
    rmSync(repo.path(path), { force: true });
    put(repo.path(path));
    const { code, text } = await build(repo.root);
    expect(code).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/^ +at /m);
  },
  2 * FOREVER_MS,
);

it.runIf(process.platform !== 'win32').each(['package.json', 'node_modules/nx/package.json'])(
  'init and doctor end with a named pipe in the place of %s',
  async (path) => {
    const repo = new DocsRepo({ 'docs/tea.md': TEXT, 'node_modules/nx/index.js': '', 'nx.json': '{}' });
    KINDS['a named pipe']!(repo.path(path));
    for (const command of [['init', '--yes'], ['doctor']]) {
      const { code, text } = await run(repo.root, command);
      expect(code).toBeLessThanOrEqual(2);
      expect(text).not.toMatch(/^ +at /m);
    }
  },
  2 * FOREVER_MS,
);

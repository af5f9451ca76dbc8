import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type DocsRepo, sampleRepo, servedRepo } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
/** "nobody" on Linux: a user who may not write where others have forbidden it, as root may. */
const NOBODY = 65_534;
const TIMEOUT_MS = 90_000;

const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
/** A user whom permissions bind, and who can read this checkout. */
const canRun =
  process.platform !== 'win32' &&
  spawnSync(process.execPath, [COMMAND, '--version'], { ...user, env: {}, stdio: 'ignore' }).status === 0;

interface Built {
  readonly code: number;
  readonly text: string;
}

function build(repo: DocsRepo): Promise<Built> {
  const options = {
    ...user,
    cwd: repo.root,
    env: { ...repo.env, PATH: process.env['PATH'] },
    timeout: TIMEOUT_MS,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, 'build'], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}

function everything(path: string): string[] {
  const inside = lstatSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  return [path, ...inside.flatMap(everything)];
}

function own(repo: DocsRepo): DocsRepo {
  if (isRoot) for (const path of everything(repo.root)) chownSync(path, NOBODY, NOBODY);
  return repo;
}

/** Takes the right to write from a file, or from a folder and all below it. */
function protect(path: string, fileMode: number): () => void {
  const modes = everything(path).map((each) => [each, lstatSync(each).mode, lstatSync(each).isDirectory()] as const);
  for (const [each, mode, isFolder] of [...modes].reverse()) chmodSync(each, mode & (isFolder ? 0o555 : fileMode));
  return () => {
    for (const [each, mode] of modes) chmodSync(each, mode);
  };
}

interface Case {
  /** What may not be written, or with `mode` not read. */
  readonly path: string;
  readonly mode?: number;
  /** What the error says. */
  readonly fault: RegExp;
  /** Whether a topic next to what is protected is built. */
  readonly buildsOthers: boolean;
}

const READ_ONLY: readonly (readonly [name: string, Case])[] = [
  [
    'the docs folder',
    { path: 'docs', fault: /^docs\/\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m, buildsOthers: false },
  ],
  [
    'the folder of states',
    {
      path: '.topicmill',
      fault: /^\.topicmill\/\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m,
      buildsOthers: false,
    },
  ],
  [
    'the folder of a topic',
    {
      path: 'docs/drinks/tea',
      fault: /^docs\/drinks\/tea\/\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m,
      buildsOthers: true,
    },
  ],
  [
    'an output that may not be read either',
    {
      path: 'docs/drinks/tea/index.json',
      mode: 0,
      fault: /^docs\/drinks\/tea\/index\.json error FILE_UNREADABLE: .*\(EACCES\)\. Remedy: /m,
      buildsOthers: true,
    },
  ],
  [
    'a source that may not be read',
    {
      path: 'docs/drinks/tea/golden-reference.md',
      mode: 0,
      fault: /^docs\/drinks\/tea\/golden-reference\.md error FILE_UNREADABLE: .*\(EACCES\)\. Remedy: /m,
      buildsOthers: true,
    },
  ],
];

const TEA = 'docs/drinks/tea/golden-reference.md';
const BREAD = 'docs/bread/golden-reference.md';

function edit(repo: DocsRepo): void {
  repo.edit(TEA, (text) => `${text}\nAnd water.\n`);
  repo.edit(BREAD, (text) => `${text}\nAnd salt.\n`);
  own(repo);
}

/** The outputs of a repository that was edited before its first build. */
async function cleanBuild(repo = sampleRepo()): Promise<Record<string, string>> {
  own(repo);
  edit(repo);
  expect(await build(repo)).toMatchObject({ code: 0 });
  return repo.files();
}

async function builtAndEdited(repo = sampleRepo()): Promise<DocsRepo> {
  own(repo);
  expect(await build(repo)).toMatchObject({ code: 0 });
  edit(repo);
  return repo;
}

const changesBelow = (folder: string, before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => name.startsWith(folder) && before[name] !== after[name]);

describe.skipIf(!canRun)(
  'as a user whom permissions bind (not on Windows, nor where the user cannot be changed)',
  () => {
    test.each(READ_ONLY)('%s is an error, and nothing is lost', { timeout: 4 * TIMEOUT_MS }, async (_, each) => {
      const repo = await builtAndEdited();
      const before = repo.files();
      const allow = protect(repo.path(each.path), each.mode ?? 0o444);
      const { code, text } = await build(repo);
      allow();
      expect(text).toMatch(each.fault);
      expect(text).not.toContain(repo.root);
      expect(text).not.toMatch(/^ +at /m);
      expect(code).toBe(1);
      const after = repo.files();
      expect(Object.keys(before).filter((name) => after[name] === undefined)).toEqual([]);
      expect(changesBelow('bread/', before, after).length > 0).toBe(each.buildsOthers);
      if (!each.buildsOthers || each.mode === undefined) expect(changesBelow('drinks/tea/', before, after)).toEqual([]);
      expect(await build(repo)).toMatchObject({ code: 0 });
      expect(repo.files()).toEqual(await cleanBuild());
    });

    test('a first build of a repository that may not be written is an error, and the next is a clean one', async () => {
      const repo = own(sampleRepo());
      edit(repo);
      const allow = protect(repo.root, 0o444);
      const { code, text } = await build(repo);
      allow();
      expect(text).toMatch(/^\.topicmill\/\S+ error FILE_UNWRITABLE: .*\(EACCES\)\. Remedy: /m);
      expect(code).toBe(1);
      expect(await build(repo)).toMatchObject({ code: 0 });
      expect(repo.files()).toEqual(await cleanBuild());
    });

    test('vectors that cannot be kept cost time alone, and a warning', { timeout: 4 * TIMEOUT_MS }, async () => {
      const repo = await builtAndEdited(await servedRepo());
      const allow = protect(repo.path('.embedding-cache'), 0o444);
      const { code, text } = await build(repo);
      allow();
      expect(text).toMatch(/^\.embedding-cache\/\S+ warning \w+: .*\(EACCES\)\. Remedy: /m);
      expect(text).not.toContain(repo.root);
      expect(code).toBe(0);
      const clean = await cleanBuild(await servedRepo());
      expect(repo.files()).toEqual(clean);
      expect(await build(repo)).toMatchObject({ code: 0 });
      expect(repo.files()).toEqual(clean);
    });

    test('an output that may not be written is replaced where its folder may be', {
      timeout: 4 * TIMEOUT_MS,
    }, async () => {
      const repo = await builtAndEdited();
      protect(repo.path('docs/drinks/tea/index.json'), 0o444);
      expect(await build(repo)).toMatchObject({ code: 0 });
      expect(repo.files()).toEqual(await cleanBuild());
    });
  },
);

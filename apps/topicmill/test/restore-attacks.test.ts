import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealJson, unseal } from '@topicmill/base/files';
import { DAMAGE_KINDS, damageFile, filesBelow } from '@topicmill/test-support/damage';
import { Random } from '@topicmill/test-support/generate';
import { describe, expect, test } from 'vitest';
import type { DocsRepo } from './docs-repo.js';
import { builtRepo, docsOf, loseOutputs, TEA } from './restore-repo.js';

const STATE = `.topicmill/index/${TEA}/state.br`;
const POSIX = process.platform !== 'win32';

/** Puts other content into a state, with a seal that is right. */
function forge(repo: DocsRepo, change: (steps: Record<string, { files: Record<string, string> }>) => void): void {
  const content = unseal(repo.bytes(STATE)) as { steps: Record<string, { files: Record<string, string> }> };
  change(content.steps);
  repo.write(STATE, sealJson(content).toString('utf8'));
}

test.each([
  '../../../escaped.md',
  'golden-reference.md',
  'qa-pairs.md',
  '/tmp/topicmill-escaped.md',
  'a\0b.md',
  '__proto__',
  '_chunks/../../coffee/golden-reference.md',
])('a sealed state that names %j restores nothing and is named', async (name) => {
  const repo = await builtRepo();
  const expected = docsOf(repo);
  forge(repo, (steps) => Object.defineProperty(steps['chunk']!.files, name, { value: 'forged', enumerable: true }));
  const { exitCode, err } = await repo.run('restore');
  expect(exitCode).toBe(1);
  expect(err).toContain(`${TEA} error STATE_OUTDATED`);
  expect(docsOf(repo)).toEqual(expected);
  expect(readdirSync(repo.root).sort()).toEqual(['.topicmill', 'docs', 'topicmill.yaml']);
});

test('a sealed state of a topic that is gone does not remove a file that its steps do not own', async () => {
  const repo = await builtRepo();
  const [outside, questions] = ['# Readme\n', repo.read(`${TEA}/qa-pairs.md`)];
  repo.write('README.md', outside);
  forge(repo, (steps) => {
    Object.assign(steps['chunk']!.files, { '../../../README.md': outside, 'qa-pairs.md': questions });
  });
  repo.remove(`${TEA}/golden-reference.md`);
  await repo.run('restore');
  expect(repo.read('README.md')).toBe(outside);
  expect(repo.read(`${TEA}/qa-pairs.md`)).toBe(questions);
  expect(repo.has(`${TEA}/_chunks`)).toBe(false);
});

test.each(DAMAGE_KINDS)(
  'states damaged by %s restore nothing wrong, and are named; a build heals them',
  async (kind) => {
    const intact = await builtRepo();
    const expected = docsOf(intact);
    const random = new Random(DAMAGE_KINDS.indexOf(kind));
    for (let round = 0; round < 4; round++) {
      const repo = await builtRepo();
      const states = filesBelow(repo.path('.topicmill'));
      damageFile(
        random.pick(states.filter((path) => path.endsWith('state.br'))),
        kind,
        filesBelow(intact.path('.topicmill')),
        random,
      );
      loseOutputs(repo);
      const { exitCode, err } = await repo.run('restore');
      const left = docsOf(repo);
      for (const [path, text] of Object.entries(left)) expect(text, path).toBe(expected[path]);
      if (exitCode === 0) expect(left).toEqual(expected);
      else expect(err).toMatch(/^\S+ (?:error|warning) [A-Z_]+: .+ Remedy: .+$/m);
      expect(err).not.toContain(repo.root);
      expect((await repo.run('build')).exitCode).toBe(0);
      expect(docsOf(repo)).toEqual(expected);
    }
  },
);

const OCCUPANTS: Readonly<Record<string, (path: string) => void>> = {
  'a folder with a file': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'mine.txt'), 'mine');
  },
  'a link to a file of somebody else': (path) => {
    writeFileSync(`${path}-target`, 'mine');
    symlinkSync(`${path}-target`, path);
  },
  'a link in a circle': (path) => symlinkSync(path, path),
  'a named pipe': (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0),
};

describe.skipIf(!POSIX).each(Object.entries(OCCUPANTS))('%s', (_, occupy) => {
  test.each([
    `${TEA}/index.json`,
    `${TEA}/_chunks`,
    `${TEA}/_chunks/golden-reference-0.md`,
    `${TEA}/topic-spec.md`,
    `.topicmill/index/${TEA}/state.br`,
    `.topicmill/index/${TEA}`,
    '.topicmill/record.br',
    '.topicmill',
    `${TEA}/golden-reference.md`,
    TEA,
  ])('in place of %s: nothing is lost, and what cannot be restored is named', async (path) => {
    const repo = await builtRepo();
    const before = docsOf(repo);
    rmSync(repo.path(path), { recursive: true });
    occupy(repo.path(path));
    const { exitCode, err } = await repo.run('restore');
    if (exitCode === 1) expect(err).toMatch(/^\S+ (?:error|warning) [A-Z_]+: .+ Remedy: .+$/m);
    expect(err).not.toContain(repo.root);
    expect(err).not.toMatch(/^ +at /m);
    for (const [name, text] of Object.entries(docsOf(repo))) {
      // Without its reference a topic is gone, and with it what the tool wrote into the notes.
      if (name.endsWith('tea/topic-spec.md')) expect(text).toContain('Notes that a person wrote.');
      else if (!/mine\.txt$|-target$/.test(name)) expect(text, name).toBe(before[name]);
    }
    const targets = readdirSync(repo.root, { recursive: true, encoding: 'utf8' });
    for (const name of targets.filter((each) => /mine\.txt$|-target$/.test(each))) expect(repo.read(name)).toBe('mine');
  });
});

import { describe, expect, it } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { DocsRepo } from './docs-repo.js';

const LATER_MS = 60_000;

const FOREIGN: readonly (readonly [string, string])[] = [
  ['docs/brewing/espresso/index.json', '{ "machines": ["lever", "pump"] }\n'],
  ['docs/brewing/index.json', '{ "id": "brewing", "_links": {} }\n'],
  ['docs/related.json', '{ "topics": ["water"] }\n'],
  ['docs/_keywords/authority.md', '# Who decides\n'],
  ['docs/brewing/espresso/_keywords/words.md', '# Words of ours\n'],
  ['docs/brewing/espresso/_keywords/terms.md', '# Terms of use\n'],
  ['docs/brewing/espresso/_chunks/golden-reference-0.md', 'A hand-written file.\n'],
  ['docs/brewing/espresso/_chunks/golden-reference-42.md', 'A hand-written file.\n'],
  ['docs/brewing/espresso/_chunks/golden-reference.chunks.json', '{ "chunks": [] }\n'],
];

describe.each(FOREIGN)('%s that the tool did not write', (path, text) => {
  it('stays and is named, until it is adopted', async () => {
    const repo = DocsRepo.handbook();
    repo.write(path, text);
    const build = await repo.build();
    expect(repo.read(path)).toBe(text);
    expect(build.diagnostics.filter(({ code }) => code === 'FILE_FOREIGN')).toEqual([
      expect.objectContaining({ code: 'FILE_FOREIGN', file: path, remedy: expect.stringContaining('--adopt') }),
    ]);
    expect((await repo.build()).failed).toEqual(build.failed);
    expect(repo.read(path)).toBe(text);
    const adopted = await buildDocs(repo.open(), { adopt: true });
    expect(adopted.folders.every(({ outcome }) => outcome === 'built')).toBe(true);
    const clean = await DocsRepo.builtHandbook();
    expect(repo.files()).toEqual(clean.files());
  });
});

it('outputs of an earlier build are replaced in a clone without states, even with the markers of a merge conflict', async () => {
  const repo = await DocsRepo.builtHandbook();
  const before = repo.files();
  repo.remove('.topicmill');
  for (const path of ['index.json', '_keywords/words.md', '_chunks/golden-reference.chunks.json']) {
    repo.edit(`docs/brewing/espresso/${path}`, (text) => {
      const half = Math.floor(text.length / 2);
      return `${text.slice(0, half)}\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n${text.slice(half)}`;
    });
  }
  repo.write('docs/brewing/espresso/_chunks/golden-reference-1.md', 'Of an older text.\n');
  expect((await repo.build()).failed).toEqual([]);
  expect(repo.files()).toEqual(before);
});

it('a build that was killed while it wrote chunk files is continued, with another text too', async () => {
  const repo = await DocsRepo.builtHandbook();
  for (const path of ['golden-reference.chunks.json', 'golden-reference-3.md'])
    repo.remove(`docs/brewing/espresso/_chunks/${path}`);
  repo.edit('docs/brewing/espresso/golden-reference.md', (text) => text.replaceAll('puck', 'cake'));
  expect((await repo.build()).failed).toEqual([]);
  expect(repo.read('docs/brewing/espresso/_chunks/golden-reference-0.md')).toContain('cake');
});

it('a state from a cache does not make a hand-written file an output', async () => {
  const built = await DocsRepo.builtHandbook();
  const repo = DocsRepo.handbook();
  const state = '.topicmill/index/docs/brewing/espresso/state.br';
  repo.write(state, built.bytes(state));
  const [path, text] = FOREIGN[0]!;
  repo.write(path, text);
  const { diagnostics } = await repo.reconcile(Date.now() + LATER_MS);
  expect(diagnostics).toEqual([expect.objectContaining({ severity: 'error', code: 'FILE_FOREIGN', file: path })]);
  expect(repo.read(path)).toBe(text);
});

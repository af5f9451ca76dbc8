import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';

test('missing and altered files are restored from the states, and nothing is built', async () => {
  const repo = sampleRepo();
  expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
  expect(await repo.run('restore')).toEqual({ exitCode: 0, out: '', err: '' });

  const chunk = 'docs/drinks/tea/_chunks/golden-reference-0.md';
  const [text, index] = [repo.read(chunk), repo.read('docs/index.json')];
  repo.remove('docs/drinks/tea/_chunks');
  repo.write('docs/index.json', 'altered');
  const { exitCode, out } = await repo.run('restore', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toEqual({
    written: expect.arrayContaining([chunk, 'docs/index.json']),
    removed: [],
    diagnostics: [],
  });
  expect([repo.read(chunk), repo.read('docs/index.json')]).toEqual([text, index]);
});

test('a file that people put among the chunks stays and is reported', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.write('docs/drinks/tea/_chunks/golden-reference-9.md', 'stray');
  repo.remove('docs/drinks/coffee/index.json');
  const { exitCode, out, err } = await repo.run('restore');
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: 'restored docs/drinks/coffee/index.json\n' });
  expect(err).toContain('docs/drinks/tea/_chunks/golden-reference-9.md error FILE_FOREIGN');
  expect(repo.read('docs/drinks/tea/_chunks/golden-reference-9.md')).toBe('stray');
});

test('a topic that was edited since is left as it is, with those above it; the others are restored', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.write('docs/drinks/tea/qa-pairs.md', '## Q: What is new?\n\nA: This.\n');
  repo.remove('docs/drinks/tea/index.json');
  repo.remove('docs/drinks/coffee/index.json');
  const { exitCode, out, err } = await repo.run('restore');
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: 'restored docs/drinks/coffee/index.json\n' });
  expect(err).toMatch(/^docs\/drinks\/tea error STATE_OUTDATED: The step "topic-spec" [^\n]* Remedy: [^\n]*\n$/);
  expect(repo.has('docs/drinks/tea/index.json')).toBe(false);
});

test('what a topic that is gone has left behind is removed', async () => {
  const repo = sampleRepo();
  await repo.build();
  expect((await repo.run('restore')).exitCode).toBe(0);
  repo.remove('docs/drinks/tea/golden-reference.md');
  await repo.build();
  const { out } = await repo.run('restore');
  expect(out).toContain('removed docs/drinks/tea/index.json\n');
  expect(repo.has('docs/drinks/tea/_chunks')).toBe(false);
  expect(repo.has('docs/drinks/tea/qa-pairs.md')).toBe(true);
});

test('a dry run says what restoring then does, and changes nothing', async () => {
  const repo = sampleRepo();
  await repo.build();
  repo.remove('docs/bread/golden-reference.md');
  await repo.build();
  repo.write('docs/bread/topic-spec.md', `# Ours\n\nKept.\n\n${repo.read('docs/bread/topic-spec.md')}`);
  repo.remove('docs/_keywords');
  repo.remove('docs/drinks/tea/_chunks');
  repo.remove('docs/drinks/tea/index.json');
  repo.write('docs/drinks/coffee/_keywords/words.md', 'altered');

  const before = bytesOf(repo);
  const dry = await repo.run('restore', '--dry-run', '--json');
  const { out: readable } = await repo.run('restore', '--dry-run');
  expect(bytesOf(repo)).toEqual(before);
  expect(readable).toContain('would restore docs/_keywords/authority.md\n');
  expect(readable).toContain('would restore docs/drinks/tea/index.json\n');
  expect(readable).toContain('would remove docs/bread/index.json\n');
  expect(await repo.run('restore', '--json')).toEqual(dry);
  expect(repo.read('docs/bread/topic-spec.md')).toContain('Kept.');
});

function bytesOf({ root }: DocsRepo): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]));
}

import { withFault } from '@topicmill/test-support/faults';
import { describe, expect, it } from 'vitest';
import { type DocsRepo, reference, sampleRepo } from './docs-repo.js';

const STATES = '.topicmill';

/** A repository that was built, whose topic tea is gone, in a clone without states. */
async function cloneWithoutTea(): Promise<DocsRepo> {
  const repo = sampleRepo();
  await repo.run('build');
  repo.remove(STATES);
  repo.remove('docs/drinks/tea/golden-reference.md');
  return repo;
}

describe('the outputs of a deleted topic, in a clone without states', () => {
  it('are named by verify, and removed by a build with the index of a category that is empty then', async () => {
    const repo = sampleRepo();
    await repo.run('build');
    const before = repo.files();
    repo.write('docs/gone/deep/topic/golden-reference.md', reference('Gone', 'smoke'));
    await repo.run('build');
    repo.remove(STATES);
    repo.remove('docs/gone/deep/topic/golden-reference.md');
    const { exitCode, err } = await repo.run('verify');
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^docs\/gone\/deep\/topic error OUTPUT_ORPHANED: .*_chunks\/golden-reference-0\.md/m);
    expect(err).toMatch(/^docs\/gone error OUTPUT_ORPHANED: .*index\.json/m);
    const build = await repo.run('build');
    expect(build.out).toContain('removed 8 files in docs/gone/deep/topic\n');
    expect(repo.has('docs/gone')).toBe(false);
    expect(repo.files()).toEqual(before);
    expect((await repo.run('verify')).exitCode).toBe(0);
  });

  it('are listed by a dry run, which changes nothing, once each even with states', async () => {
    const repo = sampleRepo();
    await repo.run('build');
    repo.remove('docs/drinks/tea/golden-reference.md');
    const before = repo.files();
    const withStates = await repo.run('build', '--dry-run');
    repo.remove(STATES);
    const without = await repo.run('build', '--dry-run');
    const removals = (out: string) => out.split('\n').filter((line) => line.startsWith('would remove '));
    expect(removals(without.out)).toEqual(removals(withStates.out));
    expect(new Set(removals(without.out)).size).toBe(removals(without.out).length);
    expect(removals(without.out)).toContain('would remove docs/drinks/tea/_keywords/words.md');
    expect(repo.files()).toEqual(before);
  });

  it('are named when they cannot be removed, while those of other topics go, and the next run removes them', async () => {
    const repo = await cloneWithoutTea();
    repo.remove('docs/bread/golden-reference.md');
    const below = [repo.path('docs/bread/_keywords')];
    const { callCount } = await withFault({ below, at: undefined, kind: 'EIO' }, () => repo.run('clean', '--dry-run'));
    const { result } = await withFault({ below, at: callCount, kind: 'EIO' }, () => repo.run('clean'));
    expect(result.exitCode).toBe(1);
    expect(result.err).toMatch(/^docs\/bread\/_keywords\/terms\.md error FILE_UNWRITABLE: /m);
    expect(repo.has('docs/drinks/tea/index.json')).toBe(false);
    expect((await repo.run('clean')).exitCode).toBe(0);
    expect(repo.has('docs/bread/index.json')).toBe(false);
  });

  it('are removed by restore, too', async () => {
    const repo = await cloneWithoutTea();
    const { out } = await repo.run('restore');
    expect(out).toContain('removed docs/drinks/tea/index.json\n');
  });

  it('leave what people wrote, to the byte', async () => {
    const repo = await cloneWithoutTea();
    const path = 'docs/drinks/tea/topic-spec.md';
    const built = repo.read(path);
    const mine = '# My tea\n\nMine.\n';
    repo.write(path, mine + built.slice(built.indexOf('\n## Keywords')));
    repo.write('docs/drinks/tea/_chunks/notes.md', 'Mine.\n');
    repo.write('docs/drinks/tea/index.html', 'Mine.\n');
    const planned = await repo.run('clean', '--dry-run');
    expect(planned.out).toContain(`would keep ${path}, without what Topicmill wrote into it\n`);
    await repo.run('build');
    expect(repo.files('docs/drinks/tea')).toEqual({
      'topic-spec.md': mine,
      '_chunks/notes.md': 'Mine.\n',
      'index.html': 'Mine.\n',
      'qa-pairs.md': expect.any(String),
    });
    expect((await repo.run('verify')).exitCode).toBe(0);
  });
});

describe('files that look like outputs', () => {
  it('of a folder that was copied are named as a warning, stay in a build, and are removed by clean', async () => {
    const repo = sampleRepo();
    await repo.run('build');
    const copy = { ...repo.files('docs/bread') };
    delete copy['golden-reference.md'];
    for (const [path, text] of Object.entries(copy)) repo.write(`docs/kept/copy/${path}`, text);
    const before = repo.files();
    await repo.run('build');
    expect(repo.files()).toEqual(before);
    const { exitCode, err } = await repo.run('verify');
    expect(exitCode).toBe(0);
    expect(err).toMatch(/^docs\/kept\/copy warning OUTPUT_ORPHANED: .*topicmill clean/m);
    const planned = JSON.parse((await repo.run('clean', '--dry-run', '--json')).out);
    expect(planned.removed).toContain('docs/kept/copy/index.json');
    expect(repo.files()).toEqual(before);
    expect(JSON.parse((await repo.run('clean', '--json')).out)).toEqual({ ...planned, dryRun: false });
    expect(repo.has('docs/kept')).toBe(false);
    expect((await repo.run('verify')).err).toBe('');
  });

  it('of people are neither named nor removed, by whatever command', async () => {
    const repo = sampleRepo();
    await repo.run('build');
    repo.write('docs/data/index.json', '{ "id": "data", "machines": [] }\n');
    repo.write('docs/data/topic-spec.md', '# Ours\n\n## Keywords\n\n| Keyword | Score |\n| --- | --- |\n\n\n');
    repo.write('docs/data/_chunks/golden-reference-0.md', 'Mine.\n');
    repo.write('docs/data/_keywords/words.md', '# Words\n');
    repo.write('docs/data/_records/a.records.json', '{ "id": 1 }\n');
    const before = repo.files();
    expect(await repo.run('verify')).toMatchObject({ exitCode: 0, err: '' });
    await repo.run('build');
    await repo.run('clean');
    expect(repo.files()).toEqual(before);
  });
});

it('a category that was a topic loses the topic’s files in a clone without states', async () => {
  const repo = sampleRepo();
  await repo.run('build');
  const before = repo.files();
  repo.write('docs/drinks/golden-reference.md', reference('Drinks', 'cups'));
  await repo.run('build');
  repo.remove(STATES);
  repo.remove('docs/drinks/golden-reference.md');
  expect((await repo.run('verify')).err).toMatch(/^docs\/drinks error OUTPUT_ORPHANED/m);
  await repo.run('build');
  expect(repo.files()).toEqual(before);
});

import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longText, temporaryStore } from './temporary-store.js';

const MAIL = `From: Ada <ada@example.com>
To: Bo <bo@example.com>
Subject: Release milestones
Date: Fri, 03 May 2024 10:00:00 +0000

The release milestones are June and September.
`;

async function ingestedSample() {
  const store = temporaryStore();
  store.write('notes/tea.md', '# Tea\n\nGreen tea is steeped for three minutes.\n');
  store.write('notes/crane.md', longText('the crane'));
  store.write('notes/mail.eml', MAIL);
  const { exitCode, out } = await store.run(['ingest', 'notes', '--json']);
  const { counts, artifacts } = JSON.parse(out) as {
    counts: object;
    artifacts: { name: string; artifact_id: string; num_chunks: number }[];
  };
  const idOf = (name: string): string => artifacts.find((artifact) => artifact.name === name)!.artifact_id;
  return { store, exitCode, counts, artifacts, idOf };
}

describe('artifact-store', () => {
  it('ingests a folder, and the second time changes nothing', async () => {
    const { store, exitCode, counts, artifacts } = await ingestedSample();
    expect([exitCode, counts]).toEqual([0, { new: 3, changed: 0, same: 0, failed: 0, skipped: 0 }]);
    expect(artifacts.map(({ name, num_chunks: chunks }) => [name, chunks > 0])).toEqual([
      ['notes/crane.md', true],
      ['notes/mail.eml', false],
      ['notes/tea.md', false],
    ]);
    expect((await store.run(['ingest', 'notes'])).out).toContain('0 new, 0 changed, 3 same, 0 failed, 0 skipped; 0');
    store.write('notes/tea.md', '# Tea\n\nBlack tea is steeped for five minutes.\n');
    expect((await store.run(['ingest', 'notes'])).out).toContain(
      '0 new, 1 changed, 2 same, 0 failed, 0 skipped; 1 text embedded\n',
    );
  });

  it('says what an ingest would do, and does not do it', async () => {
    const { store } = await ingestedSample();
    const before = (await store.run(['export'])).out;
    store.write('notes/another.md', 'A text.');
    expect((await store.run(['ingest', 'notes', '--dry-run'])).out).toContain('1 new, 0 changed, 3 same');
    expect((await store.run(['export'])).out).toBe(before);
  });

  it('says it of a store that is not there yet, and leaves none', async () => {
    const store = temporaryStore();
    store.write('notes/a.md', 'A text.');
    const { exitCode, out } = await store.run(['ingest', 'notes', '--dry-run']);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('1 new, 0 changed, 0 same')]);
    expect(readdirSync(store.folder)).toEqual(['notes']);
  });

  it('knows a file again from whatever folder it is ingested', async () => {
    const store = temporaryStore();
    store.write('docs/notes/a.md', 'A text.');
    symlinkSync(join(store.folder, 'docs'), join(store.folder, 'linked'));
    const outcomes: unknown[] = [];
    for (const [folder, path] of [
      ['', 'docs'],
      ['docs/notes', 'a.md'],
      ['docs/notes', '../notes'],
      ['docs', '../linked/notes/a.md'],
      ['docs', join(store.folder, 'docs')],
    ] as const) {
      const run = await store.run(['ingest', path, '--store', join(store.folder, 'a.sqlite'), '--json'], { folder });
      const [{ name, outcome, artifact_id: id }] = JSON.parse(run.out).artifacts;
      outcomes.push([name, outcome, id]);
    }
    const id = (outcomes[0] as string[])[2];
    expect(outcomes).toEqual([
      ['docs/notes/a.md', 'new', id],
      ['a.md', 'same', id],
      ['a.md', 'same', id],
      ['../linked/notes/a.md', 'same', id],
      ['notes/a.md', 'same', id],
    ]);
    const { metadata } = JSON.parse((await store.run(['get', id!, '--store', 'a.sqlite'])).out);
    expect(metadata.source_id).toBe('docs/notes/a.md');
  });

  it('names files by the root of sources, and those elsewhere by their whole path', async () => {
    const store = temporaryStore();
    store.write('project/artifact-store.yaml', 'store: data/a.sqlite\n');
    store.write('project/docs/a.md', 'One text.');
    store.write('project/data/other', '');
    const outside = store.write('outside.md', 'Another text.');
    const sourceIds = async (...args: string[]): Promise<unknown> => {
      await store.run(['ingest', 'docs', '../outside.md', ...args], { folder: 'project' });
      const { out } = await store.run(['list', '--json', ...args.slice(2)], { folder: 'project' });
      return (JSON.parse(out).artifacts as { metadata: { source_id: string } }[])
        .map(({ metadata }) => metadata.source_id)
        .sort();
    };
    expect(await sourceIds()).toEqual([outside, 'docs/a.md']);
    const other = ['--store', 'other.sqlite'];
    expect(await sourceIds('--source-root', '..', ...other)).toEqual(['outside.md', 'project/docs/a.md']);
  });

  it('ingests stdin, whole and by lines', async () => {
    const store = temporaryStore();
    expect(
      (await store.run(['ingest', '-', '--title', 'Standup'], { input: 'Ada: the build is green' })).exitCode,
    ).toBe(0);
    const lines = '{"content":"one","source_id":"1"}\n{"content":"two","source_id":"2"}\nno json\n';
    const { exitCode, out, err } = await store.run(['ingest', '-', '--jsonl'], { input: lines });
    expect([exitCode, out, err]).toEqual([
      1,
      expect.stringContaining('2 new, 0 changed, 0 same, 1 failed'),
      expect.stringContaining('ARTIFACT_INVALID'),
    ]);
  });

  it('finds by words, by meaning and by both, and is restricted to a type', async () => {
    const { store, idOf } = await ingestedSample();
    for (const mode of ['hybrid', 'lexical', 'dense']) {
      const { out } = await store.run(['search', 'how long is green tea steeped', '--mode', mode, '--json']);
      expect([mode, JSON.parse(out).hits[0].artifact_id]).toEqual([mode, idOf('notes/tea.md')]);
    }
    const typesOf = async (...args: string[]): Promise<string[]> => {
      const { out } = await store.run(['search', ...args, '--json']);
      const types = (JSON.parse(out).hits as { artifact_type: string }[]).map((hit) => hit.artifact_type);
      return [...new Set(types)].sort();
    };
    expect(await typesOf('--type', 'email', 'tea')).toEqual(['email']);
    expect(await typesOf('tea', '--type', 'email', '--type', 'doc')).toEqual(['doc', 'email']);
  });

  it('shows what was found, with the chunks next to it', async () => {
    const { store, idOf } = await ingestedSample();
    const plain = (await store.run(['search', 'release', 'milestones', '--limit', '1'])).out;
    expect(plain).toMatch(
      /^1\. Release milestones · notes\/mail\.eml\n {3}art_[0-9a-f]{8} · email, file · 0–\d+ · 0\.\d{4}\n {3}The release milestones are June and September\.\n$/,
    );
    const expanded = (await store.run(['search', '--expand-neighbors', 'paragraph 30', '--limit', '1'])).out;
    expect(expanded.split('[CHUNK BOUNDARY]')).toHaveLength(3);
    expect(expanded).toContain(idOf('notes/crane.md'));
    const merged = (await store.run(['search', '--neighbors', '1', '--merge', 'paragraph 30', '--limit', '1'])).out;
    expect(longText('the crane')).toContain(merged.slice(merged.indexOf('\n\n') + 2).trimEnd());
  });

  it('returns text, chunks and neighbours', async () => {
    const { store, idOf } = await ingestedSample();
    const id = idOf('notes/crane.md');
    expect((await store.run(['get', id, '--text'])).out).toBe(longText('the crane'));
    const { chunks } = JSON.parse((await store.run(['get', id])).out) as {
      chunks: { start_char: number; end_char: number }[];
    };
    const { start_char: start, end_char: end } = chunks[1]!;
    expect((await store.run(['get', id, '--chunk', '1'])).out).toBe(longText('the crane').slice(start, end));
    expect((await store.run(['get', id, '--chunk', '1', '--neighbors', '1'])).out).toContain('[CHUNK BOUNDARY]');
    const merged = (await store.run(['get', id, '--chunk', '1', '--neighbors', '1', '--merge'])).out;
    expect(longText('the crane')).toContain(merged);
  });

  it('deletes, and then no longer finds', async () => {
    const { store, idOf } = await ingestedSample();
    const id = idOf('notes/tea.md');
    expect(await store.run(['delete', id])).toEqual({ exitCode: 0, out: `deleted ${id}\n`, err: '' });
    expect((await store.run(['delete', id])).exitCode).toBe(1);
    expect((await store.run(['get', id])).err).toContain('ARTIFACT_UNKNOWN');
    expect((await store.run(['list'])).out).not.toContain(id);
  });

  it('says which path it cannot write to', async () => {
    const { write, run } = temporaryStore();
    write('notes/tea.md', '# Tea\n\nGreen.\n');
    expect(await run(['ingest', 'notes', '--store', 'notes/tea.md/a.sqlite'])).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/notes\/tea\.md\/a\.sqlite error STORE_UNREADABLE/),
    });
    await run(['ingest', 'notes']);
    expect(await run(['export', '--out', 'notes/tea.md/all.jsonl'])).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^notes\/tea\.md\/all\.jsonl error FILE_UNWRITABLE/),
    });
  });

  it('carries everything to another store by export and import', async () => {
    const { store } = await ingestedSample();
    // Line ends of Unicode, which JSON leaves as they are and readers of lines may not.
    await store.run(['ingest', '-', '--source-id', 'ends'], { input: 'one\u2028two\u2029three\u0085four\rfive\0\r\n' });
    expect((await store.run(['export', '--out', 'new/folder/all.jsonl'])).exitCode).toBe(0);
    const imported = await store.run(['import', 'new/folder/all.jsonl', '--store', 'new/other.sqlite']);
    expect([imported.exitCode, imported.out]).toEqual([0, '4 new, 0 changed, 0 same; 0 texts embedded\n']);
    expect((await store.run(['export', '--store', 'new/other.sqlite'])).out).toBe(
      readFileSync(join(store.folder, 'new/folder/all.jsonl'), 'utf8'),
    );
    expect((await store.run(['import', 'new/folder/all.jsonl'])).out).toContain('0 new, 0 changed, 4 same');
  });

  it('verifies a store, and tells a damaged one', async () => {
    const { store } = await ingestedSample();
    const sound = await store.run(['verify']);
    expect([sound.exitCode, sound.out]).toEqual([
      0,
      expect.stringMatching(/^3 of 3 artifacts intact, .* 0 problems\n$/),
    ]);
    writeFileSync(join(store.folder, 'broken.sqlite'), 'this is no database '.repeat(500));
    const { exitCode, err } = await store.run(['verify', '--store', 'broken.sqlite']);
    expect([exitCode, err]).toEqual([1, expect.stringMatching(/STORE_(DAMAGED|FOREIGN)/)]);
  });

  it('takes out what is intact of a store whose settings are damaged', async () => {
    const { store, idOf } = await ingestedSample();
    const path = join(store.folder, 'artifacts.sqlite');
    const bytes = readFileSync(path);
    const page = Math.floor(bytes.indexOf('{"model":"builtin') / 16_384) * 16_384;
    writeFileSync(path, bytes.fill(0xab, page, page + 2000));
    const verified = await store.run(['verify']);
    expect([verified.exitCode, verified.out]).toEqual([1, expect.stringContaining('of 3 artifacts intact')]);
    const refused = await store.run(['export', '--out', 'all.jsonl']);
    expect([refused.exitCode, refused.err]).toEqual([1, expect.stringContaining('--skip-damaged')]);
    const rescued = await store.run(['export', '--skip-damaged', '--out', 'all.jsonl']);
    expect([rescued.exitCode, rescued.err]).toEqual([1, expect.stringContaining('left out the vectors')]);
    const imported = await store.run(['import', 'all.jsonl', '--store', 'other.sqlite']);
    expect(imported.out).toContain('3 new');
    const { out } = await store.run(['get', idOf('notes/crane.md'), '--text', '--store', 'other.sqlite']);
    expect(out).toBe(longText('the crane'));
  });

  it.each([
    [1, ['search', 'tea'], 'STORE_MISSING'],
    [1, ['ingest', 'nowhere.md'], 'FILE_UNREADABLE'],
    [1, ['import', 'nowhere.jsonl'], 'FILE_UNREADABLE'],
    [1, ['mcp', '--root', 'nowhere'], 'FILE_UNREADABLE'],
    [2, ['ingest', 'a.md', 'b.md', '--source-id', '1'], 'INVALID_OPTION'],
    [2, ['ingest', '.', '--title', 'Tea'], 'cannot name several artifacts'],
    [2, ['ingest', '.', '--source-id', '1'], 'cannot name several artifacts'],
    [2, ['ingest', '-', '--jsonl', '--title', 'Tea'], 'cannot name several artifacts'],
    [2, ['ingest', '-', '--jsonl', '--encoding', 'latin1'], 'always UTF-8'],
    [2, ['ingest', '-', '--sync'], '--sync works on'],
    [2, ['ingest', '.', '--encoding', 'klingon'], 'There is no encoding'],
    [2, ['get', 'art_00000000', '--text', '--chunk', '1'], '--text and --chunk'],
    [2, ['get', 'art_00000000', '--neighbors', '1'], 'Give --chunk too'],
    [2, ['get', 'art_00000000', '--chunk', '1', '--merge'], '--merge needs neighbours'],
    [2, ['search', 'tea', '--merge'], '--merge needs neighbours'],
    [2, ['search', 'tea', '--expand-neighbors', '--neighbors', '2'], 'Give one of them'],
    [2, ['search', 'tea', '--where', 'project'], 'key=value'],
    [2, ['delete'], 'Nothing selects what'],
    [2, ['delete', 'art_00000000', '--type', 'email'], 'cannot be combined'],
    [2, ['mcp', '--port', '4000'], 'Give --http too'],
    [2, ['mcp', '--json'], 'Give --http too'],
    [2, ['list', '--log', 'loud'], 'Allowed choices'],
    [2, ['search', 'tea', '--mode', 'psychic'], 'Allowed choices'],
    [2, ['mcp', '--port', '70000'], '65535'],
    [2, ['list', '--config', 'nowhere.yaml'], 'CONFIG_MISSING'],
    [2, ['polish'], 'polish'],
  ])('ends with %i for %j', async (code, args, message) => {
    const store = temporaryStore();
    const { exitCode, err } = await store.run(args);
    expect([exitCode, err]).toEqual([code, expect.stringContaining(message)]);
    expect(existsSync(join(store.folder, 'artifacts.sqlite'))).toBe(false);
  });
});

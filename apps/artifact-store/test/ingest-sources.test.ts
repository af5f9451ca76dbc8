import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { longText, type TemporaryStore, temporaryStore } from './temporary-store.js';

interface Listed {
  readonly id: string;
  readonly metadata: {
    readonly artifact_type: string;
    readonly source_id: string;
    readonly title: string;
    readonly attributes: object;
  };
}

async function listed(store: TemporaryStore, ...args: string[]): Promise<Listed[]> {
  return JSON.parse((await store.run(['list', '--json', ...args])).out).artifacts;
}

async function sourceIds(store: TemporaryStore, ...args: string[]): Promise<string[]> {
  return (await listed(store, ...args)).map(({ metadata }) => metadata.source_id).sort();
}

async function counts(store: TemporaryStore, ...args: string[]): Promise<Record<string, number>> {
  return JSON.parse((await store.run(['ingest', ...args, '--json'])).out).counts;
}

function mailbox(...subjects: string[]): string {
  const mails = subjects.map(
    (subject) =>
      `From a@example.org Tue May  7 16:30:11 2024\nFrom: Ada <ada@example.com>\nSubject: ${subject}\nMessage-ID: <${subject}@example.com>\n\nThe text of ${subject}.\n\n`,
  );
  return mails.join('');
}

it('a mail with a NUL in its text is stored as the others of its mailbox', async () => {
  const store = temporaryStore();
  store.write('in.mbox', mailbox('one', 'two').replace('text of one', 'text \0of one'));
  expect(await counts(store, 'in.mbox', '--sync')).toMatchObject({ new: 2, skipped: 0 });
});

/** A mail whose parts are in each other, deeper than any program makes them. */
function nestedMail(subject: string): string {
  const parts = Array.from({ length: 1000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`);
  return `From: Ada <ada@example.com>\nSubject: ${subject}\nMessage-ID: <${subject}@example.com>\n${parts.join('')}\nhello\n\n`;
}

it('a hostile file or mail fails alone, with its name and a code, and what comes after it is stored', async () => {
  const store = temporaryStore();
  store.write('in/a.html', `${'<div>'.repeat(2500)}deep`);
  store.write('in/b.eml', nestedMail('alone'));
  store.write('in/c.md', Array.from({ length: 200 }, (_, at) => '`'.repeat(at)).join(' '));
  store.write('in/d.json', '['.repeat(5000));
  const between = `${mailbox('one')}From a@example.org Tue May  7 16:30:11 2024\n${nestedMail('deep')}${mailbox('two')}`;
  store.write('in/e.mbox', between);
  store.write('in/f.md', 'The last one.');
  const { exitCode, out, err } = await store.run(['ingest', 'in']);
  expect(exitCode).toBe(1);
  const failed = ['in/b.eml', 'in/e.mbox#deep@example.com'];
  for (const name of failed) expect(out + err).toContain(`${name} error MAIL_UNREADABLE`);
  const stored = [
    'in/a.html',
    'in/c.md',
    'in/d.json',
    'in/e.mbox#one@example.com',
    'in/e.mbox#two@example.com',
    'in/f.md',
  ];
  expect(await sourceIds(store)).toEqual(stored);
});

describe('a synced folder', () => {
  it('loses in the store what it has lost, and nothing else', async () => {
    const store = temporaryStore();
    for (const path of ['docs/a.md', 'docs/sub/b.md', 'docs-old/c.md', 'd.md'])
      store.write(path, `The text of ${path}.`);
    await store.run(['ingest', 'docs', 'docs-old', 'd.md']);
    await store.run(['ingest', '-', '--source-system', 'other', '--source-id', 'docs/x.md'], { input: 'Other.' });
    rmSync(join(store.folder, 'docs/sub'), { recursive: true });
    store.write('docs/e.md', 'New.');
    expect(await counts(store, 'docs')).toEqual({ new: 1, changed: 0, same: 1, failed: 0, skipped: 0 });
    const dry = await store.run(['ingest', 'docs', '--sync', '--dry-run']);
    expect(dry.out).toMatch(/^removed docs\/sub\/b\.md\n0 new, .* 1 removed;/);
    expect(await sourceIds(store, '--source-system', 'file')).toContain('docs/sub/b.md');
    expect(await counts(store, 'docs', '--sync')).toMatchObject({ same: 2, removed: 1 });
    expect(await sourceIds(store)).toEqual(['d.md', 'docs-old/c.md', 'docs/a.md', 'docs/e.md', 'docs/x.md']);
  });

  it('keeps ids where a reader reads other text from the same files than one before it did', async () => {
    const store = temporaryStore();
    store.write('docs/page.html', '<h1>Tea</h1><p>Three minutes.</p>');
    store.write('docs/in.mbox', mailbox('one', 'two'));
    await store.run(['ingest', 'docs']);
    const before = await listed(store);
    // What is stored is not what is read now.
    for (const { id, metadata } of before) {
      const { artifact_type: type, source_id: source } = metadata;
      const fields = ['--type', type, '--source-system', 'file', '--source-id', source];
      await store.run(['ingest', '-', ...fields], {
        input: type === 'email' ? `Subject: old\n\nOld ${id}` : `Old ${id}`,
      });
    }
    expect(await counts(store, 'docs', '--sync')).toMatchObject({ new: 0, changed: 3, removed: 0 });
    expect((await listed(store)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('loses what is not text any more, and keeps what cannot be read', async () => {
    const store = temporaryStore();
    for (const name of ['a', 'b', 'c']) store.write(`docs/${name}.md`, `The text of ${name}.`);
    await store.run(['ingest', 'docs']);
    store.write('docs/b.md', ' \n');
    expect(await counts(store, 'docs', '--sync')).toMatchObject({ same: 2, skipped: 1, removed: 1 });
    expect(await sourceIds(store)).toEqual(['docs/a.md', 'docs/c.md']);
  });

  it('is the root of sources, and files elsewhere stay', async () => {
    const store = temporaryStore();
    store.write('project/artifact-store.yaml', 'store: a.sqlite\n');
    const outside = store.write('outside.md', 'Outside.');
    store.write('project/a.md', 'A text.');
    store.write('project/b.md', 'Another text.');
    const run = (...args: string[]) => store.run(args, { folder: 'project' });
    await run('ingest', '.', '../outside.md');
    rmSync(join(store.folder, 'project/b.md'));
    expect((await run('ingest', '.', '--sync')).out).toContain('1 removed');
    const { artifacts } = JSON.parse((await run('list', '--json')).out) as { artifacts: Listed[] };
    expect(artifacts.map(({ metadata }) => metadata.source_id).sort()).toEqual(
      [outside, 'a.md', 'artifact-store.yaml'].sort(),
    );
  });

  it('is not taken at its word when nothing is in it', async () => {
    const store = temporaryStore();
    store.write('docs/a.md', 'A text.');
    await store.run(['ingest', 'docs']);
    rmSync(join(store.folder, 'docs/a.md'));
    const { exitCode, err } = await store.run(['ingest', 'docs', '--sync']);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('SYNC_EMPTY')]);
    expect(await sourceIds(store)).toEqual(['docs/a.md']);
  });
});

describe('a mailbox', () => {
  it('is ingested mail by mail, found by its people, and synced', async () => {
    const store = temporaryStore();
    store.write('mail/inbox.mbox', mailbox('One', 'Two', 'Two'));
    expect(await counts(store, 'mail')).toMatchObject({ new: 3, failed: 0 });
    expect(await counts(store, 'mail/inbox.mbox')).toMatchObject({ same: 3 });
    const ids = ['mail/inbox.mbox#One@example.com', 'mail/inbox.mbox#Two@example.com'];
    expect(await sourceIds(store)).toEqual([...ids, `${ids[1]}~2`]);
    expect((await listed(store, '--from', 'ada@'))[0]).toMatchObject({
      metadata: { attributes: { from: ['Ada <ada@example.com>'] } },
    });
    expect(await listed(store, '--to', 'ada@')).toEqual([]);
    store.write('mail/inbox.mbox', mailbox('Two', 'Three'));
    expect(await counts(store, 'mail/inbox.mbox', '--sync')).toMatchObject({ new: 1, same: 1, removed: 2 });
    expect(await sourceIds(store)).toEqual(['mail/inbox.mbox#Three@example.com', ids[1]]);
  });

  it.each([
    ['zeros, as after a crash', '\0'.repeat(900)],
    ['a text', 'There is no mail here.\n'],
    ['a text that begins with From', 'From here on there is no mail.\n'],
    ['a separator alone', 'From a@example.org Tue May  7 16:30:11 2024\n'],
    ['what gzip makes', gzipSync(mailbox('One', 'Two'))],
    ['nothing', ''],
    ['blank lines', '\n\n\n'],
  ])('that has become %s loses nothing in the store by --sync', async (what, text) => {
    const store = temporaryStore();
    store.write('mail/note.md', 'A note.');
    const file = store.write('mail/inbox.mbox', mailbox('One', 'Two'));
    await store.run(['ingest', 'mail']);
    const before = await sourceIds(store);
    writeFileSync(file, text);
    for (const source of ['mail', 'mail/inbox.mbox']) {
      const { exitCode, out, err } = await store.run(['ingest', source, '--sync']);
      expect(await sourceIds(store)).toEqual(before);
      // A folder of mail has empty mailboxes, too.
      const isSkipped = source === 'mail' && ['nothing', 'blank lines'].includes(what);
      expect(out + err).toMatch(isSkipped ? /^skipped mail\/inbox\.mbox/m : /mail\/inbox\.mbox error MAIL_UNREADABLE/);
      expect(exitCode).toBe(isSkipped ? 0 : 1);
    }
  });

  it('comes from stdin too, and a mail with a subject alone is one', async () => {
    const store = temporaryStore();
    const input = `${mailbox('One')}From b Tue May  7 16:30:11 2024\nFrom: b@example.org\nSubject: Lunch at noon?\n\n`;
    expect((await store.run(['ingest', '-', '--type', 'email'], { input })).out).toContain('2 new');
    const { out } = await store.run(['search', 'lunch', '--json', '--mode', 'lexical']);
    expect(JSON.parse(out).hits).toMatchObject([{ title: 'Lunch at noon?', content: 'Lunch at noon?' }]);
  });
});

describe('a file', () => {
  it('in another encoding is read, and one that is not text is named or left out', async () => {
    const store = temporaryStore();
    store.write('in/latin.txt', '');
    writeFileSync(join(store.folder, 'in/latin.txt'), Buffer.from('Grüße aus Köln', 'latin1'));
    writeFileSync(join(store.folder, 'in/wide.txt'), Buffer.from('\ufeffGrüße aus Bonn', 'utf16le'));
    writeFileSync(join(store.folder, 'in/picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]));
    expect(await counts(store, 'in')).toMatchObject({ new: 2, skipped: 1 });
    expect(await listed(store, '--where', 'encoding=windows-1252')).toHaveLength(1);
    for (const [query, id] of [
      ['köln', 'in/latin.txt'],
      ['bonn', 'in/wide.txt'],
    ]) {
      const { hits } = JSON.parse((await store.run(['search', query!, '--mode', 'lexical', '--json'])).out);
      expect(hits).toMatchObject([{ source_id: id }]);
    }
    expect(await store.run(['ingest', 'in/picture.png'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('NOT_TEXT'),
    });
    await store.run(['ingest', 'in/latin.txt', '--encoding', 'iso-8859-7']);
    expect((await store.run(['search', 'köln', '--mode', 'lexical'])).out).toBe('nothing found\n');
  });
});

describe('what is set at ingest', () => {
  it('is searched, listed and deleted by', async () => {
    const store = temporaryStore();
    store.write('a.md', 'A text on tea.');
    store.write('b.md', 'Another text on tea.');
    await store.run(['ingest', 'a.md', '--set', 'project=apollo', '--set', 'year=2024']);
    await store.run(['ingest', 'b.md', '--set', 'project=gemini']);
    const found = async (...args: string[]): Promise<number> =>
      JSON.parse((await store.run(['search', 'tea', '--json', ...args])).out).hits.length;
    expect(await found('--where', 'project=apollo')).toBe(1);
    expect(await found('--where', 'project=apollo', '--where', 'project=gemini')).toBe(2);
    expect(await found('--where', 'project=gemini', '--where', 'year=2024')).toBe(0);
    const dry = await store.run(['delete', '--where', 'project=apollo', '--dry-run']);
    expect(dry.out).toMatch(/^would delete art_[0-9a-f]{8}\n$/);
    expect((await store.run(['delete', '--where', 'project=apollo', '--json'])).exitCode).toBe(0);
    expect(await sourceIds(store)).toEqual(['b.md']);
    expect((await store.run(['vacuum', '--json'])).out).toContain('bytes_after');
  });
});

describe('what a person is told', () => {
  it('is when the results match only by meaning, and where else a text is', async () => {
    const store = temporaryStore();
    for (const name of ['a.md', 'b.md']) store.write(name, 'Swordfish opens the vault.');
    await store.run(['ingest', 'a.md', 'b.md']);
    const nonsense = await store.run(['search', 'qwxz', 'vbnmq']);
    expect(nonsense).toMatchObject({
      exitCode: 0,
      err: expect.stringMatching(/^Not in the store: qwxz, vbnmq\.\n.*nearest by meaning/),
    });
    const { out, err } = await store.run(['search', '"opens the vault"']);
    expect([out.match(/^\d\. /gm), out, err]).toEqual([['1. '], expect.stringMatching(/also in [ab]\.md\n$/), '']);
  });

  it('is in a log of lines of JSON, without texts', async () => {
    const store = temporaryStore();
    store.write('long.md', longText('the crane'));
    const { err } = await store.run(['ingest', 'long.md', '--log', 'debug']);
    const events = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toMatchObject([
      { level: 'debug', event: 'chunk_decision', threshold: 1200, will_chunk: true },
      { level: 'info', event: 'text_chunked', overlap_tokens: 100, avg_chunk_size: expect.any(Number) },
      { level: 'info', event: 'artifact_stored', outcome: 'new' },
    ]);
    expect(events.every(({ time }) => !Number.isNaN(Date.parse(String(time))))).toBe(true);
    expect(err).not.toContain('crane');
    const id = String(events[2]!['artifact_id']);
    const missing = await store.run(['get', id, '--chunk', '99', '--log', 'warn']);
    expect(missing.err).toContain('"event":"chunk_not_found"');
    expect((await store.run(['ingest', 'long.md', '--log', 'warn'])).err).toBe('');
  });
});

it('takes out what is left of a store without its last pages', async () => {
  const store = temporaryStore();
  for (let at = 0; at < 30; at++) store.write(`docs/${at}.md`, longText(`crane ${at}`, 20));
  await store.run(['ingest', 'docs']);
  const path = join(store.folder, 'artifacts.sqlite');
  truncateSync(path, statSync(path).size - 5 * 16_384);
  const verified = await store.run(['verify', '--json']);
  expect(verified.exitCode).toBe(1);
  const { artifact_count, intact_artifact_count } = JSON.parse(verified.out);
  expect(artifact_count).toBe(30);
  expect((await store.run(['export', '--out', 'all.jsonl'])).err).toContain('STORE_DAMAGED');
  expect((await store.run(['export', '--skip-damaged', '--out', 'all.jsonl'])).exitCode).toBe(1);
  const imported = await store.run(['import', 'all.jsonl', '--store', 'new.sqlite', '--json']);
  const { new_count: count } = JSON.parse(imported.out);
  expect(count).toBeGreaterThanOrEqual(Math.max(1, intact_artifact_count));
  expect((await store.run(['verify', '--store', 'new.sqlite'])).exitCode).toBe(0);
  expect(statSync(join(store.folder, 'all.jsonl')).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600);
});

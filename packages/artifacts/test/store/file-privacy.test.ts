import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ArtifactStore, openSqliteStore } from '../../src/store/index.js';
import { sqliteLibrary } from '../../src/store/sqlite/sqlite-library.js';
import { fixtureInput, sentences } from './contract/fixture-store.js';
import { countingEmbedder } from './counting-embedder.js';
import { TO_FORMAT_2 } from './format-2.js';
import { temporaryFolder } from './temporary-folder.js';
import { windowSplitter } from './window-splitter.js';

const NOBODY = 65_534;
const Database = sqliteLibrary();
const embedder = countingEmbedder();
const splitter = windowSplitter(40, 10);

async function open(path: string): Promise<ArtifactStore> {
  const store = await openSqliteStore({ path, embedder, splitter });
  onTestFinished(() => store.close());
  return store;
}

/** What the folder's files have in them, as text. */
function bytesIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
}

const hasSecret = (folder: string): boolean => /swordfi|zanzibar/i.test(bytesIn(folder));

describe('a store', () => {
  it.skipIf(process.platform === 'win32')('can be read by its owner alone, with all that is next to it', async () => {
    const folder = temporaryFolder();
    const store = await open(join(folder, 'store.sqlite'));
    await store.ingest(fixtureInput('A text.'));
    const modes = readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8));
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set(['600']));
  });

  it.skipIf(process.platform === 'win32')('is made with its folders, which its owner alone can enter', async () => {
    const folder = join(temporaryFolder(), 'no', 'such');
    await (await open(join(folder, 'store.sqlite'))).ingest(fixtureInput('A text.'));
    for (const each of [folder, dirname(folder)]) expect((statSync(each).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('what is deleted', () => {
  it.each([
    ['one by one', async (store: ArtifactStore, id: string) => void (await store.delete(id))],
    ['by a filter', async (store: ArtifactStore) => void (await store.deleteMatching({ sourceIdPrefix: 'secret' }))],
    ['by other text', async (store: ArtifactStore) => void (await store.ingest(fixtureInput('Nothing.', 'secret')))],
  ])('is in no file of the store any more: %s', async (_, remove) => {
    const folder = temporaryFolder();
    const store = await open(join(folder, 'store.sqlite'));
    for (let at = 0; at < 20; at++) await store.ingest(fixtureInput(sentences(5, `lake ${at}`), `${at}`));
    const secret = `${sentences(3)}Swordfish and Zanzibar. ${sentences(3)}`;
    const { artifact_id } = await store.ingest({
      ...fixtureInput(secret, 'secret'),
      title: 'On Zanzibar',
      attributes: { from: ['Swordfish'] },
    });
    expect(hasSecret(folder)).toBe(true);
    await store.ingest({ ...fixtureInput(secret, 'secret'), title: 'Zanzibar', attributes: { from: [] } });
    await remove(store, artifact_id);
    await store.ingest({ ...fixtureInput('Other.', 'secret'), title: 'Other' });
    await store.close();
    expect(hasSecret(folder)).toBe(false);
  });

  it('is in no file of the store any more when it is much of it', async () => {
    const folder = temporaryFolder();
    const store = await open(join(folder, 'store.sqlite'));
    await store.ingest(fixtureInput(sentences(20, 'lake'), 'kept'));
    const { num_chunks } = await store.ingest(fixtureInput(sentences(300, 'swordfish'), 'secret'));
    expect(num_chunks).toBeGreaterThan(200);
    await store.ingest(fixtureInput(sentences(300, 'zanzibar'), 'secret'));
    await store.deleteMatching({ sourceIdPrefix: 'secret' });
    expect((await store.search('lake', { mode: 'lexical' })).hits).not.toEqual([]);
    expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 1 });
    await store.close();
    expect(hasSecret(folder)).toBe(false);
  });

  it('by an earlier release is gone after a vacuum', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'store.sqlite');
    const store = await open(path);
    const { artifact_id } = await store.ingest(fixtureInput('Swordfish. '.repeat(50), 'a'));
    await store.close();
    const db = new Database(path);
    db.pragma('secure_delete = OFF');
    db.exec(`DELETE FROM artifact_chunks; DELETE FROM artifacts WHERE id = '${artifact_id}'`);
    db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('delete-all')");
    db.close();
    expect(hasSecret(folder)).toBe(true);
    const later = await open(path);
    const { bytes_before, bytes_after } = await later.vacuum();
    expect(bytes_after).toBeLessThanOrEqual(bytes_before);
    await later.close();
    expect(hasSecret(folder)).toBe(false);
  });
});

describe.skipIf(process.getuid === undefined)('a store that may only be read', () => {
  /** Runs work as a user who may not write, where the tests run as one who may everything. */
  async function unprivileged(work: () => Promise<void>): Promise<void> {
    if (process.getuid!() !== 0) return work();
    process.seteuid!(NOBODY);
    try {
      await work();
    } finally {
      process.seteuid!(0);
    }
  }

  async function filledFolder(): Promise<string> {
    const folder = temporaryFolder();
    const store = await openSqliteStore({ path: join(folder, 'store.sqlite'), embedder, splitter });
    await store.ingest(fixtureInput(sentences(4), 'a'));
    await store.close();
    chmodSync(join(folder, 'store.sqlite'), 0o444);
    onTestFinished(() => chmodSync(folder, 0o755));
    return folder;
  }

  const refused = { code: 'STORE_READ_ONLY' };

  it.each([
    ['the folder too', 0o555],
    ['the file', 0o777],
  ])('is searched, read, verified and exported, and refuses the rest: %s', async (_, folderMode) => {
    const folder = await filledFolder();
    chmodSync(folder, folderMode);
    await unprivileged(async () => {
      const store = await openSqliteStore({ path: join(folder, 'store.sqlite'), embedder, splitter });
      expect((await store.search('river')).hits).not.toEqual([]);
      const [artifact] = (await store.list()).artifacts;
      expect(await store.getText(artifact!.id)).toBe(sentences(4));
      expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 1 });
      const lines: string[] = [];
      for await (const line of store.exportLines()) lines.push(line);
      expect(lines.length).toBeGreaterThan(2);
      await expect(store.ingest(fixtureInput('New.'))).rejects.toMatchObject(refused);
      await expect(store.delete(artifact!.id)).rejects.toMatchObject(refused);
      await expect(store.vacuum()).rejects.toMatchObject(refused);
      await expect(store.reindex(countingEmbedder('test:two', 100))).rejects.toMatchObject(refused);
      await store.close();
    });
  });

  it('is read while its owner works on it', async () => {
    const folder = await filledFolder();
    chmodSync(join(folder, 'store.sqlite'), 0o644);
    const owner = await open(join(folder, 'store.sqlite'));
    await owner.ingest(fixtureInput('The glacier melts.', 'b'));
    chmodSync(folder, 0o555);
    await unprivileged(async () => {
      const store = await openSqliteStore({ path: join(folder, 'store.sqlite'), embedder, splitter });
      expect((await store.search('glacier', { mode: 'lexical' })).hits).toHaveLength(1);
      await store.close();
    });
  });

  it('is read when it is of an earlier format', async () => {
    const folder = await filledFolder();
    chmodSync(join(folder, 'store.sqlite'), 0o644);
    const db = new Database(join(folder, 'store.sqlite'));
    db.exec("UPDATE settings SET value = 'words-0' WHERE name = 'analysis'");
    db.close();
    chmodSync(join(folder, 'store.sqlite'), 0o444);
    mkdirSync(join(folder, 'other'));
    chmodSync(folder, 0o555);
    await unprivileged(async () => {
      const store = await openSqliteStore({ path: join(folder, 'store.sqlite'), embedder, splitter });
      expect((await store.search('river', { mode: 'lexical' })).hits).not.toEqual([]);
      await store.close();
    });
  });
});

it('brings a store of the first format to this one', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'store.sqlite');
  const store = await open(path);
  await store.ingest({ ...fixtureInput(sentences(4), 'a'), attributes: { from: ['Ada'] } });
  await store.close();
  const db = new Database(path);
  db.exec(TO_FORMAT_2);
  db.exec(`
    DROP TABLE passage_terms;
    CREATE VIRTUAL TABLE passage_terms USING fts5(
      title, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#+'"
    );
    INSERT INTO passage_terms (rowid, title, body) SELECT key, '', 'river' FROM passages;
    DELETE FROM settings WHERE name = 'analysis';
    PRAGMA user_version = 1;`);
  db.close();
  const later = await open(path);
  expect((await later.search('ada', { mode: 'lexical' })).hits).toHaveLength(1);
  expect((await later.search('sentence', { mode: 'lexical' })).hits).not.toEqual([]);
  expect(await later.verify()).toMatchObject({ ok: true, problems: [] });
  await later.ingest(fixtureInput('Short.', 'a'));
  expect((await later.search('sentence', { mode: 'lexical' })).hits).toEqual([]);
});

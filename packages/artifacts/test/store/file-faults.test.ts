import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '@topicmill/test-support/shared-folder';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { engineStore } from '../../src/store/engine-store.js';
import { type ArtifactStore, openSqliteStore } from '../../src/store/index.js';
import { openConnection } from '../../src/store/sqlite/connection.js';
import { sqliteLibrary } from '../../src/store/sqlite/sqlite-library.js';
import { sqliteEngine } from '../../src/store/sqlite/sqlite-store.js';
import { fixtureInput } from './contract/fixture-store.js';
import { countingEmbedder } from './counting-embedder.js';
import { temporaryFolder } from './temporary-folder.js';
import { windowSplitter } from './window-splitter.js';

const Database = sqliteLibrary();
const embedder = countingEmbedder();
const splitter = windowSplitter(40, 10);

async function open(path: string, more: object = {}): Promise<ArtifactStore> {
  const store = await openSqliteStore({ path, embedder, splitter, ...more });
  onTestFinished(() => store.close());
  return store;
}

const filled = join(sharedFolder('filled-store'), 'store.sqlite');

beforeAll(async () => {
  const store = await openSqliteStore({ path: filled, embedder, splitter });
  for (let at = 0; at < 40; at++) await store.ingest(fixtureInput(`Artifact ${at} has some text. `.repeat(8), `${at}`));
  await store.close();
});

/** A copy of a store with forty artifacts. */
function filledFile(): string {
  const path = join(temporaryFolder(), 'store.sqlite');
  copyFileSync(filled, path);
  return path;
}

it('says that a disk is full, and keeps what was there', async () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  const connection = await openConnection({ path, create: true, busyTimeoutMs: 1000 });
  const store = engineStore({
    engine: sqliteEngine(connection),
    embedder: async () => embedder,
    splitter,
    now: () => 0,
  });
  onTestFinished(() => store.close());
  const { artifact_id } = await store.ingest(fixtureInput('Before the disk was full.', 'a'));
  const pageCount = connection.db.pragma('page_count', { simple: true });
  connection.db.pragma(`max_page_count = ${pageCount}`);
  const large = fixtureInput('No room for this any more. '.repeat(3000), 'b');
  await expect(store.ingest(large)).rejects.toMatchObject({ code: 'STORE_FULL', file: expect.any(String) });
  expect(await store.getText(artifact_id)).toBe('Before the disk was full.');
  expect(await store.verify()).toMatchObject({ ok: true, artifact_count: 1 });
  connection.db.pragma('max_page_count = 100000');
  expect(await store.ingest(large)).toMatchObject({ outcome: 'new' });
});

it('waits for another process that writes, and says so when it does not end', async () => {
  const path = filledFile();
  const store = await open(path, { busyTimeoutMs: 150 });
  const other = new Database(path);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  await expect(store.ingest(fixtureInput('New.', 'new'))).rejects.toMatchObject({ code: 'STORE_LOCKED' });
  expect((await store.search('artifact', { mode: 'lexical' })).hits).not.toEqual([]);
  const patient = await open(path);
  const waiting = patient.ingest(fixtureInput('New.', 'new'));
  setTimeout(() => other.exec('COMMIT'), 100);
  expect(await waiting).toMatchObject({ outcome: 'new' });
});

it('can be cancelled while it waits', async () => {
  const path = filledFile();
  const store = await open(path);
  const other = new Database(path);
  onTestFinished(() => void other.close());
  other.exec('BEGIN IMMEDIATE');
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  await expect(store.ingest(fixtureInput('New.', 'new'), { signal: stop.signal })).rejects.toThrow('aborted');
});

it('tells files that are no store from stores', async () => {
  const folder = temporaryFolder();
  await expect(open(join(folder, 'none.sqlite'), { create: false })).rejects.toMatchObject({ code: 'STORE_MISSING' });
  await expect(open(join(folder, 'none', 'a.sqlite'), { create: false })).rejects.toMatchObject({
    code: 'STORE_MISSING',
  });
  expect(existsSync(join(folder, 'none'))).toBe(false);
  mkdirSync(join(folder, 'folder'));
  await expect(open(join(folder, 'folder'))).rejects.toMatchObject({ code: 'STORE_UNREADABLE' });
  const text = join(folder, 'text');
  writeFileSync(text, 'This is no database at all. '.repeat(100));
  await expect(open(text)).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  expect(readFileSync(text, 'utf8')).toBe('This is no database at all. '.repeat(100));
  const foreign = join(folder, 'foreign.sqlite');
  new Database(foreign).exec('CREATE TABLE t (a)').close();
  const before = readFileSync(foreign);
  await expect(open(foreign)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
  expect(readFileSync(foreign).equals(before)).toBe(true);
  const later = filledFile();
  const db = new Database(later);
  db.pragma('user_version = 99');
  db.close();
  await expect(open(later)).rejects.toMatchObject({ code: 'STORE_FOREIGN' });
});

it('says what is intact of a damaged file', async () => {
  const path = filledFile();
  const pageBytes = 16_384;
  const page = findPage(readFileSync(path), 'Artifact 17 has some text.', pageBytes);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(2000, 0xab), 0, 2000, page * pageBytes);
  const store = await open(path);
  const verification = await store.verify();
  expect(verification.ok).toBe(false);
  expect(verification.problems.length).toBeGreaterThan(0);
  expect(verification.artifact_count).toBe(40);
  expect(verification.intact_artifact_count).toBeLessThan(40);
  const all = store.exportLines()[Symbol.asyncIterator]();
  const readAll = async (): Promise<void> => {
    while (!(await all.next()).done);
  };
  await expect(readAll()).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
  const leftOut: unknown[] = [];
  const lines: string[] = [];
  for await (const line of store.exportLines({ onDamaged: ({ artifact_id: id }) => leftOut.push(id) }))
    lines.push(line);
  expect(leftOut).toHaveLength(40 - verification.intact_artifact_count);
  const rescued = await open(join(temporaryFolder(), 'rescued.sqlite'));
  expect(await rescued.importLines(lines)).toMatchObject({ new_count: verification.intact_artifact_count });
  expect(await rescued.verify()).toMatchObject({ ok: true, artifact_count: verification.intact_artifact_count });
});

it('takes out the texts of vectors that are damaged', async () => {
  const path = filledFile();
  const db = new Database(path);
  onTestFinished(() => void db.close());
  const changes = db.prepare('UPDATE vectors_1 SET vector = zeroblob(4) WHERE key % 5 = 0').run();
  const store = await open(path);
  const lines: string[] = [];
  for await (const line of store.exportLines({ onDamaged: () => expect.unreachable() })) lines.push(line);
  const rescued = await open(join(temporaryFolder(), 'rescued.sqlite'));
  const report = await rescued.importLines(lines);
  expect(report.new_count).toBe(40);
  expect(report.embedded_count).toBeGreaterThan(0);
  expect(report.embedded_count).toBeLessThanOrEqual(changes.changes);
  expect(await rescued.verify()).toMatchObject({ ok: true });
});

it.each([1, 4, 10])(
  'reads what is left of a file without its last %i pages, and changes nothing',
  async (lostCount) => {
    const path = filledFile();
    truncateSync(path, statSync(path).size - lostCount * 16_384);
    const bytes = readFileSync(path);
    await expect(open(path)).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
    const store = await open(path, { toleratesDamage: true });
    const verification = await store.verify();
    expect(verification).toMatchObject({ ok: false, artifact_count: 40 });
    const leftOut = new Set<unknown>();
    const lines: string[] = [];
    for await (const line of store.exportLines({ onDamaged: ({ artifact_id: id }) => leftOut.add(id) }))
      lines.push(line);
    const rescued = await open(join(temporaryFolder(), 'rescued.sqlite'));
    const { new_count: count } = await rescued.importLines(lines);
    expect(count).toBe(40 - leftOut.size);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeGreaterThanOrEqual(verification.intact_artifact_count);
    expect(await rescued.verify()).toMatchObject({ ok: true, artifact_count: count });
    await expect(store.ingest(fixtureInput('New.', 'new'))).rejects.toMatchObject({
      code: expect.stringContaining('STORE_'),
    });
    // `toEqual` would take seconds for the hundred thousands of bytes.
    expect(readFileSync(path).equals(bytes)).toBe(true);
  },
);

it('reads chunks whose index is damaged', async () => {
  const path = filledFile();
  const db = new Database(path);
  const root = db
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'chunks_by_artifact'")
    .pluck()
    .get() as number;
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(2000, 0xab), 0, 2000, (root - 1) * 16_384);
  const store = await open(path, { toleratesDamage: true });
  expect(await store.verify()).toMatchObject({ ok: false, artifact_count: 40, intact_artifact_count: 40 });
  const lines: string[] = [];
  for await (const line of store.exportLines({ onDamaged: () => expect.unreachable() })) lines.push(line);
  const rescued = await open(join(temporaryFolder(), 'rescued.sqlite'));
  expect(await rescued.importLines(lines)).toMatchObject({ new_count: 40 });
});

it('does not open a damaged file to work with it', async () => {
  const path = filledFile();
  truncateSync(path, statSync(path).size >> 1);
  await expect(open(path)).rejects.toMatchObject({ code: 'STORE_DAMAGED' });
});

it('finds rows that do not belong together', async () => {
  const path = filledFile();
  const store = await open(path);
  const [first, second, third, fourth] = (await store.list()).artifacts.map(({ id }) => id);
  const db = new Database(path);
  onTestFinished(() => void db.close());
  const chunkOf = (id: string, index: number) =>
    `artifact_key = (SELECT key FROM artifacts WHERE id = '${id}') AND chunk_index = ${index}`;
  db.exec(`UPDATE artifact_chunks SET content = 'X' || substr(content, 2) WHERE ${chunkOf(first!, 1)}`);
  db.exec(`DELETE FROM artifact_chunks WHERE ${chunkOf(second!, 2)}`);
  db.exec(`UPDATE artifact_chunks SET start_char = start_char + 20 WHERE ${chunkOf(third!, 3)}`);
  db.exec(
    `UPDATE vectors_1 SET vector = zeroblob(4) WHERE key = (SELECT key FROM artifact_chunks WHERE ${chunkOf(fourth!, 0)})`,
  );
  const { ok, problems, artifact_count, intact_artifact_count } = await store.verify();
  expect(ok).toBe(false);
  expect({ artifact_count, intact_artifact_count }).toEqual({ artifact_count: 40, intact_artifact_count: 37 });
  const about = (id: string) => problems.filter(({ artifact_id }) => artifact_id === id).map(({ message }) => message);
  expect(about(first!)).toContain('The text of chunk 1 does not have its hash.');
  expect(about(second!)[0]).toMatch(/^It has \d+ chunks instead of \d+\.$/);
  expect(about(third!)).toContain('Chunk 3 is not as long as its offsets say.');
  const general = problems.filter(({ artifact_id }) => artifact_id === undefined).map(({ message }) => message);
  expect(general).toContain('1 vectors are not of length 1, or their bits are not theirs.');
  expect(general).toContain('Terms are left over from 1 texts.');
});

function findPage(bytes: Buffer, text: string, pageBytes: number): number {
  const at = bytes.indexOf(text);
  expect(at).toBeGreaterThan(0);
  return Math.floor(at / pageBytes);
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { openTestDatabase } from '@topicmill/test-support/postgres';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DATABASE_FORMATS,
  type DatabaseFormat,
  type ExportChanges,
  type ExportedChunk,
  type ExportedDocs,
  type ExportFile,
  findChanges,
  type StoredRecord,
} from '../../src/export/index.js';
import { startDatabase } from './database-servers.js';
import { chunk, hrefOf, sampleDocs } from './sample-docs.js';

const run = promisify(execFile);
const textOf = ({ pieces }: ExportFile): string => [...pieces()].join('');
const fileOf = (files: readonly ExportFile[], name: string): string =>
  textOf(files.find((file) => file.name === name)!);
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Chunks of one topic, by their ids; texts that would be cut apart by a careless reader of lines. */
const texts = fc.constantFrom('One', '"Quoted", twice ""', 'Line\nfeed', 'End,"[1]"', '\u2028 and \r', '', '茶\t{');
const chunkSets = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  fc.record({ text: texts, component: fc.constantFrom(0, 1e-7, -1 / 3) }),
);

function docsOf(chunks: Readonly<Record<string, { text: string; component: number }>>): ExportedDocs {
  const made = Object.entries(chunks).map(
    ([id, { text, component }], at): ExportedChunk =>
      chunk(at, text, { id, keywords: [], vector: Float32Array.from([1, component, -1]) }),
  );
  return sampleDocs({ topics: [{ ...sampleDocs().topics[0]!, chunks: made }] });
}

/** Records of the file of a full export, read back. */
function readBack({ files, readRecords, exportAll }: DatabaseFormat, docs: ExportedDocs): StoredRecord[] {
  const found: StoredRecord[] = [];
  let waiting = '';
  for (const line of linesKept(fileOf(exportAll(docs, hrefOf, 'chunks'), files.records))) {
    const records = readRecords(waiting + line);
    waiting = records === undefined ? `${waiting}${line}\n` : '';
    found.push(...(records ?? []));
  }
  expect(waiting).toBe('');
  return found;
}

function linesKept(text: string): string[] {
  const lines = text.split('\n');
  lines.pop();
  return lines;
}

describe.each(Object.entries(DATABASE_FORMATS) as [string, DatabaseFormat][])('%s', (_name, format) => {
  it('reads back what a full export contains', () => {
    fc.assert(
      fc.property(chunkSets, (chunks) => {
        const docs = docsOf(chunks);
        fc.pre(docs.topics[0]!.chunks.length > 0);
        expect(readBack(format, docs)).toEqual([...format.recordsOf(docs, hrefOf)]);
      }),
    );
  });

  it('has changes for what is new, changed and gone, and for nothing else', () => {
    fc.assert(
      fc.property(chunkSets, chunkSets, (before, after) => {
        const changes = findChanges(format.recordsOf(docsOf(before), hrefOf), format.recordsOf(docsOf(after), hrefOf), {
          vectors: true,
        });
        const old = new Map([...format.recordsOf(docsOf(before), hrefOf)].map((record) => [record.id, record]));
        const now = new Map([...format.recordsOf(docsOf(after), hrefOf)].map((record) => [record.id, record]));
        const differing = [...now].filter(([id, record]) => JSON.stringify(old.get(id)) !== JSON.stringify(record));
        expect([...changes.upserted]).toEqual(differing.map(([id]) => id));
        expect(changes.deleted).toEqual([...old.keys()].filter((id) => !now.has(id)).sort());
        expect(changes.unchangedCount).toBe(now.size - differing.length);
      }),
    );
  });

  it('does not take another file for its own', () => {
    expect(() => format.readRecords('<html>')).toThrow();
  });
});

/** Three changed of two hundred, one gone, one new. */
function editedDocs(): { before: ExportedDocs; after: ExportedDocs } {
  const many = (edit: (at: number) => string | undefined): ExportedDocs => {
    const chunks = Array.from({ length: 201 }, (_, at) => ({ at, text: edit(at) })).flatMap(({ at, text }) =>
      text === undefined ? [] : [chunk(at, text, { id: `part-${at}` })],
    );
    return sampleDocs({ topics: [{ ...sampleDocs().topics[1]!, chunks }] });
  };
  return {
    before: many((at) => (at === 200 ? undefined : `Text ${at}`)),
    after: many((at) => (at === 9 ? undefined : at < 3 ? `Edited ${at}` : `Text ${at}`)),
  };
}

function changesOf(format: DatabaseFormat, before: ExportedDocs, after: ExportedDocs): ExportChanges {
  return findChanges(format.recordsOf(before, hrefOf), format.recordsOf(after, hrefOf), { vectors: true });
}

describe('a Qdrant collection', () => {
  it('is brought up to date by the changes, also when they are sent twice', async () => {
    const { before, after } = editedDocs();
    const { qdrant } = DATABASE_FORMATS;
    const { url, stored, written } = await startDatabase('qdrant');
    const load = async (docs: ExportedDocs, origin: string): Promise<void> => {
      const files = qdrant.exportAll(docs, hrefOf, 'chunks');
      await send('PUT', `${origin}/collections/chunks`, fileOf(files, 'qdrant.collection.json'));
      for (const body of linesOf(fileOf(files, 'qdrant.points.jsonl'))) {
        await send('PUT', `${origin}/collections/chunks/points?wait=true`, body);
      }
    };
    await load(before, url);
    const loaded = written.splice(0).length;
    const [file] = qdrant.exportChanges(after, hrefOf, 'chunks', changesOf(qdrant, before, after));
    for (let time = 0; time < 2; time++) {
      for (const body of linesOf(textOf(file!))) {
        await send('POST', `${url}/collections/chunks/points/batch?wait=true`, body);
      }
    }
    // What is gone is deleted once.
    expect([loaded, written.length]).toEqual([200, 2 * 4 + 1]);
    const fresh = await startDatabase('qdrant');
    await load(after, fresh.url);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(fresh.stored));
  });
});

describe('a Typesense collection', () => {
  it('is brought up to date by the changes, also when they are sent twice', async () => {
    const { before, after } = editedDocs();
    const { typesense } = DATABASE_FORMATS;
    const load = async (docs: ExportedDocs, origin: string): Promise<void> => {
      const files = typesense.exportAll(docs, hrefOf, 'chunks');
      await send('POST', `${origin}/collections`, fileOf(files, 'typesense.collection.json'));
      const documents = `${origin}/collections/chunks/documents`;
      await send('POST', `${documents}/import?action=upsert`, fileOf(files, 'typesense.jsonl'));
    };
    const { url, stored, written } = await startDatabase('typesense');
    await load(before, url);
    written.length = 0;
    const changes = typesense.exportChanges(after, hrefOf, 'chunks', changesOf(typesense, before, after));
    for (let time = 0; time < 2; time++) {
      const documents = `${url}/collections/chunks/documents`;
      await send('POST', `${documents}/import?action=upsert`, fileOf(changes, 'typesense.upsert.jsonl'));
      for (const filter of linesOf(fileOf(changes, 'typesense.delete.txt'))) {
        await send('DELETE', `${documents}?${new URLSearchParams({ filter_by: filter })}`);
      }
    }
    expect(written.length).toBe(2 * 4 + 1);
    const fresh = await startDatabase('typesense');
    await load(after, fresh.url);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(fresh.stored));
  });

  it('deletes in requests whose addresses servers accept', () => {
    const { before } = editedDocs();
    const none = sampleDocs({ topics: [] });
    const { typesense } = DATABASE_FORMATS;
    const files = typesense.exportChanges(none, hrefOf, 'chunks', changesOf(typesense, before, none));
    const filters = linesOf(fileOf(files, 'typesense.delete.txt'));
    expect(filters.length).toBe(4);
    for (const filter of filters) expect(encodeURIComponent(filter).length).toBeLessThan(4_000);
    expect(fileOf(files, 'typesense.upsert.jsonl')).toBe('');
  });
});

async function send(method: string, url: string, body?: string): Promise<void> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body }) });
  expect([method, url, response.status, await response.text()]).toEqual([
    method,
    url,
    200,
    expect.not.stringContaining('"success":false'),
  ]);
}

describe('a table with pgvector', () => {
  const { pgvector } = DATABASE_FORMATS;

  it('is brought up to date by the changes, also when they are applied twice', async () => {
    const { before, after } = editedDocs();
    const database = await PGlite.create({ extensions: { vector } });
    onTestFinished(() => database.close());
    const apply = async (files: readonly ExportFile[], script: string, data: string): Promise<void> => {
      const statements = fileOf(files, script).split(/^(\\copy .*)$/m);
      const copy = statements[1]!.replace('\\copy', 'COPY').replace(`'${data}'`, "'/dev/blob'");
      await database.exec(statements[0]!);
      await database.query(copy, [], { blob: new Blob([fileOf(files, data)]) });
      await database.exec(statements[2]!);
    };
    const rows = async (): Promise<unknown[]> => (await database.query('SELECT * FROM chunks ORDER BY id')).rows;
    await apply(pgvector.exportAll(after, hrefOf, 'chunks'), 'pgvector.sql', 'pgvector.csv');
    const expected = await rows();
    await apply(pgvector.exportAll(before, hrefOf, 'chunks'), 'pgvector.sql', 'pgvector.csv');
    const changes = pgvector.exportChanges(after, hrefOf, 'chunks', changesOf(pgvector, before, after));
    for (let time = 0; time < 2; time++) {
      await apply(changes, 'pgvector.changes.sql', 'pgvector.upsert.csv');
      expect(await rows()).toEqual(expected);
    }
  });

  it('without vectors needs no extension: psql and a server write the changed rows and no others', async (context) => {
    const server = await openTestDatabase();
    if (server === undefined) return context.skip('no PostgreSQL server');
    onTestFinished(() => server.close());
    const address = new URL(server.newAddress());
    const schema = address.searchParams.get('schema')!;
    await server.query(`CREATE SCHEMA "${schema}"`);
    const connection = `postgres://${address.username}@${address.host}${address.pathname}`;
    const folder = mkdtempSync(join(tmpdir(), 'topicmill-pgvector-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const psql = async (files: readonly ExportFile[], script: string): Promise<void> => {
      for (const file of files) writeFileSync(join(folder, file.name), textOf(file));
      const env = { ...process.env, PGOPTIONS: `-c search_path=${schema}` };
      await run('psql', [connection, '-q', '-v', 'ON_ERROR_STOP=1', '-f', script], { cwd: folder, env });
    };
    const { before, after } = withoutVectors(editedDocs());
    const versions = async (): Promise<Map<string, string>> => {
      const rows = await server.query<{ id: string; xmin: string }>(`SELECT id, xmin::text FROM "${schema}".chunks`);
      return new Map(rows.map(({ id, xmin }) => [id, xmin]));
    };
    await psql(pgvector.exportAll(before, hrefOf, 'chunks'), 'pgvector.sql');
    const loaded = await versions();
    const changes = changesOf(pgvector, before, after);
    await psql(pgvector.exportChanges(after, hrefOf, 'chunks', changes), 'pgvector.changes.sql');
    const changed = await versions();
    expect([loaded.size, changed.size]).toEqual([200, 200]);
    expect([...changed].filter(([id, xmin]) => loaded.get(id) !== xmin)).toHaveLength(4);
    await psql(pgvector.exportChanges(after, hrefOf, 'chunks', changes), 'pgvector.changes.sql');
    expect(await versions()).toEqual(changed);
  });
});

function withoutVectors({ before, after }: { before: ExportedDocs; after: ExportedDocs }): {
  before: ExportedDocs;
  after: ExportedDocs;
} {
  const plain = (docs: ExportedDocs): ExportedDocs => ({
    ...docs,
    model: undefined,
    topics: docs.topics.map((topic) => ({
      ...topic,
      chunks: topic.chunks.map((each) => ({ ...each, vector: undefined })),
    })),
  });
  return { before: plain(before), after: plain(after) };
}

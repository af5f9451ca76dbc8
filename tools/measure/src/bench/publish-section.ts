import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTestDatabase, type TestDatabase } from '@topicmill/test-support/postgres';
import type { Row, Table } from '../table.js';
import { makeDocsWorkspace } from './docs-workspace.js';
import { runTopicmill } from './run-topicmill.js';

const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** What `topicmill publish --json` says, as far as it is used. */
interface Report {
  readonly changedPages: number;
  readonly chunkCount: number;
  readonly seconds: number;
}

/** Docs published in PostgreSQL: all of them, unchanged, and after an edit of one page. */
export async function publishSection(pageCounts: readonly number[], log: (message: string) => void): Promise<Table> {
  const rows: Row[] = [];
  const database = await openTestDatabase();
  try {
    // It says so where there is no server, and the other sections go on.
    for (const count of database === undefined ? [] : pageCounts) {
      log(`Building and publishing ${count} pages.\n`);
      rows.push(...(await measureSize(database!, count)));
    }
  } finally {
    await database?.close();
  }
  return {
    title: 'Docs published in PostgreSQL',
    notes: [
      'Row versions: rows that PostgreSQL inserted, updated and deleted in all tables of the schema, by its own statistics.',
      'CPU seconds of `topicmill publish`, the start and reading of the docs included; seconds are wall time.',
    ],
    columns: ['changed folders', 'row versions', 'CPU s', 'seconds'],
    rows,
  };
}

async function measureSize(database: TestDatabase, topicCount: number): Promise<Row[]> {
  const docs = makeDocsWorkspace({ topicCount, sources: 'pages', tasks: 'folder' }, '@topicmill/nx', NODE_MODULES);
  const address = database.newAddress();
  const schema = new URL(address).searchParams.get('schema')!;
  let versionsBefore = 0;
  const publish = async (what: string): Promise<Row> => {
    await runTopicmill(docs.directory, ['build']);
    const { out, cpuSeconds } = await runTopicmill(docs.directory, ['publish', address, '--json']);
    const { changedPages, chunkCount, seconds } = JSON.parse(out) as Report;
    const versions = await rowVersions(database, schema);
    const written = versions - versionsBefore;
    versionsBefore = versions;
    const name = `${topicCount} pages, ${chunkCount} chunks: ${what}`;
    return { name, values: [changedPages, written, cpuSeconds, seconds] };
  };
  try {
    const rows = [await publish('all of them'), await publish('nothing changed')];
    appendFileSync(
      join(docs.directory, docs.documentPath),
      '\n## Ferries\n\nThe ferry leaves at nine in the morning.\n',
    );
    return [...rows, await publish('a section more in one page')];
  } finally {
    docs.remove();
  }
}

/** Of all tables so far. A connection that ended has told the server everything it did. */
async function rowVersions(database: TestDatabase, schema: string): Promise<number> {
  const [row] = await database.query<{ versions: string }>(
    'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) AS versions FROM pg_stat_user_tables WHERE schemaname = $1',
    [schema],
  );
  return Number(row!.versions);
}

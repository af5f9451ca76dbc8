import Database from 'better-sqlite3';
import type { StoreProblem, StoreVerification } from '../artifact-store.js';
import { checkArtifact } from '../check-artifact.js';
import { type ArtifactRow, artifactOf, chunkOf, findChunks } from './artifact-rows.js';
import { checkSearchTables } from './check-search-tables.js';
import type { Connection } from './connection.js';
import { readBinding } from './settings.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** Longest list of what SQLite finds wrong with a file. */
const MOST_FILE_PROBLEMS = 20;

/** Compares everything with everything, on one state of the store. */
export async function verifyStore(connection: Connection): Promise<StoreVerification> {
  let verification: StoreVerification | undefined;
  try {
    await connection.read(() => {
      verification = inspect(connection.db);
    });
  } catch (thrown) {
    // Once damaged pages have been read, not even the end of the transaction succeeds.
    if (verification === undefined) throw thrown;
  }
  return verification!;
}

function inspect(db: Database.Database): StoreVerification {
  const problems: StoreProblem[] = [];
  const attempt = <Result>(what: string, work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (thrown) {
      if (!(thrown instanceof Database.SqliteError)) throw thrown;
      problems.push({ message: `${what} cannot be read: ${thrown.message}.` });
      return undefined;
    }
  };
  attempt('The file', () => problems.push(...fileProblems(db)));
  const vectors = attempt('The settings', () => {
    const binding = readBinding(db, 'binding');
    return binding && openVectorTables(db, binding);
  });
  const keys = attempt('The list of artifacts', () => selectKeys(db, 'SELECT key FROM artifacts ORDER BY key')) ?? [];
  let intactCount = 0;
  let chunkCount = 0;
  for (const key of keys) {
    const found = attempt(`The artifact with the key ${key}`, () => artifactProblems(db, vectors, key));
    if (found === undefined) continue;
    chunkCount += found.chunkCount;
    problems.push(...found.problems);
    if (found.problems.length === 0) intactCount++;
  }
  attempt('What is searched', () => problems.push(...checkSearchTables(db)));
  return {
    ok: problems.length === 0,
    problems,
    artifact_count: keys.length,
    intact_artifact_count: intactCount,
    chunk_count: chunkCount,
  };
}

function fileProblems(db: Database.Database): StoreProblem[] {
  const found = db.pragma(`integrity_check(${MOST_FILE_PROBLEMS})`) as { integrity_check: string }[];
  const messages = found.map(({ integrity_check }) => integrity_check).filter((message) => message !== 'ok');
  const orphans = db.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) messages.push(`${orphans.length} chunks belong to no artifact`);
  return messages.map((message) => ({ message: `The file: ${message}.` }));
}

function artifactProblems(
  db: Database.Database,
  vectors: VectorTables | undefined,
  key: number,
): { readonly problems: readonly StoreProblem[]; readonly chunkCount: number } {
  const row = db.prepare<[number], ArtifactRow>('SELECT * FROM artifacts WHERE key = ?').get(key)!;
  const chunks = findChunks(db, key);
  const messages = checkArtifact(
    artifactOf(row),
    chunks.map((chunk) => chunkOf(chunk, row)),
  );
  const passages = row.is_chunked === 1 ? chunks.filter(({ is_blank }) => is_blank === 0) : [row];
  for (const passage of passages) {
    const name = 'chunk_index' in passage ? `Chunk ${passage.chunk_index}` : 'It';
    if (vectors?.hashOf(passage.key) !== passage.content_hash) messages.push(`${name} has no vector of its text.`);
  }
  return { problems: messages.map((message) => ({ artifact_id: row.id, message })), chunkCount: chunks.length };
}

function selectKeys(db: Database.Database, sql: string): number[] {
  return db.prepare<[], number>(sql).pluck().all();
}

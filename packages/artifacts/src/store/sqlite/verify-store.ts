import type { Database } from 'better-sqlite3';
import { artifactOf, chunkOf, vectorHashOf } from '../artifact-rows.js';
import type { StoreProblem, StoreVerification } from '../artifact-store.js';
import { checkArtifact } from '../check-input.js';
import type { Connection } from './connection.js';
import { type StoredRows, salvagedRows, soundRows } from './salvage.js';
import { readBinding } from './settings.js';
import { isDamage, isSqliteError } from './sqlite-library.js';
import { openVectorTables, type VectorTables } from './vector-tables.js';

/** Longest list of what SQLite finds wrong with a file. */
const MAX_FILE_PROBLEMS = 20;

/** Compares everything with everything, on one state of the store; of a damaged one, on what can be read. */
export async function verifyStore(connection: Connection): Promise<StoreVerification> {
  const { db } = connection;
  let isDamaged = false;
  const onDamage = (): void => {
    isDamaged = true;
  };
  let verification: StoreVerification | undefined;
  try {
    verification = await connection.read(() => inspect(db, soundRows, onDamage));
  } catch (thrown) {
    // Once damaged pages have been read, not even the end of the transaction succeeds.
    if (!isDamaged) throw thrown;
  }
  if (!isDamaged) return verification!;
  return connection.readLoosely(() => inspect(db, salvagedRows, onDamage));
}

function inspect(db: Database, openRows: (db: Database) => StoredRows, onDamage: () => void): StoreVerification {
  const problems: StoreProblem[] = [];
  const attempt = <Result>(what: string, work: () => Result, artifactId?: string): Result | undefined => {
    try {
      return work();
    } catch (thrown) {
      if (!isSqliteError(thrown)) throw thrown;
      if (isDamage(thrown)) onDamage();
      problems.push({ artifact_id: artifactId, message: `${what} cannot be read: ${thrown.message}.` });
      return undefined;
    }
  };
  attempt('The file', () => problems.push(...fileProblems(db)));
  const vectors = attempt('The settings', () => {
    const binding = readBinding(db, 'binding');
    return binding && openVectorTables(db, binding);
  });
  const rows = attempt('The list of artifacts', () => openRows(db));
  let intactCount = 0;
  let chunkCount = 0;
  for (const key of rows?.keys ?? []) {
    const id = attempt(`The id of the artifact with the key ${key}`, () => rows!.idOf(key));
    const found = attempt('Its row', () => artifactProblems(rows!, vectors, key), id);
    if (found === undefined) continue;
    chunkCount += found.chunkCount;
    problems.push(...found.problems);
    if (found.problems.length === 0) intactCount++;
  }
  attempt('What is searched', () => problems.push(...checkSearchTables(db)));
  return {
    ok: problems.length === 0,
    problems,
    artifact_count: rows?.keys.length ?? 0,
    intact_artifact_count: intactCount,
    chunk_count: chunkCount,
  };
}

function fileProblems(db: Database): StoreProblem[] {
  const found = db.pragma(`integrity_check(${MAX_FILE_PROBLEMS})`) as { integrity_check: string }[];
  const messages = found.map(({ integrity_check }) => integrity_check).filter((message) => message !== 'ok');
  const orphans = db.pragma('foreign_key_check') as unknown[];
  if (orphans.length > 0) messages.push(`${orphans.length} chunks belong to no artifact`);
  return messages.map((message) => ({ message: `The file: ${message}.` }));
}

function artifactProblems(
  rows: StoredRows,
  vectors: VectorTables | undefined,
  key: number,
): { readonly problems: readonly StoreProblem[]; readonly chunkCount: number } {
  const row = rows.artifact(key)!;
  const chunks = rows.chunks(key);
  const messages = checkArtifact(
    artifactOf(row),
    chunks.map((chunk) => chunkOf(chunk, row)),
  );
  const passages = row.is_chunked === 1 ? chunks.filter(({ is_blank }) => is_blank === 0) : [row];
  for (const passage of passages) {
    const name = 'chunk_index' in passage ? `Chunk ${passage.chunk_index}` : 'It';
    if (vectorHash(vectors, passage.key) !== vectorHashOf(passage)) messages.push(`${name} has no vector of its text.`);
  }
  return { problems: messages.map((message) => ({ artifact_id: row.id, message })), chunkCount: chunks.length };
}

function vectorHash(vectors: VectorTables | undefined, key: number): string | undefined {
  try {
    return vectors?.hashOf(key);
  } catch (thrown) {
    if (isDamage(thrown)) return undefined;
    throw thrown;
  }
}

/** What is wrong with terms and vectors as a whole: rows too many or too few, vectors that are not what they should be. */
function checkSearchTables(db: Database): StoreProblem[] {
  const problems: string[] = [];
  const compare = (name: string, sql: string, expected: ReadonlySet<number>): void => {
    const found = new Set(db.prepare<[], number>(sql).pluck().all());
    const missing = [...expected].filter((key) => !found.has(key)).length;
    const extra = [...found].filter((key) => !expected.has(key)).length;
    if (missing > 0) problems.push(`${name} are missing for ${missing} texts.`);
    if (extra > 0) problems.push(`${name} are left over from ${extra} texts.`);
  };
  const keys = (condition: string): ReadonlySet<number> =>
    new Set(db.prepare<[], number>(`SELECT key FROM passages WHERE ${condition}`).pluck().all());

  compare('Terms', 'SELECT id FROM passage_terms_docsize', keys('TRUE'));
  const binding = readBinding(db, 'binding');
  if (binding !== undefined) {
    const embedded = keys('is_blank = 0');
    compare('Vectors', `SELECT key FROM vectors_${binding.generation}`, embedded);
    compare('Bits of vectors', `SELECT key FROM signs_${binding.generation}`, embedded);
    const tables = openVectorTables(db, binding);
    const bad = [...embedded].filter((key) => !tables.isSound(key));
    if (bad.length > 0) problems.push(`${bad.length} vectors are not of length 1, or their bits are not theirs.`);
  }
  return problems.map((message) => ({ message }));
}

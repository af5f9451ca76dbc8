import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Database } from 'better-sqlite3';
import { ANALYSIS_NAME } from '../passage-rows.js';
import { rebuildTerms } from './passage-terms.js';

/** Marks a file as an artifact store: `TMAS`. */
const APPLICATION_ID = 0x544d4153;

/**
 * Steps from one format to the next; the first creates the tables. A store of format n has had the first n applied.
 *
 * `artifacts` and `artifact_chunks` are the two collections. Their keys come from one sequence, so that a key names one
 * passage among both; `passages` shows what is searched. The vectors are in tables of their own, made when the model is
 * known: see `vector-tables.ts`.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value ANY NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO settings VALUES ('next_key', 1);

  CREATE TABLE artifacts (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    content ANY NOT NULL,
    artifact_type TEXT NOT NULL,
    source_system TEXT NOT NULL,
    source_id TEXT,
    title TEXT,
    token_count INTEGER NOT NULL,
    is_chunked INTEGER NOT NULL,
    num_chunks INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    sensitivity TEXT NOT NULL,
    ts TEXT NOT NULL,
    attributes TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX artifacts_by_source ON artifacts (source_system, source_id) WHERE source_id IS NOT NULL;
  CREATE UNIQUE INDEX artifacts_by_text ON artifacts (source_system, content_hash) WHERE source_id IS NULL;

  CREATE TABLE artifact_chunks (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    artifact_key INTEGER NOT NULL REFERENCES artifacts (key),
    chunk_index INTEGER NOT NULL,
    content ANY NOT NULL,
    start_char INTEGER NOT NULL,
    end_char INTEGER NOT NULL,
    token_count INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    is_blank INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX chunks_by_artifact ON artifact_chunks (artifact_key, chunk_index);

  CREATE VIEW passages AS
    SELECT key, key AS artifact_key, id, NULL AS chunk_index, content, 0 AS start_char, NULL AS end_char,
           token_count, content_hash, 0 AS is_blank
      FROM artifacts WHERE is_chunked = 0
    UNION ALL
    SELECT key, artifact_key, id, chunk_index, content, start_char, end_char, token_count, content_hash, is_blank
      FROM artifact_chunks;

  CREATE VIRTUAL TABLE passage_terms USING fts5(
    title, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '#+'"
  );
  `,
  // A deletion that names the old terms overwrites them in the file; the option contentless_delete would only mark them as deleted.
  `
  DROP TABLE passage_terms;
  CREATE VIRTUAL TABLE passage_terms USING fts5(title, body, content = '', tokenize = "ascii tokenchars '#+'");
  INSERT INTO passage_terms (passage_terms, rank) VALUES ('secure-delete', 1);
  `,
  // Texts of a store without a note of its sizes were split before chunks had prefaces.
  `
  ALTER TABLE artifact_chunks ADD COLUMN preface TEXT;
  ALTER TABLE artifact_chunks ADD COLUMN vector_hash TEXT;
  CREATE INDEX chunks_by_text ON artifact_chunks (content_hash);
  DROP VIEW passages;
  CREATE VIEW passages AS
    SELECT key, key AS artifact_key, id, NULL AS chunk_index, content, 0 AS start_char, NULL AS end_char,
           token_count, content_hash, 0 AS is_blank, NULL AS preface, content_hash AS vector_hash
      FROM artifacts WHERE is_chunked = 0
    UNION ALL
    SELECT key, artifact_key, id, chunk_index, content, start_char, end_char, token_count, content_hash, is_blank,
           preface, coalesce(vector_hash, content_hash)
      FROM artifact_chunks;
  INSERT OR IGNORE INTO settings SELECT 'sizes', '{}' WHERE EXISTS (SELECT 1 FROM artifacts);
  `,
];

/** Whether a store is new, of an older format, or of this one. */
type FormatState = 'empty' | 'older' | 'current';

/**
 * Looks at the marks of a file.
 *
 * @throws TopicmillError `STORE_FOREIGN` for another program's file, or one of a later release
 */
export function formatState(db: Database, path: string): FormatState {
  const applicationId = db.pragma('application_id', { simple: true });
  const format = db.pragma('user_version', { simple: true }) as number;
  const hasTables = db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (!hasTables && format === 0) return 'empty';
  if (applicationId !== APPLICATION_ID)
    throw foreign(path, 'The file is a database of another program.', 'Check the path.');
  if (format > MIGRATIONS.length) {
    throw foreign(
      path,
      `The store has format ${format}; this release knows ${MIGRATIONS.length}.`,
      'Use a newer release.',
    );
  }
  return format === MIGRATIONS.length ? 'current' : 'older';
}

/** Whether a store can be used as it is: it has this format, and its index was made by the word rules of this release. */
export function isCurrent(db: Database, path: string): boolean {
  return formatState(db, path) === 'current' && readAnalysis(db) === ANALYSIS_NAME;
}

/** Brings a store to this release's format, in the caller's transaction. */
export function migrate(db: Database): void {
  const format = db.pragma('user_version', { simple: true }) as number;
  for (const step of MIGRATIONS.slice(format)) db.exec(step);
  rebuildTerms(db);
  db.prepare("INSERT OR REPLACE INTO settings VALUES ('analysis', ?)").run(ANALYSIS_NAME);
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${MIGRATIONS.length}`);
}

/** The way in which the store's words became terms. */
function readAnalysis(db: Database): unknown {
  return db.prepare("SELECT value FROM settings WHERE name = 'analysis'").pluck().get();
}

function foreign(path: string, message: string, remedy: string): TopicmillError {
  return new TopicmillError('STORE_FOREIGN', message, { file: path.replaceAll('\\', '/'), remedy });
}

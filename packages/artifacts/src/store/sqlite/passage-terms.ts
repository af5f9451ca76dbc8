import type { RankedKey } from '@topicmill/search/retrieval/parts';
import type { Database } from 'better-sqlite3';
import type { ArtifactRow } from '../artifact-rows.js';
import { fromColumn, type TextColumn } from '../column-values.js';
import type { Narrowing } from '../parse-query.js';
import { type TermRow, termRow, termsOf } from '../passage-rows.js';
import type { KeySelection } from './vector-tables.js';

/** What a term in the title counts against one in the text. */
const TITLE_WEIGHT = 1;

/**
 * From so many passages, and such a share of all, it takes less time to cross terms out and to write the table anew than
 * to look each of them up in it: about 5 ms a passage that goes against 0.03 ms a passage that stays.
 */
const MIN_BULK = 100;
const BULK_SHARE = 0.006;

/** The full-text table: terms of each passage, under its key. */
export interface PassageTerms {
  insert(key: number, row: TermRow): void;
  /** @param row what was inserted; with anything else, terms of the passage would stay behind */
  remove(key: number, row: TermRow): void;
  /** Runs work that removes about this many passages, in the way that leaves nothing of them and takes the least time. */
  removing(passageCount: number, work: () => void): void;
  /** Passages by BM25, the best first. */
  rank(terms: readonly string[], limit: number, keys?: KeySelection): RankedKey[];
  /** Passages whose terms are narrowed down to this, in order of their keys; `undefined` when it does not narrow. */
  keysOf(narrowing: Narrowing): number[] | undefined;
  /** Whether any passage has a term. */
  has(term: string): boolean;
}

export function openPassageTerms(db: Database): PassageTerms {
  const insert = db.prepare('INSERT INTO passage_terms (rowid, title, body) VALUES (?, ?, ?)');
  const remove = db.prepare("INSERT INTO passage_terms (passage_terms, rowid, title, body) VALUES ('delete', ?, ?, ?)");
  const count = db.prepare<[], number>('SELECT count(*) FROM passage_terms_docsize').pluck();
  const select = db.prepare<[string], number>('SELECT rowid FROM passage_terms WHERE passage_terms MATCH ?').pluck();
  const selectOne = db.prepare('SELECT 1 FROM passage_terms WHERE passage_terms MATCH ? LIMIT 1');
  return {
    insert(key, { title, body }) {
      insert.run(key, title, body);
    },
    remove(key, { title, body }) {
      remove.run(key, title, body);
    },
    removing(passageCount, work) {
      if (passageCount < MIN_BULK || passageCount < BULK_SHARE * count.get()!) {
        work();
        return;
      }
      db.exec("INSERT INTO passage_terms (passage_terms, rank) VALUES ('secure-delete', 0)");
      work();
      db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('optimize')");
      db.exec("INSERT INTO passage_terms (passage_terms, rank) VALUES ('secure-delete', 1)");
    },
    rank(terms, limit, keys) {
      if (terms.length === 0) return [];
      const among = keys === undefined ? '' : `AND rowid IN (${keys.sql})`;
      const rows = db
        .prepare<unknown[], RankedKey>(
          `SELECT rowid AS key, -bm25(passage_terms, ${TITLE_WEIGHT}, 1) AS score FROM passage_terms
            WHERE passage_terms MATCH ? ${among} ORDER BY score DESC, rowid LIMIT ?`,
        )
        .all(anyTermQuery(terms), ...(keys?.parameters ?? []), limit);
      return rows;
    },
    keysOf(narrowing) {
      const expression = narrowingExpression(narrowing);
      return expression === undefined ? undefined : select.all(expression);
    },
    has: (term) => selectOne.get(quoted(term)) !== undefined,
  };
}

/** Fills an empty full-text table, or one of another analysis; in the caller's transaction. */
export function rebuildTerms(db: Database): void {
  db.exec("INSERT INTO passage_terms (passage_terms) VALUES ('delete-all')");
  const terms = openPassageTerms(db);
  const artifacts = db.prepare<[], number>('SELECT key FROM artifacts').pluck().all();
  const selectArtifact = db.prepare<[number], ArtifactRow>('SELECT * FROM artifacts WHERE key = ?');
  const selectPassages = db.prepare<[number], { key: number; chunk_index: number | null; content: TextColumn }>(
    'SELECT key, chunk_index, content FROM passages WHERE artifact_key = ?',
  );
  for (const artifactKey of artifacts) {
    const artifact = selectArtifact.get(artifactKey)!;
    for (const { key, chunk_index, content } of selectPassages.all(artifactKey)) {
      terms.insert(key, termRow(artifact, (chunk_index ?? 0) === 0, termsOf(fromColumn(content))));
    }
  }
}

/** Any of the terms. */
function anyTermQuery(terms: readonly string[]): string {
  return terms.map(quoted).join(' OR ');
}

function narrowingExpression({ inRow, anyOf: any, beginning }: Narrowing): string | undefined {
  if (inRow.length > 0) return quoted(inRow.join(' '));
  if (beginning === undefined) return undefined;
  return [`${quoted(beginning)} *`, ...any.map(quoted)].join(' OR ');
}

/** A term, or several in a row, as a string to FTS5, so that nothing in it is an operator. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

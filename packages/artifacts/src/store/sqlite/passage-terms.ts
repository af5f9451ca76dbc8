import { analyzeText } from '@topicmill/search/retrieval';
import type { Database } from 'better-sqlite3';
import type { RankedPassage } from '../fuse-rankings.js';
import type { KeySelection } from './vector-tables.js';

/** What a term in the title counts against one in the text. */
const TITLE_WEIGHT = 1;

/** Terms as the full-text table stores them: a row of words, analysed as everywhere else. */
export function termsOf(text: string): string {
  return analyzeText(text).join(' ');
}

/** The full-text table: terms of each passage, under its key. */
export interface PassageTerms {
  insert(key: number, titleTerms: string, bodyTerms: string): void;
  remove(key: number): void;
  /** Passages by BM25, the best first. */
  rank(terms: readonly string[], limit: number, keys?: KeySelection): RankedPassage[];
}

export function openPassageTerms(db: Database): PassageTerms {
  const insert = db.prepare('INSERT INTO passage_terms (rowid, title, body) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM passage_terms WHERE rowid = ?');
  return {
    insert(key, titleTerms, bodyTerms) {
      insert.run(key, titleTerms, bodyTerms);
    },
    remove(key) {
      remove.run(key);
    },
    rank(terms, limit, keys) {
      if (terms.length === 0) return [];
      const among = keys === undefined ? '' : `AND rowid IN (${keys.sql})`;
      const rows = db
        .prepare<unknown[], RankedPassage>(
          `SELECT rowid AS key, -bm25(passage_terms, ${TITLE_WEIGHT}, 1) AS score FROM passage_terms
            WHERE passage_terms MATCH ? ${among} ORDER BY score DESC, rowid LIMIT ?`,
        )
        .all(matchExpression(terms), ...(keys?.parameters ?? []), limit);
      return rows;
    },
  };
}

/** Any of the terms. Each is a string to FTS5, so that nothing in it is an operator. */
function matchExpression(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR ');
}

import type { Database } from 'better-sqlite3';
import type { StoreProblem } from '../artifact-store.js';
import { readBinding } from './settings.js';
import { openVectorTables } from './vector-tables.js';

/** What is wrong with terms and vectors as a whole: rows too many or too few, vectors that are not what they should be. */
export function checkSearchTables(db: Database): StoreProblem[] {
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

import type { Database } from 'better-sqlite3';
import { narrowingOf, type RequiredText, requiredTest } from '../required-text.js';
import { fromColumn, type TextColumn } from '../text-column.js';
import { openPassageTerms } from './passage-terms.js';
import type { KeySelection } from './vector-tables.js';

/** The passages, of those allowed, that contain all that is required, in their text or their title. */
export function keysWithRequired(
  db: Database,
  required: readonly RequiredText[],
  allowed: KeySelection | undefined,
): KeySelection {
  const narrowed = narrowedKeys(db, required);
  const conditions = [
    ...(narrowed === undefined
      ? []
      : [{ sql: 'SELECT value FROM json_each(?)', parameters: [JSON.stringify(narrowed)] }]),
    ...(allowed === undefined ? [] : [allowed]),
  ];
  const where = conditions.map(({ sql }) => `AND passages.key IN (${sql})`).join(' ');
  const isWanted = requiredTest(required);
  const keys: number[] = [];
  const rows = db
    .prepare<unknown[], { key: number; title: string | null; content: TextColumn }>(
      `SELECT passages.key, title, passages.content
         FROM passages JOIN artifacts ON artifacts.key = artifact_key WHERE TRUE ${where}`,
    )
    .iterate(...conditions.flatMap(({ parameters }) => parameters));
  for (const { key, title, content } of rows) if (isWanted(`${fromColumn(content)}\n${title ?? ''}`)) keys.push(key);
  return { sql: 'SELECT value FROM json_each(?)', parameters: [JSON.stringify(keys)] };
}

/** Passages whose terms let each of the texts be there; `undefined` when terms say nothing about any. */
function narrowedKeys(db: Database, required: readonly RequiredText[]): number[] | undefined {
  const terms = openPassageTerms(db);
  const found = required.map((text) => terms.keysOf(narrowingOf(text))).filter((keys) => keys !== undefined);
  const [first, ...others] = found;
  const sets = others.map((keys) => new Set(keys));
  return first?.filter((key) => sets.every((keys) => keys.has(key)));
}

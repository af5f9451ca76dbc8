import type { Database } from 'better-sqlite3';
import type { Binding, BindingName } from '../binding.js';

export function readBinding(db: Database, name: BindingName): Binding | undefined {
  const json = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck().get(name);
  return json === undefined ? undefined : (JSON.parse(json) as Binding);
}

/** @param binding `undefined` removes it */
export function writeBinding(db: Database, name: BindingName, binding: Binding | undefined): void {
  if (binding === undefined) db.prepare('DELETE FROM settings WHERE name = ?').run(name);
  else db.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(name, JSON.stringify(binding));
}

export function readSizes(db: Database): string | undefined {
  return db.prepare<[], string>("SELECT value FROM settings WHERE name = 'sizes'").pluck().get();
}

export function writeSizes(db: Database, sizes: string): void {
  db.prepare("INSERT OR REPLACE INTO settings VALUES ('sizes', ?)").run(sizes);
}

/**
 * Keys for rows of both collections, never given twice.
 *
 * @returns the first of them, which follow one another
 */
export function takeKeys(db: Database, count: number): number {
  const key = db
    .prepare("UPDATE settings SET value = value + ? WHERE name = 'next_key' RETURNING value - ?")
    .pluck()
    .get(count, count);
  return key as number;
}

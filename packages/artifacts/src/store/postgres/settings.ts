import type { Transaction } from '@topicmill/base/postgres';
import type { Binding, BindingName } from '../binding.js';

/** A binding, and how its vectors are stored: by the extension pgvector, or as bytes. */
export interface PostgresBinding extends Binding {
  readonly column: VectorColumn;
}

export type VectorColumn = 'vector' | 'bytea';

export async function readSetting(transaction: Transaction, name: string): Promise<string | undefined> {
  const [row] = await transaction.rows<{ value: string }>('SELECT value FROM settings WHERE name = $1', [name]);
  return row?.value;
}

/** @param value `undefined` removes it */
export async function writeSetting(transaction: Transaction, name: string, value: string | undefined): Promise<void> {
  if (value === undefined) {
    await transaction.rows('DELETE FROM settings WHERE name = $1', [name]);
    return;
  }
  await transaction.rows(
    'INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [name, value],
  );
}

export async function readBinding(transaction: Transaction, name: BindingName): Promise<PostgresBinding | undefined> {
  const json = await readSetting(transaction, name);
  return json === undefined ? undefined : (JSON.parse(json) as PostgresBinding);
}

/** @param binding `undefined` removes it */
export function writeBinding(
  transaction: Transaction,
  name: BindingName,
  binding: PostgresBinding | undefined,
): Promise<void> {
  return writeSetting(transaction, name, binding && JSON.stringify(binding));
}

/** Keys for rows of both collections, never given twice. */
export async function takeKeys(transaction: Transaction, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const rows = await transaction.rows<{ key: number }>("SELECT nextval('keys') AS key FROM generate_series(1, $1)", [
    count,
  ]);
  return rows.map(({ key }) => key);
}

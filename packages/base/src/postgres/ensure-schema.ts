import type { Transaction } from './postgres.js';

/**
 * Makes a schema where there is none. Whoever may not make schemas is given one: `CREATE SCHEMA IF NOT EXISTS` asks for the
 * right to make it even where it is there.
 *
 * @param schema a plain identifier
 */
export async function ensureSchema(transaction: Transaction, schema: string): Promise<void> {
  const [found] = await transaction.rows('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (found === undefined) await transaction.run(`CREATE SCHEMA "${schema}"`);
}

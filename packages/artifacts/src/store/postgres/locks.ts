import type { Transaction } from '@topicmill/base/postgres';

/**
 * Locks of the server by name, until the end of the transaction. Writers share the lock of the model, so that only a
 * change of the model waits for them, and they for it.
 */
async function lock(transaction: Transaction, name: string, call: string): Promise<void> {
  await transaction.rows(`SELECT ${call}(hashtextextended($1, 0))`, [name]);
}

/** Nobody else makes or migrates the tables. */
export function lockForFormat(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} format`, 'pg_advisory_xact_lock');
}

/** The model stays as it is; others write too. */
export function lockModelShared(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} model`, 'pg_advisory_xact_lock_shared');
}

/** Nobody writes: the model may change. */
export function lockModel(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} model`, 'pg_advisory_xact_lock');
}

/** Nobody else makes tables for vectors. Taken after the lock of the model. */
export function lockForTables(transaction: Transaction, schema: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} tables`, 'pg_advisory_xact_lock');
}

/** Nobody else writes what has this identity, whether it is there or not. Taken after the lock of the model. */
export function lockIdentity(transaction: Transaction, schema: string, identity: string): Promise<void> {
  return lock(transaction, `topicmill ${schema} artifact ${identity}`, 'pg_advisory_xact_lock');
}

import { existsSync } from 'node:fs';
import { openConnection } from './connection.js';
import { DEFAULT_BUSY_TIMEOUT_MS } from './open-sqlite-store.js';
import { readBinding } from './settings.js';

/**
 * The model that a store is bound to; `undefined` for one that is not there or holds no vector yet.
 *
 * @throws TopicmillError `STORE_FOREIGN`, `STORE_DAMAGED`, `STORE_LOCKED`, `STORE_FULL`, `STORE_UNREADABLE`
 */
export async function readStoreModel(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const connection = await openConnection({ path, create: false, busyTimeoutMs: DEFAULT_BUSY_TIMEOUT_MS });
  try {
    return await connection.read(() => readBinding(connection.db, 'binding')?.model);
  } finally {
    connection.close();
  }
}

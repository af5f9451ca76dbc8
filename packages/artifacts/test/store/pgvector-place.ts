import { afterAll, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/index.js';
import type { OpenStore } from './contract/open-store.js';
import { startPglite } from './pglite.js';

/** A server with pgvector until the tests of a file are over. @returns makes a place for one store */
export async function pgvectorPlaces(): Promise<() => OpenStore> {
  const server = await startPglite();
  afterAll(() => server.close());
  let storeCount = 0;
  return () => {
    const address = `${server.address}?schema=store_${++storeCount}`;
    return async (options) => {
      const store = await openPostgresStore({ ...options, address });
      onTestFinished(() => store.close());
      return store;
    };
  };
}

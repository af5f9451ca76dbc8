import { startPglite } from '@topicmill/test-support/pglite';
import { afterAll, describe, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/index.js';
import type { OpenStore } from './contract/open-store.js';
import { describeSearch } from './contract/search-contract.js';
import { describeTransfer } from './contract/transfer-contract.js';

const server = await startPglite();
afterAll(() => server.close());

let storeCount = 0;

function makePlace(): OpenStore {
  const address = `${server.address}?schema=store_${++storeCount}`;
  return async (options) => {
    const store = await openPostgresStore({ ...options, address });
    onTestFinished(() => store.close());
    return store;
  };
}

// What pgvector does: it finds, and gives vectors back. The rest is the same as without it, and takes long here.
describe('PostgreSQL with pgvector', { timeout: 120_000 }, () => {
  describeSearch(makePlace);
  describeTransfer(makePlace);
});

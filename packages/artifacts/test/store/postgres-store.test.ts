import { openTestDatabase } from '@topicmill/test-support/postgres';
import { afterAll, describe, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/index.js';
import { describeArtifactStore } from './store-contract.js';

const database = await openTestDatabase();
afterAll(() => database?.close());

describe.skipIf(database === undefined)('PostgreSQL', () => {
  describeArtifactStore('the PostgreSQL store', () => {
    const address = database!.newAddress();
    return async (options) => {
      const store = await openPostgresStore({ ...options, address });
      onTestFinished(() => store.close());
      return store;
    };
  });
});

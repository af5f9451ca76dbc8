import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/index.js';
import { describeArtifactStore } from './store-contract.js';
import { temporaryFolder } from './temporary-folder.js';

describeArtifactStore('the SQLite store', () => {
  const path = join(temporaryFolder(), 'store.sqlite');
  return async (options) => {
    const store = await openSqliteStore({ ...options, path });
    onTestFinished(() => store.close());
    return store;
  };
});

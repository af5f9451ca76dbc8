import { describe } from 'vitest';
import { describeIngest } from './contract/ingest-contract.js';
import type { OpenStore } from './contract/open-store.js';
import { describePrefaces } from './contract/preface-contract.js';
import { describeReading } from './contract/reading-contract.js';
import { describeReindex } from './contract/reindex-contract.js';
import { describeSearch } from './contract/search-contract.js';
import { describeTransfer } from './contract/transfer-contract.js';

/**
 * What every artifact store must do.
 *
 * @param makePlace called once a test; what it opens is to be gone after the test
 */
export function describeArtifactStore(name: string, makePlace: () => OpenStore): void {
  describe(name, () => {
    describeIngest(makePlace);
    describeReading(makePlace);
    describeSearch(makePlace);
    describeReindex(makePlace);
    describeTransfer(makePlace);
    describePrefaces(makePlace);
  });
}

import { describe } from 'vitest';
import type { ArtifactEmbedder, ArtifactSplitter, ArtifactStore } from '../src/index.js';
import { describeIngest } from './contract/ingest-contract.js';
import { describeReading } from './contract/reading-contract.js';
import { describeReindex } from './contract/reindex-contract.js';
import { describeSearch } from './contract/search-contract.js';
import { describeTransfer } from './contract/transfer-contract.js';

/** What a store is opened with. */
export interface ContractOptions {
  readonly embedder: ArtifactEmbedder;
  readonly splitter: ArtifactSplitter;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A place for one store, empty at first; every call opens the same one. */
export type OpenStore = (options: ContractOptions) => Promise<ArtifactStore>;

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
  });
}

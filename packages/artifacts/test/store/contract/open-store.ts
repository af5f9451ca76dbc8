import type { ArtifactSizes } from '@topicmill/chunking/artifacts';
import type { Embedder } from '@topicmill/text/embedder';
import type { ArtifactSplitter, ArtifactStore, StoreEvent } from '../../../src/store/index.js';

/** What a store is opened with. */
export interface ContractOptions {
  readonly embedder: Embedder;
  readonly splitter: ArtifactSplitter;
  readonly sizes?: ArtifactSizes | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onEvent?: ((event: StoreEvent) => void) | undefined;
}

/** A place for one store, empty at first; every call opens the same one. */
export type OpenStore = (options: ContractOptions) => Promise<ArtifactStore>;

import type { ArtifactStore } from '../artifact-store.js';
import { deleteArtifact, deleteMatching } from './delete-artifact.js';
import { exportStore } from './export-store.js';
import { importStore } from './import-store.js';
import { ingestArtifact, planIngest, type StoreContext } from './ingest.js';
import { listArtifacts, readArtifact, readChunks, readContext, readText } from './read-artifacts.js';
import { reindexStore } from './reindex.js';
import { searchPassages } from './search-passages.js';
import { readStats } from './store-stats.js';
import { vacuumStore } from './vacuum-store.js';
import { verifyStore } from './verify-store.js';

/** The store of an open connection. */
export function sqliteStore(context: StoreContext): ArtifactStore {
  const { connection } = context;
  const { read } = connection;
  return {
    ingest: (input, options = {}) => ingestArtifact(context, input, options),
    planIngest: (input) => planIngest(context, input),
    search: (query, options = {}) => searchPassages(context, query, options),
    get: (artifactId) => read(() => readArtifact(connection, artifactId)),
    getText: (artifactId) => read(() => readText(connection, artifactId)),
    getChunks: (artifactId, range) => read(() => readChunks(connection, artifactId, range)),
    getContext: (artifactId, chunkIndex, options = {}) =>
      read(() => readContext(context, artifactId, chunkIndex, options)),
    list: (options = {}) => read(() => listArtifacts(connection, options)),
    delete: (artifactId) => deleteArtifact(context, artifactId),
    deleteMatching: (filter) => deleteMatching(context, filter),
    vacuum: () => vacuumStore(connection),
    reindex: (embedder, options = {}) => reindexStore(connection, embedder, options),
    verify: () => verifyStore(connection),
    stats: () => read(() => readStats(connection)),
    exportLines: (options = {}) => exportStore(connection, options),
    importLines: (lines, options = {}) => importStore(context, lines, options),
    close: async () => connection.close(),
  };
}

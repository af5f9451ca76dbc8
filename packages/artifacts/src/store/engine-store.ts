import type { ArtifactStore } from './artifact-store.js';
import { deleteArtifact, deleteMatching } from './delete-artifacts.js';
import { exportArtifacts } from './export-artifacts.js';
import { importArtifacts } from './import-artifacts.js';
import { ingestArtifact, planIngest, type StoreContext } from './ingest.js';
import { listArtifacts, readArtifact, readChunks, readContext, readText } from './read-artifacts.js';
import { reindexStore } from './reindex.js';
import { searchArtifacts } from './search-artifacts.js';

/** The store in a database. */
export function engineStore(context: StoreContext): ArtifactStore {
  const { engine } = context;
  return {
    ingest: (input, options = {}) => ingestArtifact(context, input, options),
    planIngest: (input) => planIngest(context, input),
    search: (query, options = {}) => searchArtifacts(context, query, options),
    get: (artifactId) => readArtifact(engine, artifactId),
    getText: (artifactId) => readText(engine, artifactId),
    getChunks: (artifactId, range) => readChunks(engine, artifactId, range),
    getContext: (artifactId, chunkIndex, options = {}) => readContext(context, artifactId, chunkIndex, options),
    list: async (options = {}) => listArtifacts(engine, options),
    delete: (artifactId) => deleteArtifact(context, artifactId),
    deleteMatching: (filter) => deleteMatching(context, filter),
    vacuum: () => engine.vacuum(),
    reindex: (embedder, options = {}) => reindexStore(engine, embedder, options),
    verify: () => engine.verify(),
    stats: () => engine.stats(),
    advice: () => engine.advice(),
    exportLines: (options = {}) => exportArtifacts(engine, options),
    importLines: (lines, options = {}) => importArtifacts(context, lines, options),
    close: () => engine.close(),
  };
}

import { refuseUnknownOptions } from '@topicmill/base/diagnostics';
import type { ArtifactStore, ExportOptions, IngestOptions, ListOptions, ReindexOptions } from './artifact-store.js';
import { deleteArtifact, deleteMatching } from './delete-artifacts.js';
import { exportArtifacts } from './export-artifacts.js';
import { importArtifacts } from './import-artifacts.js';
import { ingestArtifact, planIngest, type StoreContext } from './ingest.js';
import { listArtifacts, readArtifact, readChunks, readContext, readText } from './read-artifacts.js';
import { reindexStore } from './reindex.js';
import { searchArtifacts } from './search-artifacts.js';
import type { ContextOptions } from './search-types.js';

const WORK = { signal: true, onProgress: true } satisfies Record<keyof IngestOptions & keyof ReindexOptions, true>;
const CONTEXT = { neighborCount: true, joining: true } satisfies Record<keyof ContextOptions, true>;
const LIST = { filter: true, limit: true, after: true } satisfies Record<keyof ListOptions, true>;
const EXPORT = { onDamaged: true } satisfies Record<keyof ExportOptions, true>;

/** The store in a database. */
export function engineStore(context: StoreContext): ArtifactStore {
  const { engine } = context;
  return {
    ingest: async (input, options = {}) => ingestArtifact(context, input, known(options, WORK, 'ingest')),
    planIngest: (input) => planIngest(context, input),
    search: (query, options = {}) => searchArtifacts(context, query, options),
    get: (artifactId) => readArtifact(engine, artifactId),
    getText: (artifactId) => readText(engine, artifactId),
    getChunks: (artifactId, range) => readChunks(engine, artifactId, range),
    getContext: async (artifactId, chunkIndex, options = {}) =>
      readContext(context, artifactId, chunkIndex, known(options, CONTEXT, 'getContext')),
    list: async (options = {}) => listArtifacts(engine, known(options, LIST, 'list')),
    delete: (artifactId) => deleteArtifact(context, artifactId),
    deleteMatching: (filter) => deleteMatching(context, filter),
    vacuum: () => engine.vacuum(),
    reindex: async (embedder, options = {}) => reindexStore(engine, embedder, known(options, WORK, 'reindex')),
    verify: () => engine.verify(),
    stats: () => engine.stats(),
    advice: () => engine.advice(),
    exportLines: (options = {}) => exportArtifacts(engine, known(options, EXPORT, 'exportLines')),
    importLines: async (lines, options = {}) => importArtifacts(context, lines, known(options, WORK, 'importLines')),
    close: () => engine.close(),
  };
}

function known<Options extends object>(
  options: Options,
  names: Readonly<Record<string, true>>,
  method: string,
): Options {
  refuseUnknownOptions(options, names, method);
  return options;
}

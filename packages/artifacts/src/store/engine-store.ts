import { refuseUnknownOptions, TopicmillError } from '@topicmill/base/diagnostics';
import type { ArtifactStore, ExportOptions, IngestOptions, ListOptions, ReindexOptions } from './artifact-store.js';
import type { StoreEngine } from './engine.js';
import type { StoreContext } from './ingest.js';
import { splitRules } from './passages.js';
import { listArtifacts, readArtifact, readChunks, readContext, readText } from './read-artifacts.js';
import { type ArtifactFilter, type ContextOptions, isUnfiltered } from './search-options.js';

const WORK = { signal: true, onProgress: true } satisfies Record<keyof IngestOptions & keyof ReindexOptions, true>;
const CONTEXT = { neighborCount: true, joining: true } satisfies Record<keyof ContextOptions, true>;
const LIST = { filter: true, limit: true, after: true } satisfies Record<keyof ListOptions, true>;
const EXPORT = { onDamaged: true } satisfies Record<keyof ExportOptions, true>;

/** The store in a database. What a method needs is loaded when it is first called. */
export function engineStore(context: StoreContext): ArtifactStore {
  const { engine } = context;
  let areSizesKnown = false;
  return {
    async ingest(input, options = {}) {
      const { ingestArtifact } = await import('./ingest.js');
      const result = await ingestArtifact(context, input, known(options, WORK, 'ingest'));
      if (!areSizesKnown) await noteSizes(context);
      areSizesKnown = true;
      return result;
    },
    async planIngest(input) {
      const { planIngest } = await import('./ingest.js');
      return planIngest(context, input);
    },
    async search(query, options = {}) {
      const { searchArtifacts } = await import('./search-artifacts.js');
      return searchArtifacts(context, query, options);
    },
    get: (artifactId) => readArtifact(engine, artifactId),
    getText: (artifactId) => readText(engine, artifactId),
    getChunks: (artifactId, range) => readChunks(engine, artifactId, range),
    getContext: async (artifactId, chunkIndex, options = {}) =>
      readContext(context, artifactId, chunkIndex, known(options, CONTEXT, 'getContext')),
    list: async (options = {}) => listArtifacts(engine, known(options, LIST, 'list')),
    delete: (artifactId) => deleteArtifact(context, artifactId),
    deleteMatching: (filter) => deleteMatching(context, filter),
    vacuum: () => engine.vacuum(),
    async reindex(embedder, options = {}) {
      const { reindexStore } = await import('./reindex.js');
      return reindexStore(context, embedder, known(options, WORK, 'reindex'));
    },
    verify: () => engine.verify(),
    stats: () => engine.stats(),
    advice: () => readAdvice(context),
    exportLines(options = {}) {
      return exportLines(engine, known(options, EXPORT, 'exportLines'));
    },
    async importLines(lines, options = {}) {
      const { importArtifacts } = await import('./import-artifacts.js');
      return importArtifacts(context, lines, known(options, WORK, 'importLines'));
    },
    close: () => engine.close(),
  };
}

/** The first text decides by which sizes the texts of a store are split. */
async function noteSizes({ engine, sizes }: StoreContext): Promise<void> {
  if (sizes !== undefined && (await engine.readSizes()) === undefined) await engine.writeSizes(splitRules(sizes));
}

async function readAdvice({ engine, sizes }: StoreContext): Promise<string | undefined> {
  const rules = sizes && splitRules(sizes);
  const stored = rules && (await engine.readSizes());
  const rulesAdvice =
    stored === rules || stored === undefined
      ? undefined
      : `The texts of the store were split by the rules ${stored}, new ones are split by ${rules}. Run \`artifact-store reindex\` to split all by these.`;
  const advice = [await engine.advice(), rulesAdvice].filter((each) => each !== undefined);
  return advice.length === 0 ? undefined : advice.join('\n');
}

async function* exportLines(engine: StoreEngine, options: ExportOptions): AsyncGenerator<string> {
  const { exportArtifacts } = await import('./export-artifacts.js');
  yield* exportArtifacts(engine, options);
}

function known<Options extends object>(
  options: Options,
  names: Readonly<Record<string, true>>,
  method: string,
): Options {
  refuseUnknownOptions(options, names, method);
  return options;
}

/** Removes an artifact. */
async function deleteArtifact(context: StoreContext, artifactId: string): Promise<boolean> {
  const ids = await context.engine.remove(artifactId);
  tellDeleted(context, ids);
  return ids.length > 0;
}

/** Removes what fits a filter, all at once. */
async function deleteMatching(context: StoreContext, filter: ArtifactFilter): Promise<readonly string[]> {
  if (isUnfiltered(filter)) {
    throw new TopicmillError('INVALID_OPTION', 'This filter matches everything.', {
      remedy: 'Say what to delete; to delete everything, remove the file or the schema of the store.',
    });
  }
  const ids = await context.engine.removeMatching(filter);
  tellDeleted(context, ids);
  return ids;
}

function tellDeleted({ onEvent }: StoreContext, ids: readonly string[]): void {
  for (const id of ids) onEvent?.({ level: 'info', event: 'artifact_deleted', artifact_id: id });
}

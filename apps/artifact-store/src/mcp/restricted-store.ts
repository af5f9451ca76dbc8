import type { Artifact, ArtifactFilter, ArtifactInput, ArtifactStore } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type ClientStore, unknownArtifact } from './served-store.js';

const DEFAULT_LEVEL = 'normal';
const PAGE_SIZE = 1000;

/**
 * A store as a client sees it that may know some levels of sensitivity alone. Artifacts of other levels are not there for
 * it: they are neither found, read, replaced nor deleted.
 */
export function restrictedStore(store: ArtifactStore, levels: readonly string[]): ClientStore {
  const known = new Set(levels);
  const isKnown = (artifact: Artifact | undefined): boolean =>
    artifact !== undefined && known.has(artifact.metadata.sensitivity);
  const mayRead = async (id: string): Promise<boolean> => isKnown(await store.get(id));
  const within = (filter: ArtifactFilter = {}): ArtifactFilter => ({
    ...filter,
    sensitivities: filter.sensitivities?.filter((level) => known.has(level)) ?? levels,
  });
  /** Asked for nothing but levels that it does not know. */
  const isEmpty = (filter?: ArtifactFilter): boolean => within(filter).sensitivities!.length === 0;
  return {
    async ingest(input, options) {
      await refuseForeign(store, input, known);
      return store.ingest(input, options);
    },
    async search(query, options = {}) {
      const filter = isEmpty(options.filter)
        ? { ...options.filter, sensitivities: [...levels] }
        : within(options.filter);
      const answer = await store.search(query, { ...options, filter });
      if (isEmpty(options.filter)) return { ...answer, hits: [], by_meaning_only: false };
      const hits = await Promise.all(
        answer.hits.map(async (hit) => {
          const seen = await Promise.all(hit.also_in.map(({ artifact_id }) => mayRead(artifact_id)));
          return { ...hit, also_in: hit.also_in.filter((_, at) => seen[at]) };
        }),
      );
      return { ...answer, hits };
    },
    async get(id) {
      const artifact = await store.get(id);
      return isKnown(artifact) ? artifact : undefined;
    },
    getText: async (id) => ((await mayRead(id)) ? store.getText(id) : undefined),
    getChunks: async (id, range) => ((await mayRead(id)) ? store.getChunks(id, range) : []),
    async getContext(id, index, options) {
      if (!(await mayRead(id))) throw unknownArtifact(id);
      return store.getContext(id, index, options);
    },
    list: async (options = {}) =>
      isEmpty(options.filter)
        ? { artifacts: [], next: undefined }
        : store.list({ ...options, filter: within(options.filter) }),
    delete: async (id) => (await mayRead(id)) && store.delete(id),
    deleteMatching: async (filter) => (isEmpty(filter) ? [] : store.deleteMatching(within(filter))),
  };
}

/**
 * A text takes the place of what its source had. It has a source here, so that what it would replace can be looked up
 * beforehand.
 */
async function refuseForeign(store: ArtifactStore, input: ArtifactInput, known: ReadonlySet<string>): Promise<void> {
  const { sourceSystem, sourceId, sensitivity = DEFAULT_LEVEL } = input;
  if (!known.has(sensitivity)) {
    throw refused(`Artifacts of the level ${JSON.stringify(sensitivity)} are not for this client.`);
  }
  if (sourceId === undefined) throw refused('A client with levels of its own names the source: source_id is missing.');
  const filter = { sourceSystems: [sourceSystem], sourceIdPrefix: sourceId };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: Awaited<ReturnType<ArtifactStore['list']>> = await store.list({ filter, after, limit: PAGE_SIZE });
    const same = page.artifacts.find(({ metadata }) => metadata.source_id === sourceId);
    if (same !== undefined && !known.has(same.metadata.sensitivity))
      throw refused('This source is not for this client.');
    after = same === undefined ? page.next : undefined;
  }
}

function refused(message: string): TopicmillError {
  return new TopicmillError('ACCESS_REFUSED', message, {
    remedy: 'Ask whoever runs the server for another token, or give another level or source.',
  });
}

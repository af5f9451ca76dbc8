import type { ArtifactStore } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { FileFolders } from '../ingest/source-ids.js';
import type { AllowedRoots } from './allowed-roots.js';

/** What clients use of a store. */
export type ClientStore = Pick<
  ArtifactStore,
  'ingest' | 'search' | 'get' | 'getText' | 'getChunks' | 'getContext' | 'list' | 'delete' | 'deleteMatching'
>;

/** What a server offers. */
export interface ServedStore {
  readonly store: ClientStore;
  readonly roots: AllowedRoots;
  readonly folders: FileFolders;
}

/** The error for an artifact or chunk that does not exist. */
export function unknownArtifact(id: string): TopicmillError {
  return new TopicmillError('ARTIFACT_UNKNOWN', `There is no artifact ${JSON.stringify(id)}.`, {
    remedy: 'Call artifact_list or artifact_search for the ids of artifacts.',
  });
}

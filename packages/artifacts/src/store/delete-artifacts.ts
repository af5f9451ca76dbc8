import { TopicmillError } from '@topicmill/base/diagnostics';
import { isUnfiltered } from './check-filter.js';
import type { StoreContext } from './ingest.js';
import type { ArtifactFilter } from './search-types.js';

/** Removes an artifact. */
export async function deleteArtifact(context: StoreContext, artifactId: string): Promise<boolean> {
  const ids = await context.engine.remove(artifactId);
  tellDeleted(context, ids);
  return ids.length > 0;
}

/** Removes what fits a filter, all at once. */
export async function deleteMatching(context: StoreContext, filter: ArtifactFilter): Promise<readonly string[]> {
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

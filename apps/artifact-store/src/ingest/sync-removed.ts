import { isAbsolute } from 'node:path';
import type { ArtifactStore } from '@topicmill/artifacts/store';
import { TopicmillError } from '@topicmill/base/diagnostics';

/** What a run found, and where. */
export interface SyncedPlace {
  readonly sourceSystem: string;
  /** How the source ids of everything at the place begin; empty for the root of sources. */
  readonly prefix: string;
  /** Source ids that the place has now. */
  readonly seen: ReadonlySet<string>;
}

/** An artifact whose source is gone. */
export interface RemovedSource {
  readonly sourceId: string;
  readonly artifactId: string;
}

const PAGE_SIZE = 10_000;

/**
 * Removes the artifacts of a place that it does not have any more.
 *
 * @throws TopicmillError `SYNC_EMPTY` when the place has nothing at all and the store has some of it: a folder that is
 *   not mounted looks like that too
 */
export async function removeGone(
  store: ArtifactStore,
  { sourceSystem, prefix, seen }: SyncedPlace,
  isDryRun: boolean,
): Promise<readonly RemovedSource[]> {
  const gone: RemovedSource[] = [];
  const filter = { sourceSystems: [sourceSystem], ...(prefix !== '' && { sourceIdPrefix: prefix }) };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.list({ filter, limit: PAGE_SIZE, after });
    for (const { id, metadata } of page.artifacts) {
      const { source_id: sourceId } = metadata;
      if (sourceId === null || seen.has(sourceId) || (prefix === '' && isAbsolute(sourceId))) continue;
      gone.push({ sourceId, artifactId: id });
    }
    after = page.next;
  }
  if (gone.length > 0 && seen.size === 0) throw nothingSeen(prefix, gone.length);
  if (!isDryRun) for (const { artifactId } of gone) await store.delete(artifactId);
  return gone;
}

function nothingSeen(prefix: string, count: number): TopicmillError {
  const place = prefix === '' ? 'the root of sources' : prefix;
  return new TopicmillError(
    'SYNC_EMPTY',
    `Nothing was found at ${place}, although the store has ${count} artifacts from there.`,
    {
      remedy: `Check that the folder is there. To delete all of them, use artifact-store delete --source-prefix ${JSON.stringify(prefix)}.`,
    },
  );
}

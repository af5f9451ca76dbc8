import { isAbsolute } from 'node:path';
import type { ArtifactInput, ArtifactStore, IngestOutcome, IngestPlan, IngestResult } from '@topicmill/artifacts/store';
import { type Diagnostic, type DiagnosticCode, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import type { ProgressLine } from '../stderr-output.js';
import type { IngestSource } from './ingest-source.js';

/** What a run found, and where. */
interface SyncedPlace {
  readonly sourceSystem: string;
  /** How the source ids of everything at the place begin; empty for the root of sources. */
  readonly prefix: string;
  /** Source ids that the place has now. */
  readonly seen: ReadonlySet<string>;
}

/** An artifact whose source is gone. */
interface RemovedSource {
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

/** What happened to one source. */
export interface IngestedSource {
  readonly name: string;
  readonly sourceId?: string | undefined;
  /** `removed`: the store had it, and its source is gone. */
  readonly outcome: IngestOutcome | 'failed' | 'skipped' | 'removed';
  /** What the store answered; `undefined` when nothing was stored. */
  readonly result?: IngestResult | IngestPlan | undefined;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** Why it was left out. */
  readonly reason?: string | undefined;
}

/** Faults of one artifact, after which the others can still be ingested. */
const FAULTS_OF_ARTIFACTS: ReadonlySet<DiagnosticCode> = new Set([
  'ARTIFACT_INVALID',
  'EMBEDDER_REQUEST_REJECTED',
  'FILE_UNREADABLE',
  'NOT_TEXT',
  'NOT_UTF8',
  'PDF_UNREADABLE',
]);

/**
 * Ingests sources one after the other. A fault of one is reported and does not stop the others.
 *
 * @param isDryRun whether to say only what would be done
 * @throws what keeps all of them from being ingested: the store's errors, a server that cannot be reached
 */
export async function* ingestAll(
  sources: AsyncIterable<IngestSource> | Iterable<IngestSource>,
  store: ArtifactStore,
  isDryRun: boolean,
  progress: ProgressLine,
): AsyncGenerator<IngestedSource> {
  let doneCount = 0;
  for await (const source of sources) {
    progress.update(`${doneCount} done · ${source.name}`);
    try {
      yield await ingestSource(source, store, isDryRun, (state) =>
        progress.update(`${doneCount} done · ${source.name} · ${state}`),
      );
    } catch (thrown) {
      const diagnostics = diagnosticsOf(thrown, source.name);
      if (!diagnostics.every(({ code }) => FAULTS_OF_ARTIFACTS.has(code))) throw thrown;
      yield { name: source.name, sourceId: source.sourceId, outcome: 'failed', diagnostics };
    }
    doneCount++;
  }
}

async function ingestSource(
  source: IngestSource,
  store: ArtifactStore,
  isDryRun: boolean,
  onState: (state: string) => void,
): Promise<IngestedSource> {
  const { name, sourceId } = source;
  const input = await source.read();
  if ('skipped' in input) return { name, sourceId, outcome: 'skipped', reason: input.skipped };
  const result = isDryRun ? await store.planIngest(input) : await storeInput(store, input, onState);
  return { name, sourceId, outcome: result.outcome, result };
}

function storeInput(
  store: ArtifactStore,
  input: ArtifactInput,
  onState: (state: string) => void,
): Promise<IngestResult> {
  return store.ingest(input, {
    onProgress: ({ phase, doneCount, totalCount }) => onState(`${phase} ${doneCount} of ${totalCount}`),
  });
}

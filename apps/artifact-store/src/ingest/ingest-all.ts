import { isAbsolute } from 'node:path';
import type { ArtifactInput, ArtifactStore, IngestOutcome, IngestPlan, IngestResult } from '@topicmill/artifacts/store';
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnosticsOf,
  FaultsError,
  TopicmillError,
} from '@topicmill/base/diagnostics';
import type { ProgressLine } from '../stderr-output.js';
import type { IngestSource } from './ingest-source.js';

/** What a run found, and where. */
interface SyncedPlace {
  readonly sourceSystem: string;
  /** How the source ids of everything at the place begin; empty for the root of sources. */
  readonly prefix: string;
  /** Source ids that the place has now. */
  readonly seen: ReadonlySet<string>;
  /** Source ids of existing files that yielded nothing: what was stored from inside them stays. */
  readonly unread: readonly string[];
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
  { sourceSystem, prefix, seen, unread }: SyncedPlace,
  isDryRun: boolean,
): Promise<readonly RemovedSource[]> {
  const gone: RemovedSource[] = [];
  const filter = { sourceSystems: [sourceSystem], ...(prefix !== '' && { sourceIdPrefix: prefix }) };
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.list({ filter, limit: PAGE_SIZE, after });
    for (const { id, metadata } of page.artifacts) {
      const { source_id: sourceId } = metadata;
      if (sourceId === null || seen.has(sourceId) || (prefix === '' && isAbsolute(sourceId))) continue;
      if (unread.some((id) => sourceId.startsWith(`${id}#`))) continue;
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
const SINGLE_ARTIFACT_FAULTS: ReadonlySet<DiagnosticCode> = new Set([
  'ARCHIVE_TOO_LARGE',
  'ARTIFACT_INVALID',
  'DOCUMENT_UNREADABLE',
  'EMBEDDER_REQUEST_REJECTED',
  'FILE_UNREADABLE',
  'HTML_TOO_LARGE',
  'MAIL_UNREADABLE',
  'NOT_TEXT',
  'NOT_UTF8',
  'PDF_UNREADABLE',
  'READER_FAILED',
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
      if (!diagnostics.every(({ code }) => SINGLE_ARTIFACT_FAULTS.has(code))) throw thrown;
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
  const read = await source.read().catch((thrown) => {
    throw readerFault(thrown);
  });
  if ('skipped' in read) return { name, sourceId, outcome: 'skipped', reason: read.skipped };
  const { artifact, warnings } = read;
  const result = isDryRun ? await store.planIngest(artifact) : await storeInput(store, artifact, onState);
  const diagnostics = warnings.map((message) => warningOf(message, name));
  return { name, sourceId, outcome: result.outcome, result, ...(diagnostics.length > 0 && { diagnostics }) };
}

/** Whatever a hostile file makes of its reader is a fault of that file. */
function readerFault(thrown: unknown): unknown {
  if (thrown instanceof TopicmillError || thrown instanceof FaultsError) return thrown;
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new TopicmillError('READER_FAILED', `The file cannot be read: ${reason}.`, {
    remedy: 'Save it in another form, and ingest that.',
    cause: thrown,
  });
}

function warningOf(message: string, file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TEXT_PARTLY_UNREADABLE',
    message,
    file,
    remedy: 'Compare it with the original; for a wrong encoding, name the right one with --encoding.',
  };
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

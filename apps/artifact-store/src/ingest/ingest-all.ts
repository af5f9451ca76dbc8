import type { ArtifactInput, ArtifactStore, IngestOutcome, IngestPlan, IngestResult } from '@topicmill/artifacts/store';
import { type Diagnostic, type DiagnosticCode, diagnosticsOf } from '@topicmill/base/diagnostics';
import type { ProgressLine } from '../progress-line.js';
import type { IngestSource } from './ingest-source.js';

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

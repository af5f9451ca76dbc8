import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { freshSearchIndex } from './search-index-files.js';

/** A workspace whose search index is to be made. */
export interface SearchIndexJob {
  readonly workspaceRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly embeddingModel: string | undefined;
}

/** Where it is, or why there is none. */
export interface SearchIndexRun {
  readonly directory: string;
  readonly faults: readonly Diagnostic[];
  readonly warnings: readonly string[];
}

/** Makes the search index of a workspace as it is now. */
export async function makeSearchIndex({ workspaceRoot, env, embeddingModel }: SearchIndexJob): Promise<SearchIndexRun> {
  const warnings: string[] = [];
  const onWarning = (message: string): void => {
    warnings.push(message);
  };
  try {
    const workspace = openWorkspace(workspaceRoot, { env, embeddingModel, onWarning });
    return { directory: (await freshSearchIndex(workspace, onWarning)).directory, faults: [], warnings };
  } catch (thrown) {
    // An error would lose its code on the way to another thread.
    return { directory: '', faults: diagnosticsOf(thrown), warnings };
  }
}

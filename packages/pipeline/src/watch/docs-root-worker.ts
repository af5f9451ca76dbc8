import { type Diagnostic, diagnosticsOf } from '@topicmill/base/diagnostics';
import { type FolderReport, folderWork, runFolder, type Workspace } from '../runner/index.js';
import { AUTHORITY, INDEX } from '../steps/index.js';
import { openWorkspace } from '../workspace/index.js';

/** What depends on all topics, to be brought up to date in a thread of its own. */
export interface DocsRootJob {
  readonly workspaceRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly embeddingModel: string | undefined;
  /** The workspace is opened anew whenever this is another number. */
  readonly generation: number;
}

/** The result of the job. */
export interface DocsRootRun {
  readonly reports: readonly FolderReport[];
  /** Whether terms have other classes, so that every folder has to be looked at. */
  readonly hasOtherClasses: boolean;
  /** Why nothing could be done. */
  readonly faults: readonly Diagnostic[];
  readonly warnings: readonly string[];
}

let opened: { readonly workspace: Workspace; readonly generation: number } | undefined;
let warnings: string[] = [];

/**
 * Runs the steps of the docs root, and of no other folder.
 *
 * @public called by its name, on a thread
 */
export async function runDocsRoot(job: DocsRootJob): Promise<DocsRootRun> {
  warnings = [];
  try {
    const workspace = workspaceOf(job);
    const root = workspace.tree.get('')!;
    const authority = await runFolder(folderWork(AUTHORITY, root), workspace);
    const reports = [authority, await runFolder(folderWork(INDEX, root), workspace)];
    const hasOtherClasses = authority.steps.some(({ written, removed }) => written.length + removed.length > 0);
    return { reports, hasOtherClasses, faults: [], warnings };
  } catch (thrown) {
    // An error would lose its code on the way to another thread.
    return { reports: [], hasOtherClasses: false, faults: diagnosticsOf(thrown), warnings };
  }
}

function workspaceOf({ workspaceRoot, env, embeddingModel, generation }: DocsRootJob): Workspace {
  if (opened?.generation !== generation) {
    const onWarning = (message: string): void => {
      warnings.push(message);
    };
    opened = { workspace: openWorkspace(workspaceRoot, { env, embeddingModel, onWarning }), generation };
  }
  return opened.workspace;
}

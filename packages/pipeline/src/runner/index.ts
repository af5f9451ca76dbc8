export { CurrentRuns } from './current-runs.js';
export { explainSteps, type StepExplanation } from './explain-steps.js';
export { filesByFolder } from './files-by-folder.js';
export { type Folder, type FolderTree, includedName, includedNames, topicIdsOf } from './folder.js';
export { FolderFiles, type PublishedFiles } from './folder-files.js';
export { FolderState, filesOfState, statePath } from './folder-state.js';
export { formatFolderReport, formatPublished } from './format-folder-report.js';
export { lateEdits } from './late-edits.js';
export { forgetMemo, type Memo, openMemo } from './memo.js';
export { missingInput } from './missing-input.js';
export { type FileContent, type MergedFile, type OwnedFiles, ownedFile, type SharedOwnedFile } from './owned-files.js';
export { pageDigest, pageHash } from './page-digest.js';
export { PublishedRecord } from './published-record.js';
export {
  type ReconcileItem,
  type ReconcileReport,
  reconcile,
  removeGoneFolders,
  removeGoneFoldersDry,
} from './reconcile.js';
export { removeEmptyFolders } from './remove-empty-folders.js';
export { restoreFiles } from './restore-files.js';
export { type FolderReport, faultsOf, runFolder, type StepReport } from './run-folder.js';
export { type FolderPlan, runFolders, runTargets } from './run-folders.js';
export {
  fileHash,
  type HashSource,
  hashIfReadable,
  hashOverFiles,
  type SourceFileHashes,
  type SourceHashes,
  sourceHashesOf,
  sourceKey,
  UNREADABLE,
} from './source-hashes.js';
export { openFolder, sourcePath } from './source-path.js';
export { forgetSources, SourceRecord } from './source-record.js';
export { STATE_DIRECTORY } from './state-directory.js';
export { isStatePack, packStates, removeOtherPacks, StatePack, statePackPath } from './state-pack.js';
export type {
  EmbeddingRequest,
  EmbeddingResult,
  Step,
  StepInput,
  StepInputs,
  StepResult,
  StepServices,
  TopicFile,
} from './step.js';
export { type DocsRoot, type FolderWork, folderWork, type Target } from './target.js';
export { readIfText, type TopicPlace, topicFilesOf } from './topic-files.js';
export { CONFIG_FILE, displayPath, folderPath, type Workspace } from './workspace.js';

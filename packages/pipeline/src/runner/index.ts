export {
  BuildRecord,
  type DirectoryEntry,
  entriesOf,
  fileHash,
  hashIfReadable,
  hashOverFiles,
  STATE_DIRECTORY,
  UNREADABLE,
} from './build-record.js';
export { explainSteps, type StepExplanation } from './explain-steps.js';
export {
  type FinishedWork,
  finishBuild,
  rememberBuild,
  removeGoneFolders,
  removeGoneFoldersDry,
  removeOldLetterCases,
} from './finish-build.js';
export {
  type Folder,
  type FolderTree,
  includedName,
  includedNames,
  topicIdsOf,
} from './folder.js';
export { FolderFiles, type PublishedFiles } from './folder-files.js';
export { FolderState, filesOfState, STATE_FILES, statePath } from './folder-state.js';
export { filesByFolder, formatFolderReport, formatPublished } from './format-folder-report.js';
export { lateEdits } from './late-edits.js';
export { isMemo, type Memo, openMemo } from './memo.js';
export { type FileContent, type MergedFile, type OwnedFiles, ownedFile, type SharedOwnedFile } from './owned-files.js';
export { type ReconcileItem, type ReconcileReport, reconcile } from './reconcile.js';
export { type FolderRecord, isBuildRecord, RECORD_FILES } from './record-content.js';
export { filesInMemory, restoreFiles } from './restore-files.js';
export { removeEmptyFolders } from './retract-state.js';
export {
  type FolderReport,
  folderFaults,
  hasError,
  type RunOptions,
  recordKey,
  runFolder,
  type StepReport,
} from './run-folder.js';
export { type FolderPlan, runFolders, runTargets } from './run-folders.js';
export { openFolder, sourcePath } from './source-path.js';
export { isStatePack, packStates, removeOtherPacks, StatePack, statePackPath } from './state-pack.js';
export {
  type EmbeddingRequest,
  type EmbeddingResult,
  modelNames,
  type PartForTopic,
  QUESTIONS_STRATEGY,
  type Step,
  type StepInput,
  type StepInputs,
  type StepResult,
  type StepServices,
  type TopicFile,
} from './step.js';
export {
  foldersChanged,
  missingInput,
  type PlannedHashes,
  planHashes,
  plannedKey,
} from './step-inputs.js';
export { type DocsRoot, type FolderWork, folderWork, type RecordedDocsRoot, type Target } from './target.js';
export { readIfText, type TopicPlace, topicFilesOf } from './topic-files.js';
export { CONFIG_FILE, displayPath, folderPath, joinBelow, type Workspace } from './workspace.js';

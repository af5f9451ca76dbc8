import type { Folder } from './folder-tree.js';
import type { Step } from './step.js';
import { authorityStep } from './steps/authority.js';
import { chunkStep } from './steps/chunk.js';
import { keywordsStep } from './steps/keywords.js';
import { relatedStep } from './steps/related.js';
import { termsStep } from './steps/terms.js';
import { indexStep } from './steps/topic-index.js';
import { topicSpecStep } from './steps/topic-spec.js';

/**
 * The pipeline: every step, in the order in which they run. Each says what it reads, what it writes and in which
 * folders it runs; nothing else in the project says so a second time.
 */
export const STEPS: readonly Step[] = [
  chunkStep, //     golden-reference.md → _chunks/
  termsStep, //     golden-reference.md → _keywords/terms.md
  authorityStep, // every golden-reference.md → the docs root's _keywords/authority.md
  keywordsStep, //  terms, authority → _keywords/words.md
  topicSpecStep, // chunks, words, questions, what people wrote → topic-spec.md
  indexStep, //     topic-spec.md, the indexes below → index.json
  relatedStep, //   every topic's first chunk → the docs root's related.json
];

/** The steps of one folder, in order. The authority of the docs root is not among them: it is made before those of any topic. */
export function stepsOf(folder: Folder): readonly Step[] {
  return STEPS.filter((step) => step !== authorityStep && runsIn(step, folder));
}

function runsIn(step: Step, folder: Folder): boolean {
  if (step.scope === 'topic') return folder.isTopic;
  return step.scope === 'folder' || folder.id === '';
}

export { type BookRecordOptions, type BookRecords, bookRecords } from './book-records.js';
export { type DocsRootNeeds, embeddingNeeds } from './embedding-needs.js';
export { EMBEDDING_CACHE_DIRECTORY } from './embedding-services.js';
export { engineId } from './engine-id.js';
export { type FillProgress, fillEmbeddings, type MissingTexts, missingTexts } from './fill-embeddings.js';
export { type FileContent, FolderFiles, type OwnedFiles, ownedFile, type PublishedFiles } from './folder-files.js';
export { FolderState, STATE_DIRECTORY, type StateKind, statePath } from './folder-state.js';
export { buildFolderTree, type Folder, type FolderTree, isHiddenName, REFERENCE_FILE } from './folder-tree.js';
export { formatFolderReport, formatPublished } from './format-folder-report.js';
export { IgnoredPaths } from './ignored-paths.js';
export {
  assembleWorkspace,
  CONFIG_FILE,
  folderIdOf,
  openWorkspace,
  readConfig,
  readNearestConfig,
} from './open-workspace.js';
export { PIPELINE_VERSION } from './pipeline-version.js';
export { type AuthorityPlan, holds, planAuthority, plannedHashes } from './planned-hashes.js';
export { publishState } from './publish-state.js';
export { type RestoreItem, type RestoreReport, restoreFiles } from './restore-files.js';
export { type FolderReport, faultsOf, type RunOptions, runFolder, type StepReport } from './run-folder.js';
export { type FolderPlan, runFolders } from './run-folders.js';
export { type BesideSteps, type SettleItem, type SettleReport, settle } from './settle.js';
export { type HashSource, type SourceHashes, sourceHashesOf } from './source-hashes.js';
export { forgetSources, SourceRecord } from './source-record.js';
export type {
  EmbeddingRequest,
  Step,
  StepInput,
  StepInputs,
  StepResult,
  StepScope,
  StepServices,
} from './step.js';
export { AUTHORITY_PATH, authorityStep } from './steps/authority.js';
export {
  CHUNK_FILES,
  CHUNKS_DIRECTORY,
  chunkFilesOf,
  chunkPath,
  chunkSource,
  chunkStep,
  MANIFEST_PATH,
  strategyOf,
} from './steps/chunk.js';
export { keywordsStep, WORDS_PATH } from './steps/keywords.js';
export { QA_PAIRS_FILE } from './steps/match-prompts.js';
export { RELATED_FILE, relatedStep } from './steps/related.js';
export { TERMS_PATH, termsStep } from './steps/terms.js';
export { INDEX_FILE, indexStep } from './steps/topic-index.js';
export { topicSpecStep } from './steps/topic-spec.js';
export { TOPIC_SPEC_FILE } from './steps/topic-spec-file.js';
export { type RecordStamp, type StructuralRecordOptions, structuralRecords } from './structural-records.js';
export { folderPath, shownPath, type Workspace, type WorkspaceOptions } from './workspace.js';

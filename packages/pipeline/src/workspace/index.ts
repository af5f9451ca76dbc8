export { EMBEDDING_CACHE_DIRECTORY } from './embedding-services.js';
export { engineId } from './engine-id.js';
export { buildFolderTree, isHiddenName, REFERENCE_FILE } from './folder-tree.js';
export { IgnoredPaths } from './ignored-paths.js';
export { assembleWorkspace, folderIdOf, openWorkspace, readConfig, readNearestConfig } from './open-workspace.js';
export { PIPELINE_VERSION } from './pipeline-version.js';
export { type PageTree, type ReadPagesContext, readPageTree } from './read-page-tree.js';
export type { WorkspaceOptions } from './workspace-options.js';

export { collectPages, IGNORED_REASON, type PageFileRules, pageFileRules } from './collect-pages.js';
export { documentDialect } from './document-dialect.js';
export { EMBEDDING_CACHE_DIRECTORY } from './embedding-services.js';
export { engineId } from './engine-id.js';
export { buildFolderTree, isHiddenName, KEYWORD_SHARES_FILE } from './folder-tree.js';
export { IgnoredPaths } from './ignored-paths.js';
export { type DocsLayout, openDocsLayout } from './open-docs-layout.js';
export {
  assembleWorkspace,
  folderIdOf,
  openWorkspace,
  readConfig,
  readNearestConfig,
} from './open-workspace.js';
export { PAGE_NOTES_DIRECTORY } from './page-tree.js';
export { pageTreeOfFiles } from './page-tree-of-files.js';
export { PIPELINE_VERSION } from './pipeline-version.js';
export { type PageTree, type ReadPagesContext, readPageTree } from './read-page-tree.js';
export { walkDocsRoot } from './walk-docs-root.js';
export type { WorkspaceOptions } from './workspace-options.js';
export { findWorkspaceRoot } from './workspace-root.js';

export {
  type BuiltSiteReport,
  type BuiltTopicTexts,
  checkBuiltSite,
  percent,
} from './check-built-site.js';
export type { FolderSnapshot, SnapshotFile } from './folder-snapshot.js';
export { refusedChunks, type VerifyContext, verifyFolder } from './verify-folder.js';

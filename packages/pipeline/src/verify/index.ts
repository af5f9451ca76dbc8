export type { FolderSnapshot, SnapshotFile } from './folder-snapshot.js';
export { type VerifyContext, verifyFolder } from './verify-folder.js';

export { findOrphans, type Orphan, type OrphanFolder, orphanDiagnostics } from './find-orphans.js';
export { type RemovedOrphans, removeOrphans, removeSureOrphans } from './remove-orphans.js';

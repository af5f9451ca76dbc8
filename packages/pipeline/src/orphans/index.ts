export { findOrphanedNotes, findOrphans, orphanDiagnostics, orphanedNoteDiagnostics } from './find-orphans.js';
export { removeOrphans, removeSureOrphans } from './remove-orphans.js';

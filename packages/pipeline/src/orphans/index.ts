export { findOrphanedNotes, orphanedNoteDiagnostics } from './find-orphaned-notes.js';
export { findOrphans, orphanDiagnostics } from './find-orphans.js';
export { removeOrphans, removeSureOrphans } from './remove-orphans.js';

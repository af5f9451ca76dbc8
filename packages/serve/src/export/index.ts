export { DATABASE_FORMATS, type DatabaseFormat } from './database-formats.js';
export { exportJsonl } from './export-jsonl.js';
export { exportLlms } from './export-llms.js';
export { exportPgvector } from './export-pgvector.js';
export { exportQdrant } from './export-qdrant.js';
export type { ExportedChunk, ExportedDocs, ExportedTopic, ExportFile, HrefOf } from './export-topic.js';
export { exportTypesense } from './export-typesense.js';
export { findChanges } from './find-changes.js';
export type { ExportChanges, StoredRecord } from './stored-record.js';

export { DATABASE_FORMATS, type DatabaseFormat } from './database-formats.js';
export { exportJsonl } from './export-jsonl.js';
export { exportLlms } from './export-llms.js';
export { exportPgvector } from './export-pgvector.js';
export { exportQdrant } from './export-qdrant.js';
export type { ExportedChunk, ExportedDocs, ExportedTopic, ExportFile, HrefOf } from './export-record.js';
export { exportTypesense } from './export-typesense.js';
export { type ExportChanges, findChanges, type StoredRecord } from './stored-record.js';

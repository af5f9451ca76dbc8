export { DATABASE_FORMATS, type DatabaseFormat } from './database-formats.js';
export { exportJsonl } from './export-jsonl.js';
export { exportLlms } from './export-llms.js';
export { exportPgvector } from './export-pgvector.js';
export { exportQdrant } from './export-qdrant.js';
export {
  type ExportChanges,
  type ExportedChunk,
  type ExportedDocs,
  type ExportedTopic,
  type ExportFile,
  findChanges,
  type HrefOf,
  type StoredRecord,
} from './export-record.js';
export { exportTypesense } from './export-typesense.js';
